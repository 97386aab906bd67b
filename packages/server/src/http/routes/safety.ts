import { safetySchema } from "@countersign/protocol";
import { z } from "zod";
import { wholeNumber } from "../query-types.ts";
import { route } from "../route.ts";

export const safetyRoutes = [
  route({
    method: "GET",
    path: "/api/safety",
    summary: "Read a safety report: decisions by outcome and place, refused calls and emergency stops",
    tag: "Safety",
    who: "member",
    query: z.object({
      days: wholeNumber(1, 366).optional().describe("Number of UTC days up to and including today; default 30"),
    }),
    answers: { 200: { description: "The report for these days", schema: safetySchema } },
    run: ({ engine, principal, query: { days = 30 } }) => engine.reports.safety(principal, days),
  }),
];
