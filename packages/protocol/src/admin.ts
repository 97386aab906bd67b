import { z } from "zod";
import { principalSchema, risk } from "./action.ts";
import { teamName } from "./approval-rule.ts";
import { jsonObject, text } from "./json.ts";
import { ROLES, TOKEN_SCOPES } from "./words.ts";

const instant = z.iso.datetime({ offset: true });
const allowedAddresses = z
  .array(text(100).min(1))
  .max(100)
  .describe("Addresses and networks (CIDR), IPv4 or IPv6, from which the key is accepted; empty: from anywhere");

export const createKeySchema = z.object({
  kind: z.enum(["agent", "worker", "user"]),
  name: text(200).min(1),
  groups: z.array(text(100).min(1)).max(100).optional().describe("Agent keys only; default [`default`]"),
  role: z.enum(ROLES).optional().describe("User tokens only; at most the maker's own role"),
  scope: z
    .enum(TOKEN_SCOPES)
    .optional()
    .describe(
      "User tokens only; default `manage`. `decide` decides without a terminal: an administrator's own, with `confirm`",
    ),
  maxRisk: risk.nullable().optional().describe("Agent keys only; tools above it are neither listed nor callable"),
  expiresAt: instant.optional().describe("The key is refused from then on; default: never"),
  allowedAddresses: allowedAddresses.optional().describe("Default: from anywhere"),
  confirm: z
    .boolean()
    .optional()
    .describe("Needed for a token that decides, and where an agent's groups let it call a tool without approval"),
});
export const createdKeySchema = z.object({ id: z.string(), key: z.string().describe("Shown this once") });

/** Omitted settings stay. A later expiry or none, and more addresses, lower protection and need `confirm: true`. */
export const changeKeySchema = z.object({
  expiresAt: instant.nullable().optional().describe("The key is refused from then on; null: never"),
  allowedAddresses: allowedAddresses.optional(),
  confirm: z.boolean().optional(),
});
export type ChangeKey = z.infer<typeof changeKeySchema>;

/** Default of `overlapSeconds`: a day. */
export const DEFAULT_OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 7 * 86_400;
export const rotateKeySchema = z.object({
  overlapSeconds: z
    .number()
    .int()
    .min(0)
    .max(MAX_OVERLAP_SECONDS)
    .optional()
    .describe("How long the former key stays valid; default a day; 0: it ends at once"),
  expiresAt: instant
    .nullable()
    .optional()
    .describe("When the new key expires; default: it lasts as long as the former one did. null: never"),
  confirm: z.boolean().optional().describe("Needed if the new key lasts longer than the former one did"),
});
export type RotateKey = z.infer<typeof rotateKeySchema>;

/** The key that a rotation replaced, while it is valid. */
export const formerKeySchema = z.object({
  prefix: z.string(),
  replacedAt: z.string(),
  validUntil: z.string(),
  lastUsedAt: z.string().nullable(),
});

export const keySchema = z.object({
  id: z.string(),
  kind: z.enum(["agent", "worker", "user"]),
  name: z.string(),
  groups: z.array(z.string()),
  role: z.enum(ROLES).nullable(),
  scope: z.enum(TOKEN_SCOPES).nullable().describe("What a person's token may do at most; null for agents and workers"),
  expiresAt: z.string().nullable().describe("The key is refused from then on; null: never"),
  allowedAddresses: z.array(z.string()).describe("From which the key is accepted; empty: from anywhere"),
  prefix: z.string().describe("First characters of the key; empty for an agent that signs in by OAuth"),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  formerKey: formerKeySchema.nullable().describe("The key that this one replaced, while it is valid too"),
  lastRefused: z
    .object({ at: z.string(), address: z.string() })
    .nullable()
    .describe("The last request with this key from an address that it does not allow"),
});
export type Key = z.infer<typeof keySchema>;

export const memberSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  teams: z.array(teamName).describe("In alphabetical order"),
  createdAt: z.string(),
  countsFrom: z
    .string()
    .nullable()
    .describe("If the role was raised or a team added lately: when approval rules begin to count it; else null"),
  breakGlass: z.boolean().describe("Has the right to approve any action alone, at once, in an emergency"),
  mayBreakGlass: z.boolean().describe("That right counts now"),
  managedBy: z
    .string()
    .nullable()
    .describe("Name of the sign-in provider whose groups set role and teams; null: administrators set them"),
});
export type Member = z.infer<typeof memberSchema>;
const teams = z.array(teamName).max(20).describe("All teams of the person");
export const addMemberSchema = z.object({
  email: z.string().email(),
  name: text(200).min(1),
  role: z.enum(ROLES),
  teams: teams.optional(),
  confirm: z.boolean().optional().describe("Needed for whoever will decide, the roles approver and admin, and with teams"),
});
/** Omitted settings stay unchanged. */
export const changeMemberSchema = z.object({
  role: z.enum(ROLES).optional(),
  teams: teams.optional(),
  breakGlass: z.boolean().optional(),
  confirm: z.boolean().optional().describe("Needed where the role is raised, a team added or the glass may be broken"),
});

export const workspaceSettingsSchema = z.object({
  newApproverWaitSeconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .nullable()
    .describe(
      "How long approval rules do not count a raised role or a new team; null: a day, and nothing in the workspace's first",
    ),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;
/** Omitted settings stay unchanged. Lowering protection needs `confirm: true`. */
export const changeWorkspaceSettingsSchema = workspaceSettingsSchema.partial().extend({ confirm: z.boolean().optional() });
export type ChangeWorkspaceSettings = z.infer<typeof changeWorkspaceSettingsSchema>;

export const meSchema = z.object({
  principal: principalSchema,
  workspaceId: z.string(),
  workspaces: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
  role: z.enum(ROLES).nullable(),
  email: z.string().nullable(),
  needsPassword: z.boolean(),
  features: z.array(z.string()).describe("Parts of the server beside the gate that it runs, e.g. `chat`"),
});
export type Me = z.infer<typeof meSchema>;

/** A browser in which a person is signed in: `GET /api/auth/sessions`. */
export interface BrowserSession {
  id: string;
  /** As the browser named itself; null if it did not. */
  userAgent: string | null;
  /** Network address at the sign-in; null if unknown. */
  address: string | null;
  /** ISO 8601. */
  signedInAt: string;
  /** ISO 8601. */
  expiresAt: string;
  /** The session that asks. */
  isCurrent: boolean;
}

export const auditEntrySchema = z.object({
  seq: z.number().int(),
  at: z.string(),
  kind: z.string(),
  actionId: z.string().nullable(),
  by: principalSchema,
  data: jsonObject,
  text: z.string().describe("`data` as the very text that was hashed"),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const commandLineSchema = z.object({
  command: z
    .array(z.string())
    .readonly()
    .nullable()
    .describe("Program and arguments; null when the caller is on another machine"),
  importCommand: z
    .array(z.string())
    .readonly()
    .nullable()
    .optional()
    .describe("The same for `countersign import`, with its options and without the file"),
  importsHere: z.boolean().optional().describe("An administrator may import a client's settings in the inbox"),
});
export type CommandLine = z.infer<typeof commandLineSchema>;

/** Content of `agent.json` and of the `--json` line of `countersign start`. For agents: no credential here can decide. */
export const credentialsSchema = z.object({
  url: z.string(),
  mcpUrl: z.string(),
  workspaceId: z.string(),
  agentKey: z.string(),
});
export type Credentials = z.infer<typeof credentialsSchema>;
