import { z } from "zod";
import { approvalRuleSchema, approverList, routingRules } from "./approval-rule.ts";
import { jsonObject, text } from "./json.ts";
import { rejectReasons } from "./reject-reasons.ts";
import { ratedRisk, risk, vetted } from "./action.ts";
import { toolWidgetSchema } from "./widget.ts";
import { AFTER_REJECT, APPROVALS, EFFECTS, GROUP_APPROVALS, VETTING_STATES } from "./words.ts";

/** Pattern of the input key under which a tool takes a list of calls. */
export const BATCH_KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** Key beside the list of calls: one line about all of them in the agent's own words. */
export const BATCH_SUMMARY = "summary";
export const MAX_IN_ONE_CALL = 100;

/** Allowed tool names; other characters could make one name look like another. */
export const toolName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/, "letters, digits, `_`, `.` and `-` only, at most 128");
export const groupName = text(100)
  .min(1)
  .regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{N} _.:-]*[\p{L}\p{N}])?$/u,
    "letters, digits, spaces and `_.:-`, a letter or digit at both ends",
  );

export const toolDefinitionSchema = z.object({
  name: toolName,
  title: text(200).optional(),
  description: text(10_000),
  inputSchema: jsonObject.describe("JSON Schema 2020-12 of an object, without remote references"),
  effect: z.enum(EFFECTS).optional().describe("Default `unsafe`"),
  risk: risk.optional().describe("Without it the tool is “Not rated”, and counts as 3 unless its name says more"),
  group: text(100).min(1).optional().describe("Default `default`"),
  protectedKeys: z.array(text(200)).max(100).optional().describe("Top-level keys of the input that no edit may touch"),
  timeoutSeconds: z.number().int().min(1).max(86_400).optional().describe("Default 300"),
  previews: z.boolean().optional().describe("The worker answers requests for a preview"),
  batchKey: z
    .string()
    .regex(BATCH_KEY, "a letter, then letters, digits and `_`, at most 64")
    .optional()
    .describe("Agents call it with a list of inputs under this key, each an action of its own"),
  widget: toolWidgetSchema.optional().describe("The tool's own drawing of its proposals, shown beside their values"),
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;

const approverRole = z.enum(["approver", "admin"]);
const seconds = z.number().int().min(1).max(31_536_000);
const delivery = z.enum(["queue", "wait"]);
const onWaitEnd = z.enum(["park", "expire"]);

/** A group that contains a tool, and its setting for the tool's approval; null leaves the approval to the tool. */
export const groupOfToolSchema = z.object({ group: z.string(), approval: z.enum(GROUP_APPROVALS).nullable() });
export type GroupOfTool = z.infer<typeof groupOfToolSchema>;

/** Part of a tool's definition that an administrator should check; `danger` withholds the tool. */
export const findingSchema = z.object({
  severity: z.enum(["warning", "danger"]),
  message: z.string(),
  path: z.string().optional().describe("JSON Pointer into the definition"),
});
export type Finding = z.infer<typeof findingSchema>;

export const vettingSchema = z.object({
  state: z.enum(VETTING_STATES),
  findings: z.array(findingSchema),
  fingerprint: z
    .string()
    .nullable()
    .describe("SHA-256, hex, of the definition as last seen; null for tools of our own and of workers"),
  firstSeenAt: z.string(),
  changed: z
    .object({
      definition: jsonObject.describe("As last seen"),
      was: jsonObject.nullable().describe("As accepted; null where nobody did"),
    })
    .nullable()
    .describe("What waits to be accepted or vetted"),
});
export type Vetting = z.infer<typeof vettingSchema>;

export const toolSchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().describe("The tool's own words"),
  inputSchema: jsonObject.describe("Of one call; for agents of the whole list where there is a `batchKey`"),
  batchKey: z.string().nullable().optional().describe("Where agents call it with a list of inputs, its key"),
  effect: z.enum(EFFECTS),
  risk: risk.describe(
    "Limits, grants, expressions and places of decision go by it: 3 or more where nobody rated it, 5 unvetted",
  ),
  ratedRisk,
  effectiveRisk: risk.describe("Of `ratedRisk`, one level lower where a person approves every call, never below 1"),
  riskReasons: z.array(z.string()),
  riskSource: z.enum(["scored", "set"]).describe("`set`: an administrator's word"),
  approval: z.enum(APPROVALS),
  approvalWhen: z.string().nullable().describe("CEL expression; with approval `when`"),
  group: z.string().describe("The first of its groups"),
  groups: z.array(groupOfToolSchema),
  alias: z.string().nullable().describe("The name MCP clients see instead"),
  exposedName: z
    .string()
    .describe(
      "The name agents see: alias or name, rewritten where model providers would refuse it (64 letters, digits, `_`, `-`)",
    ),
  descriptionOverride: z.string().nullable(),
  promptTemplate: z.string().nullable(),
  approverRole: approverRole.nullable().describe("Least role of who may decide; null is approver"),
  approverIds: z.array(z.string()).describe("Only these people decide; empty for everybody of the role"),
  approvalRule: approvalRuleSchema.nullable().describe("Whose approvals it takes, where one is not enough"),
  routingRules: routingRules.describe("Further approvals and shorter times for the calls that meet a condition"),
  remindAfterSeconds: z.number().int().nullable(),
  escalateAfterSeconds: z.number().int().nullable(),
  escalateTo: approverList.nullable().describe("Who may decide, too, after that time"),
  protectedKeys: z.array(z.string()),
  lifetimeSeconds: z.number().int().nullable(),
  timeoutSeconds: z.number().int(),
  delivery: delivery.nullable(),
  waitSeconds: z.number().int().nullable(),
  onWaitEnd: onWaitEnd.nullable(),
  inClient: z.boolean().nullable().describe("Whether the person at an agent's client may answer; null: below risk 4"),
  needsSecondPerson: z
    .boolean()
    .describe("Nobody confirms its calls by an agent that acts for them, whatever the agent's `selfConfirmMaxRisk`"),
  afterReject: z.enum(AFTER_REJECT).describe("What the same call meets again after a person rejected it"),
  rejectReasons: z
    .array(z.string())
    .describe("What people choose from when they reject a call; empty: the inbox's own reasons"),
  enabled: z.boolean(),
  clientNeeds: z
    .array(z.string())
    .optional()
    .describe(
      "What it was seen to need of a client: `elicitation`, `sampling`, or `unlisted:` and the capabilities of a client to which its server does not list it",
    ),
  source: z.string().describe("`server`, the id of the worker key that registered it, or its upstream's"),
  upstream: z.string().nullable(),
  annotations: jsonObject.nullable().describe("What its upstream says of it; unverified"),
  vetting: vettingSchema,
  definitionHash: z.string(),
  updatedAt: z.string(),
});
export type Tool = z.infer<typeof toolSchema>;

