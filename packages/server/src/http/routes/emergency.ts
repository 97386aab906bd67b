import { emergencySchema, liftStopSchema, stopEverythingSchema } from "@countersign/protocol";
import { route } from "../route.ts";

const tag = "Emergency stop";

export const emergencyRoutes = [
  route({
    method: "GET",
    path: "/api/emergency-stop",
    summary: "See whether everything is stopped, by whom and why",
    tag,
    who: "member",
    urgent: true,
    answers: { 200: { description: "The stop, or null", schema: emergencySchema } },
    run: ({ engine, principal }) => engine.emergency.read(principal),
  }),
  route({
    method: "POST",
    path: "/api/emergency-stop",
    summary: "Stop every execution of the workspace at once",
    tag,
    who: "approver",
    urgent: true,
    decides: true,
    // Scripts may stop with a `manage` token, but not lift the stop.
    scope: "manage",
    body: stopEverythingSchema,
    answers: { 200: { description: "The stop", schema: emergencySchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, body }) => engine.emergency.stop(principal, body.reason ?? ""),
  }),
  route({
    method: "POST",
    path: "/api/emergency-stop/lift",
    summary: "Let executions begin again; what ended by the stop stays ended",
    tag,
    who: "admin",
    decides: true,
    body: liftStopSchema,
    answers: { 200: { description: "Nothing is stopped", schema: emergencySchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, body }) => engine.emergency.lift(principal, body.note),
  }),
];
