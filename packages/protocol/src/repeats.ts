import { z } from "zod";
import { principalSchema } from "./action.ts";

/** Repeats of rejected calls of one tool, where they came from: one mission, one session, or an agent's calls without either. */
export const repeatSchema = z.object({
  id: z.string(),
  toolName: z.string(),
  missionId: z.string().nullable(),
  sessionId: z.string().nullable(),
  agent: z.object({ id: z.string(), name: z.string() }).describe("The last that repeated it"),
  repeats: z.number().int(),
  repeatedAt: z.string(),
  pausedAt: z.string().nullable().describe("Since then every call of the tool is refused there; null while it is not paused"),
  rejected: z
    .object({
      pendingActionId: z.string(),
      reason: z.string().nullable(),
      by: principalSchema.nullable(),
    })
    .describe("The call that was repeated last"),
});
export type Repeat = z.infer<typeof repeatSchema>;

export const liftRepeatSchema = z.object({
  forget: z.boolean().optional().describe("Let it ask about the rejected calls again, too"),
});
