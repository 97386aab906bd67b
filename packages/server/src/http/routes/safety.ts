import { safetySchema } from "@countersign/protocol";
import { z } from "zod";
import { wholeNumber } from "../query-types.ts";
import { route } from "../route.ts";

export const safetyRoutes = [
  route({
    method: "GET",
    path: "/api/safety",
    summary: "Read decisions by outcome and door, what was declined, and the emergency stops",
    tag: "Safety",
    who: "member",
    query: z.object({ days: wholeNumber(1, 366).optional().describe("Whole UTC days up to today, 30 unless told") }),
    answers: { 200: { description: "Within these days", schema: safetySchema } },
    run: ({ engine, principal, query: { days = 30 } }) => engine.reports.safety(principal, days),
  }),
];
