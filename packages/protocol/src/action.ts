import { z } from "zod";
import { actionCommentSchema } from "./comments.ts";
import { votesSchema } from "./approval-rule.ts";
import { json, jsonObject } from "./json.ts";
import { previewSchema } from "./preview.ts";
import { shownWidgetSchema } from "./widget.ts";
import { ACTION_STATUSES, EFFECTS, FAILURE_CODES, PRINCIPAL_KINDS, RISKS, VERDICTS } from "./words.ts";

const instant = z.string().describe("ISO 8601 with milliseconds, UTC");
export const risk = z.union(RISKS.map((level) => z.literal(level)));
/** For a tool: its current rating. For an action: the tool's rating at proposal time. */
export const ratedRisk = risk.nullable().describe("As rated; null: nobody has rated it, and it is shown as “Not rated”");
export const vetted = z
  .boolean()
  .describe("False: of an MCP server that is not trusted, and no administrator has looked at the tool's definition");

/** Actor of a proposal, decision or event. `name` is for display only. */
export const principalSchema = z.object({
  kind: z.enum(PRINCIPAL_KINDS),
  id: z.string(),
  name: z.string(),
});
export type PrincipalRef = z.infer<typeof principalSchema>;

export const decisionSchema = z.object({
  id: z.string(),
  verdict: z.enum(VERDICTS),
  by: principalSchema,
  at: instant,
  onBehalfOf: z.object({ id: z.string(), name: z.string() }).nullable().optional().describe("In whose place it was decided"),
  selfConfirmed: z.boolean().optional().describe("An approval by the person for whom the agent acts: no second person's"),
  digest: z.string().describe("Digest of what was decided, after edits"),
  userEdits: jsonObject.nullable(),
  comment: z.string().nullable().describe("Comment of an approval, reason of a rejection, feedback of a refinement"),
  channel: z.string().describe("Where it was decided: inbox, api, cli, mcp, chat, policy"),
  shownForMs: z
    .number()
    .int()
    .nullable()
    .optional()
    .describe("How long the person had it on the screen first, as their surface said; null where it said nothing"),
});
export type Decision = z.infer<typeof decisionSchema>;

export const failureSchema = z.object({ code: z.enum(FAILURE_CODES), message: z.string() });
export type Failure = z.infer<typeof failureSchema>;