/** Settings that an administrator may change. Lowering protection needs `confirm: true`. */
export const toolSettingsSchema = z.object({
  approval: z.enum(APPROVALS).optional(),
  approvalWhen: text(2000)
    .min(1)
    .nullable()
    .optional()
    .describe("CEL expression on `args`, `tool` and `agent`; true asks a person"),
  alias: toolName.nullable().optional(),
  descriptionOverride: text(10_000).min(1).nullable().optional(),
  promptTemplate: text(2000).min(1).nullable().optional().describe("`{toolName}` and `{args}` are filled in"),
  risk: risk.nullable().optional().describe("The tool is rated so then; null: as scored"),
  lifetimeSeconds: z.number().int().min(1).nullable().optional(),
  enabled: z.boolean().optional(),
  group: groupName.optional().describe("This group and no other"),
  groups: z
    .array(z.object({ group: groupName, approval: z.enum(GROUP_APPROVALS).nullable().optional() }))
    .min(1)
    .max(100)
    .optional(),
  approverRole: approverRole.nullable().optional(),
  approverIds: z.array(text(200).min(1)).max(100).optional(),
  approvalRule: approvalRuleSchema.nullable().optional().describe("Instead of `approverRole` and `approverIds`"),
  routingRules: routingRules.optional().describe("All of them; `[]` for none"),
  remindAfterSeconds: seconds.nullable().optional().describe("Those who may decide are reminded once, after that time"),
  escalateAfterSeconds: seconds.nullable().optional().describe("With `escalateTo`"),
  escalateTo: approverList.nullable().optional(),
  delivery: delivery.nullable().optional(),
  waitSeconds: z.number().int().min(0).max(600).nullable().optional(),
  onWaitEnd: onWaitEnd.nullable().optional(),
  inClient: z.boolean().nullable().optional(),
  needsSecondPerson: z.boolean().optional(),
  afterReject: z.enum(AFTER_REJECT).optional(),
  rejectReasons: rejectReasons.optional().describe("All of them; `[]` for the inbox's own reasons"),
  forgetClientNeeds: z.literal(true).optional().describe("Forgets `clientNeeds`; what is seen again is kept again"),
  acceptDefinition: text(64)
    .min(1)
    .optional()
    .describe("Fingerprint of the changed, withheld or unvetted definition to accept; the tool is vetted then"),
  confirm: z.boolean().optional(),
});
export type ToolSettings = z.infer<typeof toolSettingsSchema>;

export const MAX_CHANGED_TOOLS = 500;

/** Settings of several tools. All are changed or none. */
export const changeToolsSchema = z.object({
  tools: z
    .array(toolSettingsSchema.omit({ confirm: true, acceptDefinition: true }).extend({ name: toolName }))
    .min(1)
    .max(MAX_CHANGED_TOOLS)
    .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, "names a tool twice"),
  confirm: z.boolean().optional(),
});
export type ChangeTools = z.infer<typeof changeToolsSchema>;

/** Settings of an upstream's tool in `countersign.yaml`, by the tool's own name. Writing them there is the confirmation. */
export const upstreamToolSettingsSchema = toolSettingsSchema
  .omit({
    acceptDefinition: true,
    forgetClientNeeds: true,
    confirm: true,
    approverIds: true,
    approvalRule: true,
    routingRules: true,
    escalateAfterSeconds: true,
    escalateTo: true,
  })
  .strict();
export type UpstreamToolSettings = z.infer<typeof upstreamToolSettingsSchema>;

export const tryToolSchema = z.object({
  toolInput: jsonObject,
  agentId: text(100).min(1).optional().describe("The agent it is tried as; needed with `run`"),
  run: z.boolean().optional().describe("Really propose it, as that agent"),
});
export type TryTool = z.infer<typeof tryToolSchema>;

/** Result that an external client would get. */
export const triedToolSchema = z.object({
  verdict: z.enum(["runs", "asks", "refused"]),
  question: z.string().nullable().describe("What the person at the client is asked"),
  preview: jsonObject.nullable(),
  risk,
  ratedRisk,
  vetted,
  effectiveRisk: risk,
  reasons: z.array(z.string()).describe("Why it runs, asks or is refused, then what makes it risky"),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  pendingActionId: z.string().nullable().describe("Of the action, where it was really proposed"),
});
export type TriedTool = z.infer<typeof triedToolSchema>;
