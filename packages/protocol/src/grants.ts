import { z } from "zod";
import { text } from "./json.ts";
import { toolName } from "./tools.ts";
import { ACTION_STATUSES, GRANT_STATES } from "./words.ts";

const person = z.object({ id: z.string(), name: z.string() });
const call = {
  toolName,
  agentId: text(100).min(1),
  allowWhen: text(2000)
    .min(1)
    .describe("CEL expression on `args`, `tool` and `agent`; only what it is true for passes, whatever it cannot judge asks"),
};

/** An administrator's permission for an agent's calls to run without a person, limited in uses and time. */
export const grantSchema = z.object({
  id: z.string(),
  toolName: z.string(),
  agent: person,
  allowWhen: z.string(),
  note: z.string().nullable(),
  maxUses: z.number().int(),
  uses: z.number().int(),
  expiresAt: z.string(),
  state: z.enum(GRANT_STATES),
  writtenBy: person,
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
  revokedBy: person.nullable(),
});
export type Grant = z.infer<typeof grantSchema>;

export const writeGrantSchema = z.object({
  ...call,
  maxUses: z.number().int().min(1).max(1000),
  expiresInSeconds: z
    .number()
    .int()
    .min(60)
    .max(90 * 86_400),
  note: text(500).min(1).optional().describe("Why it is given; for people"),
  confirm: z.boolean().optional(),
});
export type WriteGrant = z.infer<typeof writeGrantSchema>;

export const previewGrantSchema = z.object(call);
export type PreviewGrant = z.infer<typeof previewGrantSchema>;

/** Past calls of the agent that a grant would have allowed. */
export const grantPreviewSchema = z.object({
  days: z.number().int(),
  looked: z.number().int().describe("Calls of the tool by the agent that were looked at, newest first"),
  complete: z.boolean().describe("False where there were more than could be looked at"),
  allowed: z.number().int(),
  byStatus: z
    .array(z.object({ status: z.enum(ACTION_STATUSES), allowed: z.number().int() }))
    .describe("What became of those it would have let pass; people said no to `rejected` and `refined` ones"),
  items: z
    .array(z.object({ pendingActionId: z.string(), status: z.enum(ACTION_STATUSES), createdAt: z.string() }))
    .describe("Of those it would have let pass the first that people said no to, then the newest"),
});
export type GrantPreview = z.infer<typeof grantPreviewSchema>;
