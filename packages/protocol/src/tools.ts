import { z } from "zod";
import { jsonObject, text } from "./json.ts";
import { risk } from "./action.ts";
import { APPROVALS, EFFECTS } from "./words.ts";

/** Names a tool may have; anything else could be read as another tool's name. */
export const toolName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/, "letters, digits, `_`, `.` and `-` only, at most 128");

export const toolDefinitionSchema = z.object({
  name: toolName,
  title: text(200).optional(),
  description: text(10_000),
  inputSchema: jsonObject.describe("JSON Schema 2020-12 of an object, without remote references"),
  effect: z.enum(EFFECTS).optional().describe("Default `unsafe`"),
  risk: risk.optional().describe("Default 2"),
  group: text(100).min(1).optional().describe("Default `default`"),
  protectedKeys: z.array(text(200)).max(100).optional().describe("Top-level keys of the input that no edit may touch"),
  timeoutSeconds: z.number().int().min(1).max(86_400).optional().describe("Default 300"),
  previews: z.boolean().optional().describe("The worker answers requests for a preview"),
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;

export const toolSchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  inputSchema: jsonObject,
  effect: z.enum(EFFECTS),
  risk,
  approval: z.enum(APPROVALS),
  group: z.string(),
  protectedKeys: z.array(z.string()),
  lifetimeSeconds: z.number().int().nullable(),
  timeoutSeconds: z.number().int(),
  enabled: z.boolean(),
  source: z.string().describe("`server` or the id of the worker key that registered it"),
  definitionHash: z.string(),
  updatedAt: z.string(),
});
export type Tool = z.infer<typeof toolSchema>;

/** What an administrator may change. Lowering protection needs `confirm: true`. */
export const toolSettingsSchema = z.object({
  approval: z.enum(APPROVALS).optional(),
  group: text(100).min(1).optional(),
  risk: risk.optional(),
  lifetimeSeconds: z.number().int().min(1).nullable().optional(),
  enabled: z.boolean().optional(),
  confirm: z.boolean().optional(),
});
export type ToolSettings = z.infer<typeof toolSettingsSchema>;
