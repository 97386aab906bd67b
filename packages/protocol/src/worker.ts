import { z } from "zod";
import { actionSummarySchema } from "./action.ts";
import { json, jsonObject, text } from "./json.ts";
import { toolDefinitionSchema, toolName, toolSchema } from "./tools.ts";

export const registerToolsSchema = z.object({ tools: z.array(toolDefinitionSchema).min(1).max(200) });
export const registeredToolsSchema = z.object({ tools: z.array(toolSchema) });

export const claimRequestSchema = z.object({
  tools: z.array(toolName).min(1).max(200),
  waitSeconds: z.number().min(0).max(60).optional(),
  limit: z.number().int().min(0).max(100).optional().describe("How many executions; 0 asks for previews only"),
});

/** One execution handed to a worker. `id` is its fencing token; every later report must include it. */
export const claimSchema = z.object({
  id: z.string(),
  action: actionSummarySchema,
  effectiveInput: jsonObject,
  idempotencyKey: z.string().describe("`act_<id>`, the same for every attempt"),
  attempt: z.number().int(),
  leaseSeconds: z.number(),
  timeoutSeconds: z.number(),
  reconcile: z.boolean().describe("An earlier attempt was lost: look up by key before running"),
});
export type Claim = z.infer<typeof claimSchema>;

/** Request for a preview by a worker. The preview is derived from the input; computing it must not change anything. */
export const previewRequestSchema = z.object({
  pendingActionId: z.string(),
  toolName: z.string(),
  version: z.number().int(),
  input: jsonObject,
});
export type PreviewRequest = z.infer<typeof previewRequestSchema>;

export const claimsSchema = z.object({ claims: z.array(claimSchema), previews: z.array(previewRequestSchema) });
export type Claims = z.infer<typeof claimsSchema>;

export const heartbeatSchema = z.object({ leaseSeconds: z.number() });
export const completeSchema = z.object({ result: json });
export const failSchema = z.object({
  error: z.object({
    code: z.enum(["handler", "timeout", "invalid", "stale", "forbidden", "outcome_unknown"]),
    message: text(10_000),
  }),
});
