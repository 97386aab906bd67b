import { z } from "zod";
import { principalSchema } from "./action.ts";
import { ACTION_STATUSES } from "./words.ts";

const count = z.number().int();

/** Where people decided and what became of it, within a span of days. Excludes what is withheld or stopped now. */
export const safetySchema = z.object({
  days: count,
  doors: z
    .array(z.object({ channel: z.string(), approved: count, rejected: count, refined: count }))
    .describe("By where it was decided; the busiest first"),
  outcomes: z
    .array(z.object({ status: z.enum(ACTION_STATUSES), count }))
    .describe("Of the actions proposed since, as they are now"),
  failures: z.array(z.object({ code: z.string(), count })).describe("Why actions failed; the most frequent first"),
  declined: z
    .array(
      z.object({
        pendingActionId: z.string(),
        toolName: z.string(),
        agent: principalSchema,
        by: principalSchema,
        reason: z.string().nullable(),
        channel: z.string(),
        at: z.string(),
      }),
    )
    .describe("The newest, at most 20"),
  refusedRepeats: count.describe("Calls refused without asking anybody, because they were rejected before"),
  stops: z
    .array(z.object({ kind: z.enum(["stopped", "lifted"]), by: principalSchema, words: z.string().nullable(), at: z.string() }))
    .describe("Emergency stops and their lifting, newest first, at most 20"),
});
export type Safety = z.infer<typeof safetySchema>;
