import { z } from "zod";
import { principalSchema } from "./action.ts";

/** Repeated calls of one agent and tool after a rejection, across missions and sessions. */
export const repeatSchema = z.object({
  id: z.string(),
  toolName: z.string(),
  missionId: z.string().nullable().describe("Of the last repeat"),
  sessionId: z.string().nullable().describe("Of the last repeat"),
  agent: z.object({ id: z.string(), name: z.string() }),
  repeats: z.number().int(),
  repeatedAt: z.string(),
  pausedAt: z
    .string()
    .nullable()
    .describe("Since then every call of the tool by this agent is refused; null while it is not paused"),
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
