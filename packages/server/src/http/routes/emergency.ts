import { emergencySchema, liftStopSchema, stopEverythingSchema } from "@countersign/protocol";
import { route } from "../route.ts";

const tag = "Emergency stop";

export const emergencyRoutes = [
  route({
    method: "GET",
    path: "/api/emergency-stop",
    summary: "Read the state of the emergency stop",
    tag,
    who: "member",
    urgent: true,
    answers: { 200: { description: "The stop, or null", schema: emergencySchema } },
    run: ({ engine, principal }) => engine.emergency.read(principal),
  }),
  route({
    method: "POST",
    path: "/api/emergency-stop",
    summary: "Start the emergency stop: stop all executions of the workspace now",
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
    summary: "Lift the emergency stop; actions that the stop ended stay ended",
    tag,
    who: "admin",
    decides: true,
    body: liftStopSchema,
    answers: { 200: { description: "The emergency stop is lifted", schema: emergencySchema } },
    problems: ["INVALID_STATE"],
    run: ({ engine, principal, body }) => engine.emergency.lift(principal, body.note),
  }),
];
