import { insightsSchema } from "@countersign/protocol";
import { z } from "zod";
import { wholeNumber } from "../query-types.ts";
import { route } from "../route.ts";

export const insightRoutes = [
  route({
    method: "GET",
    path: "/api/insights",
    summary: "Read insights: waiting times and outcomes by tool, agent, person and day",
    tag: "Insights",
    who: "member",
    query: z.object({
      days: wholeNumber(1, 366).optional().describe("Number of UTC days up to and including today; default 30"),
    }),
    answers: { 200: { description: "Statistics of the actions proposed on these days", schema: insightsSchema } },
    run: ({ engine, principal, query: { days = 30 } }) => engine.reports.insights(principal, days),
  }),
];
