import { z } from "zod";
import { ACTION_STATUSES, ROLES } from "./words.ts";

/** Data of the live stream's events, keyed by event name. Events only announce changes; the database rows are authoritative. */
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
    /** This and `escalatedAt` are set only if the update is the reminder or the escalation. */
    remindedAt: z.string().optional(),
    escalatedAt: z.string().optional(),
    /** Set only if the update is an assignment; null for nobody. */
    assignee: z.object({ id: z.string(), name: z.string() }).nullable().optional(),
    /** Set only if the update is another time limit; null for none. */
    expiresAt: z.string().nullable().optional(),
    /** Set only if the update is a comment, a reply, or that the agent was told of one: the number of comments. */
    commentCount: z.number().int().optional(),
  }),
  "tool.changed": z.object({ name: z.string() }),
  /** A content element was created or changed. */
  "content.changed": z.object({ elementId: z.string(), version: z.string() }),
  /** A person was added, removed or given another role or other teams; `lowered` is set if that lowers protection (more deciders). */
  "member.changed": z.object({
    userId: z.string(),
    role: z.enum(ROLES).nullable(),
    lowered: z.array(z.string()).optional(),
    countsFrom: z.string().optional(),
  }),
  /** An emergency stop was set or lifted. */
  "emergency.changed": z.object({ stopped: z.boolean() }),
  /** A checkpoint was opened or decided, or is waiting for further approvers again. */
  "checkpoint.changed": z.object({ id: z.string() }),
  /** A view was shared in the workspace, or a shared one was changed, made private or deleted. */
  "view.changed": z.object({ id: z.string() }),
  /** A repeated call was refused or paused its tool, or the pause was lifted. */
  "repeat.changed": z.object({ id: z.string(), toolName: z.string(), repeats: z.number().int(), paused: z.boolean() }),
} as const;
export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent = {
  [N in LiveEventName]: { event: N; id: string; data: z.infer<(typeof liveEvents)[N]> };
}[LiveEventName];
