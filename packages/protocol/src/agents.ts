import { z } from "zod";
import { risk } from "./action.ts";
import { text } from "./json.ts";
import { groupName } from "./tools.ts";

/** An agent is identified by its API key. */
export const agentSchema = z.object({
  id: z.string(),
  name: z.string(),
  groups: z.array(z.string()),
  inClient: z.boolean().describe("Allow approval in the agent's client"),
  maxRisk: risk.nullable().describe("Tools above it are neither listed nor callable"),
  actsFor: z
    .string()
    .nullable()
    .describe("Id of the person it acts for, who decides on none of its calls above `selfConfirmMaxRisk`"),
  selfConfirmMaxRisk: risk
    .nullable()
    .describe("The person it acts for may confirm its calls of tools up to this risk themselves; null: none"),
  oauthClientId: z
    .string()
    .nullable()
    .describe("Client that the person it acts for connected by OAuth; null for an agent with a key"),
  privateSessions: z.boolean().describe("Of people, only the person it acts for and administrators read its sessions"),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  pending: z.number().int().describe("Its actions that wait for a person"),
});
export type Agent = z.infer<typeof agentSchema>;

/** Omitted settings stay unchanged. Lowering protection needs `confirm: true`. */
export const changeAgentSchema = z.object({
  name: text(200).min(1).optional(),
  groups: z.array(groupName).max(100).optional(),
  inClient: z.boolean().optional(),
  maxRisk: risk.nullable().optional(),
  actsFor: text(200)
    .min(1)
    .nullable()
    .optional()
    .describe("Another person sets `selfConfirmMaxRisk` to null, unless it is given"),
  selfConfirmMaxRisk: risk.nullable().optional().describe("Needs `actsFor`"),
  privateSessions: z.boolean().optional(),
  confirm: z.boolean().optional(),
});
export type ChangeAgent = z.infer<typeof changeAgentSchema>;
