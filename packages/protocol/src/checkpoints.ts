import { z } from "zod";
import { principalSchema, ratedRisk, risk, vetted } from "./action.ts";
import { batchResultSchema } from "./decide.ts";
import { text } from "./json.ts";
import { ACTION_STATUSES } from "./words.ts";

const label = text(200).min(1);

export const openCheckpointSchema = z.object({
  label: label.describe("What the subtask is, in the agent's words; shown as unverified"),
  missionId: label.optional(),
  sessionId: label.optional(),
  batchIds: z
    .array(label)
    .max(200)
    .optional()
    .describe("Batches of the agent that are there already, by id or as `{missionId}:{toolName}`"),
});
export type OpenCheckpoint = z.infer<typeof openCheckpointSchema>;

/** A subtask's batches and the number of its pending actions. */
export const checkpointSchema = z.object({
  id: z.string(),
  label: z.string(),
  missionId: z.string().nullable(),
  sessionId: z.string().nullable(),
  openedBy: principalSchema,
  createdAt: z.string(),
  pending: z.number().int(),
  decided: z
    .object({ verdict: z.enum(["approve", "reject"]), comment: z.string().nullable(), by: principalSchema, at: z.string() })
    .nullable()
    .describe("null while it can be decided"),
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

export const checkpointDetailSchema = checkpointSchema.extend({
  batchIds: z.array(z.string()),
  digest: z.string().describe("Of all that waits, for the decision: a call that came later changes it"),
  items: z
    .array(
      z.object({
        pendingActionId: z.string(),
        toolName: z.string(),
        title: z.string(),
        batchId: z.string(),
        risk,
        ratedRisk,
        vetted,
        status: z.enum(ACTION_STATUSES),
        digest: z.string().describe("Of what would run, to compare with what is shown"),
        byItself: z
          .boolean()
          .describe("Of high risk or not vetted: it is no part of the decision and is read and decided by itself"),
      }),
    )
    .describe("What waits first, then what was decided; oldest first within each"),
});
export type CheckpointDetail = z.infer<typeof checkpointDetailSchema>;

export const decideCheckpointSchema = z.object({
  digest: text(100).min(1).describe("As it was on the screen; a decision on anything else is refused"),
  exclude: z.array(text(100)).max(1000).optional().describe("Actions the decision leaves as they are"),
  comment: text(10_000).optional().describe("Comment of an approval, reason of a rejection"),
});
export type DecideCheckpoint = z.infer<typeof decideCheckpointSchema>;

export const checkpointResultSchema = batchResultSchema.omit({ batchId: true }).extend({
  checkpointId: z.string(),
  excluded: z.array(z.string()).describe("Left as they are: as asked, and what is critical"),
  decided: z.boolean().describe("False where something of it still waits for others; it can be decided again then"),
});
export type CheckpointResult = z.infer<typeof checkpointResultSchema>;
