import { z } from "zod";
import { principalSchema } from "./action.ts";

const count = z.number().int();
const seconds = z.number().nullable().describe("Null where nothing was measured");
const spread = z.object({ medianSeconds: seconds, p90Seconds: seconds });

const decided = z.object({
  approved: count,
  rejected: count,
  refined: count,
  edited: count.describe("Approved with edits; counted in `approved` too"),
  failed: count,
  unknown: count.describe("Outcome unknown now"),
  waiting: spread.describe("From proposal to decision"),
  deciding: spread.describe("From when the person first had it on the screen to their decision, where the surface said so"),
  timed: count.describe("Decisions of which the time on the screen is known"),
  execution: spread.describe("Of the attempt that succeeded"),
});

const proposed = decided.extend({
  proposed: count,
  byPolicy: count.describe("Ran without asking a person"),
  pending: count.describe("Still waiting"),
  expired: count,
  cancelled: count,
  executed: count,
});

/** Outcomes of the actions proposed within a span of days. Days are UTC. */
export const insightsSchema = z.object({
  days: count,
  from: z.string().describe("First day, YYYY-MM-DD"),
  to: z.string().describe("Last day: today"),
  total: proposed,
  byTool: z.array(proposed.extend({ toolName: z.string() })).describe("Most proposed first"),
  byAgent: z.array(proposed.extend({ agent: principalSchema })).describe("Most proposed first"),
  byPerson: z.array(decided.extend({ person: principalSchema, decided: count })).describe("Most decided first"),
  byDay: z.array(proposed.extend({ day: z.string() })).describe("By day of proposal, oldest first, every day"),
});
export type Insights = z.infer<typeof insightsSchema>;
export type ProposedFigures = z.infer<typeof proposed>;
export type DecidedFigures = z.infer<typeof decided>;