export const attemptSchema = z.object({
  number: z.number().int(),
  executor: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  lastSignAt: instant.nullable().describe("Last heartbeat of the executor"),
  outcome: z.enum(["running", "executed", "failed", "lost"]),
  error: failureSchema.nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** One pending action with all its parts. */
export const actionSchema = z.object({
  id: z.string(),
  workspaceId: z.string(),
  missionId: z.string().nullable(),
  sessionId: z.string().nullable(),
  batchId: z.string(),
  toolName: z.string(),
  toolInput: jsonObject.describe("As proposed, never changed"),
  userEdits: jsonObject.nullable(),
  effectiveInput: jsonObject.describe("What runs: the proposed input with the edits over it"),
  preview: previewSchema,
  current: json.nullable().describe("The target's value when proposed; null where the tool gives none"),
  proposed: json.nullable().describe("The target's value after the action; null where the tool gives none"),
  status: z.enum(ACTION_STATUSES),
  version: z.number().int().describe("Grows by one with every change of the row"),
  digest: z.string().describe("SHA-256, hex, of exactly what would run"),
  target: z.string().nullable(),
  snapshot: z.string().nullable().describe("Version token of the target when proposed"),
  risk: risk.describe("Rules go by it; `ratedRisk` is what people are shown. 5 where the tool is not vetted"),
  ratedRisk,
  vetted,
  isQuestion: z.boolean().describe("A question that a person answers by an edit with the key `answer`, see `ask_person`"),
  effect: z.enum(EFFECTS),
  riskReasons: z.array(z.string()).describe("What makes it risky, in plain words, weightiest first"),
  approval: z
    .object({
      why: z.string().describe("Why it needs a person, or why none was asked"),
      who: z.string().describe("Who may decide"),
      policies: z
        .array(
          z.object({
            name: z.string().describe("Such as `Setting of the tool`, or the name of a routing rule"),
            why: z.string(),
            values: z
              .array(z.object({ name: z.string(), value: z.string() }))
              .describe("What its expression reads of the call, such as `args.amount`, with the value as JSON"),
          }),
        )
        .optional()
        .describe("The policies that require approval of the call; told to people only"),
    })
    .describe("In plain words"),
  votes: votesSchema.nullable().describe("Null where one approval is enough"),
  caption: z.string().nullable().describe("Agent's note (unverified)"),
  question: z
    .string()
    .nullable()
    .optional()
    .describe("The tool's `promptTemplate` as an administrator wrote it, for whoever decides; the input stands beside it"),
  rejectReasons: z
    .array(z.string())
    .optional()
    .describe("The tool's reasons to choose from when it is rejected; empty: the inbox's own; told to people only"),
  widget: shownWidgetSchema
    .nullable()
    .optional()
    .describe("The tool's own drawing; null without one, or where the tool changed since the proposal; told to people only"),
  result: json.nullable(),
  error: failureSchema.nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  latestExpiresAt: instant
    .nullable()
    .optional()
    .describe("The latest `expiresAt` that people may choose, where the caller or a routing rule set one"),
  targetChangedAt: instant.nullable().describe("When it was seen that the target is no longer as proposed; null while it is"),
  remindedAt: instant.nullable().optional().describe("When people were reminded of it"),
  escalatedAt: instant.nullable().optional().describe("When others were asked too, because it waited so long"),
  assignee: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .optional()
    .describe("Person who took it on, or was assigned to it; whoever else may decide still may"),
  commentCount: z.number().int().optional().describe("Comments, with the agent's replies; told to people only"),
  comments: z
    .array(actionCommentSchema)
    .optional()
    .describe("Oldest first, where one action is read; an agent reads what it is asked and its replies only"),
  resolvedAt: instant.nullable(),
  executedAt: instant.nullable(),
  notBefore: instant.nullable().optional().describe("Earliest start that an approver chose; null for at once"),
  proposedBy: principalSchema,
  resolvedBy: principalSchema.nullable(),
  selfConfirmed: z.boolean().optional().describe("Approved by the person for whom the agent acts, not by a second person"),
  selfConfirmBy: z
    .string()
    .nullable()
    .optional()
    .describe("Id of the person for whom the agent acts, if they may confirm the call themselves now; told to people only"),
  decisions: z.array(decisionSchema),
  attempts: z.array(attemptSchema),
  supersedes: z.string().nullable(),
  supersededBy: z.string().nullable(),
  nearRepeatOf: z
    .object({ pendingActionId: z.string(), by: principalSchema, at: instant, reason: z.string().nullable() })
    .nullable()
    .optional()
    .describe(
      "A call of this agent and tool that a person rejected and this one nearly repeats; told to people who read what is pending",
    ),
});
export type Action = z.infer<typeof actionSchema>;

/** Row of a list: an action without its large parts. */
export const actionSummarySchema = actionSchema.omit({
  latestExpiresAt: true,
  rejectReasons: true,
  widget: true,
  selfConfirmBy: true,
  current: true,
  proposed: true,
  approval: true,
  votes: true,
  decisions: true,
  attempts: true,
  nearRepeatOf: true,
  comments: true,
});
export type ActionSummary = z.infer<typeof actionSummarySchema>;

export const actionPageSchema = z.object({ items: z.array(actionSummarySchema), nextCursor: z.string().nullable() });
export type ActionPage = z.infer<typeof actionPageSchema>;

export const timelineEntrySchema = z.object({
  seq: z.number().int(),
  at: instant,
  kind: z.string(),
  by: principalSchema,
  data: jsonObject,
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const countsSchema = z.object({
  byStatus: z.record(z.string(), z.number()),
  byTool: z.array(z.object({ toolName: z.string(), pending: z.number(), oldestAt: instant })),
  byRisk: z.array(z.object({ risk, pending: z.number(), oldestAt: instant })).describe("Highest risk first"),
  byAgent: z
    .array(z.object({ id: z.string(), name: z.string(), pending: z.number(), oldestAt: instant }))
    .describe("Who proposed"),
  oldestPendingAt: instant.nullable(),
});
export type Counts = z.infer<typeof countsSchema>;

/** Summary for a returning person: pending actions and open checkpoints. */
export const briefingSchema = countsSchema.extend({ checkpoints: z.number().int() });
export type Briefing = z.infer<typeof briefingSchema>;
