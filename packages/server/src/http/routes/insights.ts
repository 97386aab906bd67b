import { insightsSchema } from "@countersign/protocol";
import { z } from "zod";
import { wholeNumber } from "../query-types.ts";
import { route } from "../route.ts";

export const insightRoutes = [
  route({
    method: "GET",
    path: "/api/insights",
    summary: "Read how long actions waited and what became of them, by tool, agent, person and day",
    tag: "Insights",
    who: "member",
    query: z.object({ days: wholeNumber(1, 366).optional().describe("Whole UTC days up to today, 30 unless told") }),
    answers: { 200: { description: "Figures of the actions proposed within these days", schema: insightsSchema } },
    run: ({ engine, principal, query: { days = 30 } }) => engine.reports.insights(principal, days),
  }),
];
