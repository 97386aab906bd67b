import { z } from "zod";
import { risk } from "./action.ts";
import { json, jsonObject, text } from "./json.ts";
import { groupName, toolName } from "./tools.ts";
import { APPROVALS } from "./words.ts";

/** Network access of an author's tool: none, listed hosts, or any public host. */
export const STUDIO_NETWORKS = ["none", "hosts", "any"] as const;

export const studioAccessSchema = z.strictObject({
  network: z.enum(STUDIO_NETWORKS),
  hosts: z
    .array(text(300).min(1))
    .max(50)
    .describe("With `hosts`: `api.example.com`, `http://host:8080`, `*.example.com`; https where nothing else is said"),
  writes: z.boolean().describe("May send POST, PUT, PATCH and DELETE; else GET and HEAD only"),
  destructive: z.boolean().describe("The author says that it can destroy something"),
  allowPrivate: z.boolean().describe("With `hosts`: addresses of this machine and of private networks are allowed"),
});
export type StudioAccess = z.infer<typeof studioAccessSchema>;

export const studioLimitsSchema = z.strictObject({
  seconds: z.number().int().min(1).max(60),
  megabytes: z.number().int().min(16).max(128).describe("Of memory, the language's own included"),
});
export type StudioLimits = z.infer<typeof studioLimitsSchema>;

/** A tool as its author writes it. A test run covers `source`, `inputSchema`, `access` and `limits`. */
export const studioDraftSchema = z.strictObject({
  title: text(200).min(1).nullable(),
  description: text(10_000).min(1).describe("What agents read"),
  source: text(100_000).min(1).describe("JavaScript module: `export default async function (input, { fetch }) { … }`"),
  inputSchema: jsonObject.describe("JSON Schema 2020-12 of an object, without remote references"),
  access: studioAccessSchema,
  limits: studioLimitsSchema,
  risk: risk.nullable().describe("null: what follows from the access and the name; a number can only be higher"),
  approval: z
    .enum(["required", "never"])
    .nullable()
    .describe("null: `never` at risk 0, `required` above; `never` above 0 has to be confirmed"),
  promptTemplate: text(2000).min(1).nullable().describe("`{toolName}` and `{args}` are filled in"),
  group: groupName.describe("Where it is put when it is published first"),
});
export type StudioDraft = z.infer<typeof studioDraftSchema>;

const published = z.object({
  version: z.number().int(),
  publishedAt: z.string(),
  publishedBy: z.string(),
  isDraft: z.boolean().describe("The draft is what is published"),
});

export const studioSummarySchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  level: risk.describe("What follows from the access and the name"),
  tested: z.boolean().describe("A run of exactly this draft ended well"),
  published: published.nullable(),
  draftVersion: z.number().int(),
  updatedAt: z.string(),
  updatedBy: z.string(),
});
export type StudioSummary = z.infer<typeof studioSummarySchema>;

export const studioToolSchema = studioSummarySchema.extend({
  draft: studioDraftSchema,
  draftHash: z.string().describe("SHA-256, hex, of what is tested"),
  levelReasons: z.array(z.string()),
});
export type StudioTool = z.infer<typeof studioToolSchema>;

export const createStudioToolSchema = z.object({ name: toolName, draft: studioDraftSchema });
export type CreateStudioTool = z.infer<typeof createStudioToolSchema>;

const draftVersion = z.number().int().describe("As it was seen; refused when it is another one by now");

export const saveStudioDraftSchema = z.object({ draft: studioDraftSchema, draftVersion });
export type SaveStudioDraft = z.infer<typeof saveStudioDraftSchema>;

export const runStudioToolSchema = z.object({
  input: jsonObject,
  draftVersion,
  confirm: z.boolean().optional().describe("Needed where the tool may write: a test run really writes"),
});
export type RunStudioTool = z.infer<typeof runStudioToolSchema>;

/** Kinds of faults of a run. */
export const STUDIO_FAULTS = ["syntax", "failed", "time", "memory", "stack", "too_large", "unknown"] as const;

export const studioFaultSchema = z.object({
  code: z.enum(STUDIO_FAULTS),
  message: z.string(),
  line: z.number().int().nullable().describe("Of the source, from 1"),
  column: z.number().int().nullable(),
});
export type StudioFault = z.infer<typeof studioFaultSchema>;

export const studioRequestSchema = z.object({
  method: z.string(),
  url: z.string(),
  status: z.number().int().nullable(),
  refusal: z.string().nullable().describe("Why it was not sent, or what became of it"),
});
export type StudioRequest = z.infer<typeof studioRequestSchema>;

export const studioLogSchema = z.object({ level: z.enum(["log", "warn", "error"]), text: z.string() });
export type StudioLog = z.infer<typeof studioLogSchema>;

/** A recorded test run. */
export const studioRunSchema = z.object({
  id: z.string(),
  ok: z.boolean(),
  input: jsonObject,
  output: json.nullable(),
  error: studioFaultSchema.nullable(),
  logs: z.array(studioLogSchema),
  requests: z.array(studioRequestSchema),
  durationMs: z.number().int(),
  draftHash: z.string().describe("Of what ran"),
  isDraft: z.boolean().describe("What ran is the draft as it is now"),
  at: z.string(),
  by: z.string(),
});
export type StudioRun = z.infer<typeof studioRunSchema>;

/** Effects of publishing the current draft. */
export const studioPublicationSchema = z.object({
  version: z.number().int().describe("The number it would get"),
  blockers: z.array(z.string()).describe("What has to be done before; empty: it can be published"),
  changes: z.array(z.string()),
  lowered: z.array(z.string()).describe("What of the protection is less after it; then `confirm: true` is needed"),
  risk,
  approval: z.enum(APPROVALS),
  ends: z.number().int().describe("Open calls of the former version that would end without having run"),
});
export type StudioPublication = z.infer<typeof studioPublicationSchema>;

export const publishStudioToolSchema = z.object({ draftVersion, confirm: z.boolean().optional() });
export type PublishStudioTool = z.infer<typeof publishStudioToolSchema>;

export const studioVersionSchema = z.object({
  version: z.number().int(),
  draft: studioDraftSchema,
  draftHash: z.string(),
  definitionHash: z.string(),
  runId: z.string().describe("The run that it was published on"),
  publishedAt: z.string(),
  publishedBy: z.string(),
});
export type StudioVersion = z.infer<typeof studioVersionSchema>;

export const restoreStudioVersionSchema = z.object({ draftVersion });
export type RestoreStudioVersion = z.infer<typeof restoreStudioVersionSchema>;
