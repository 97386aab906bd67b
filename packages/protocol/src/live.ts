import { z } from "zod";
import { ACTION_STATUSES, ROLES } from "./words.ts";

/** Data of the live stream's events, keyed by event name. The stream is liveness; the table is truth. */
export const liveEvents = {
  briefing: z.object({
    pending: z.number().int(),
    byTool: z.array(z.object({ toolName: z.string(), pending: z.number().int(), oldestAt: z.string() })),
    oldestPendingAt: z.string().nullable(),
    checkpoints: z.number().int().describe("That wait for a decision"),
  }),
  "action.created": z.object({ id: z.string(), status: z.enum(ACTION_STATUSES), version: z.number().int() }),
  "action.updated": z.object({
    id: z.string(),
    status: z.enum(ACTION_STATUSES),
    version: z.number().int(),
    /** Where this is what happened. */
    remindedAt: z.string().optional(),
    escalatedAt: z.string().optional(),
  }),
  "tool.changed": z.object({ name: z.string() }),
  /** An element of the content was made or changed. */
  "content.changed": z.object({ elementId: z.string(), version: z.string() }),
  /** A person was added, left, or has another role; `lowered` where more people decide for it. */
  "member.changed": z.object({
    userId: z.string(),
    role: z.enum(ROLES).nullable(),
    lowered: z.array(z.string()).optional(),
    countsFrom: z.string().optional(),
  }),
  /** Everything was stopped, or may run again. */
  "emergency.changed": z.object({ stopped: z.boolean() }),
  /** A checkpoint was opened or decided, or waits again for others. */
  "checkpoint.changed": z.object({ id: z.string() }),
  /** A repeat of a rejected call was refused, paused a tool, or was lifted. */
  "repeat.changed": z.object({ id: z.string(), toolName: z.string(), repeats: z.number().int(), paused: z.boolean() }),
} as const;
export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent = {
  [N in LiveEventName]: { event: N; id: string; data: z.infer<(typeof liveEvents)[N]> };
}[LiveEventName];
