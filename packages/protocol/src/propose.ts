import { z } from "zod";
import { json, jsonObject, text } from "./json.ts";
import { ACTION_STATUSES } from "./words.ts";
import { askedOfAgentSchema } from "./comments.ts";
import { failureSchema } from "./action.ts";

const label = text(200).min(1);

export const proposeSchema = z.object({
  toolName: text(128).min(1),
  toolInput: jsonObject,
  missionId: label.optional(),
  sessionId: label.optional(),
  batchId: label.optional(),
  caption: text(500).optional().describe("One line in the agent's own words; shown as unverified"),
  idempotencyKey: label.optional(),
  delivery: z.enum(["queue", "wait"]).optional().describe("Answer at once, or hold until decided"),
  waitSeconds: z.number().min(0).max(600).optional(),
  onWaitEnd: z.enum(["park", "expire"]).optional().describe("What a wait that ends undecided does to the row"),
  expiresInSeconds: z
    .number()
    .int()
    .min(1)
    .max(31 * 86_400)
    .optional()
    .describe("Lifetime of the row itself"),
  checkpointId: label.optional().describe("Open checkpoint of the agent that collects this call's batch"),
  supersedes: label.optional().describe("Id of the refined action this one answers"),
});
export type ProposeRequest = z.infer<typeof proposeSchema>;

export const proposeManySchema = z.object({
  items: z
    .array(proposeSchema.omit({ delivery: true, waitSeconds: true, onWaitEnd: true, batchId: true }))
    .min(1)
    .max(200),
  batchId: label.optional(),
});
export type ProposeManyRequest = z.infer<typeof proposeManySchema>;

const oneOutcomeSchema = z.object({
  status: z.enum(["queued", ...ACTION_STATUSES]),
  pendingActionId: z.string().nullable(),
  toolName: z.string(),
  message: z.string(),
  result: json.optional(),
  error: failureSchema.optional(),
  reason: z.string().optional().describe("Why a person rejected it"),
  feedback: z.string().optional().describe("What a person wants changed"),
  comments: z
    .array(askedOfAgentSchema)
    .optional()
    .describe("What people ask you about it; reply once to each, naming its `id`. None is a decision"),
  repeated: z
    .object({ times: z.number().int(), paused: z.boolean() })
    .optional()
    .describe("Refused without asking anybody: a repeat of a rejected call, or of a tool that such repeats paused"),
  supersededBy: z.string().optional().describe("The action that took its place; ask about that one"),
  effectiveInput: jsonObject.optional().describe("What really ran, when a person edited it"),
  notBefore: z.string().optional().describe("With status `approved`: it does not run before that time"),
});

/**
 * Result of a call as told to an agent. `message` is a sentence for the model; `status` is distinct for every outcome. A list
 * of calls made as one call has no `pendingActionId`; `proposalIds` and `items` describe its actions.
 */
export const outcomeSchema = oneOutcomeSchema.extend({
  batchId: z.string().optional().describe("Of a list of calls in one"),
  proposalIds: z.array(z.string()).optional().describe("Of a list: the actions that wait for a person, in its order"),
  items: z
    .array(oneOutcomeSchema.extend({ index: z.number().int().describe("Place in the list, from 0") }))
    .optional()
    .describe("Of a list: what became of the calls that do not wait for a person"),
});
export type Outcome = z.infer<typeof outcomeSchema>;

export const proposedBatchSchema = z.object({
  batchId: z.string(),
  items: z.array(outcomeSchema),
});
export type ProposedBatch = z.infer<typeof proposedBatchSchema>;
