import { z } from "zod";
import { RECORD_KINDS } from "./words.ts";
import { jsonObject, text } from "./json.ts";
import { unmaskedNames, upstreamPrefix } from "./upstreams.ts";

/** `disabled` is set by an administrator. With `problem`, the connection's tools are unavailable. */
export const CONNECTION_STATUSES = ["ready", "problem", "disabled"] as const;

/** A kind of service whose tools the gate can offer. A workspace configures connections to it. */
export const connectorSchema = z.object({
  name: z.string(),
  title: z.string(),
  settings: jsonObject.describe("JSON Schema of a connection's settings"),
  credentials: jsonObject.describe("JSON Schema of its credentials; without properties where the service asks for none"),
  carriesNotifications: z.boolean().describe("Its connections tell people or programs of actions, and bring no tools"),
  saysWhoIsOnCall: z.boolean().describe("Its connections put whoever is on call in a team, and bring no tools"),
  hasAccounts: z.boolean().describe("A person can allow the access at the service, see `/api/connections/{id}/authorization`"),
});
export type ConnectorKind = z.infer<typeof connectorSchema>;

/** A workspace's connection to a service. Contains no credential values. */
export const connectionSchema = z.object({
  id: z.string(),
  connector: z.string(),
  name: z.string(),
  prefix: z.string().describe("Put before its tools' names with `_`; empty for none"),
  settings: jsonObject,
  credentialFields: z.array(z.string()).describe("Which are set; their values are never shown"),
  unmasked: unmaskedNames,
  allowPrivate: z.boolean().describe("Addresses of this machine and of private networks are allowed"),
  enabled: z.boolean(),
  status: z.enum(CONNECTION_STATUSES),
  problem: z.string().nullable().describe("Why its tools are not at hand, or its schedule cannot be read, and what to do"),
  tools: z.array(z.string()).describe("Names on the gate"),
  withheld: z.array(z.object({ name: z.string(), reason: z.string() })).describe("Tools it cannot bring, and why"),
  onCall: z
    .object({
      people: z.array(z.object({ id: z.string(), name: z.string() })).describe("Members on call, who are in the on-call team"),
      ignored: z
        .array(z.string())
        .describe(
          "Mail addresses on call that are of no member of the team who may decide, so that they are not in the on-call team",
        ),
      startsAt: z
        .string()
        .nullable()
        .describe("When the waiting period for new approvers ends; nobody is on call before. Null afterwards"),
    })
    .nullable()
    .describe("Who is on call by its schedule; null for other connections, and until the schedule was read first"),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Connection = z.infer<typeof connectionSchema>;

const changeable = {
  name: text(100).min(1).describe("For people"),
  prefix: upstreamPrefix.describe("Put before its tools' names with `_`; empty for none"),
  settings: jsonObject.describe("As the connector's schema says; no secret belongs here"),
  credentials: jsonObject.describe("As the connector's schema says; kept encrypted and never shown again"),
  enabled: z.boolean(),
  allowPrivate: z.boolean(),
  confirm: z.boolean().describe("Needed with what lowers protection, such as `allowPrivate` or another on-call team"),
};

export const createConnectionSchema = z.object({
  connector: z.string(),
  name: changeable.name,
  prefix: changeable.prefix.optional().describe("Default none; a second connection of the same connector needs one"),
  settings: changeable.settings.optional(),
  credentials: changeable.credentials.optional(),
  enabled: changeable.enabled.optional(),
  allowPrivate: changeable.allowPrivate.optional(),
  confirm: changeable.confirm.optional(),
});
export type CreateConnection = z.infer<typeof createConnectionSchema>;

export const changeConnectionSchema = z.object({
  version: z.number().int().optional().describe("As it was seen; refused when it is another one by now"),
  name: changeable.name.optional(),
  prefix: changeable.prefix.optional(),
  settings: changeable.settings.optional(),
  credentials: changeable.credentials.optional().describe("Replaces all; another address needs them again"),
  enabled: changeable.enabled.optional(),
  allowPrivate: changeable.allowPrivate.optional(),
  confirm: changeable.confirm.optional(),
});
export type ChangeConnection = z.infer<typeof changeConnectionSchema>;

/** Result of a connection test: the account as which the service identifies us, or the failure. */
export const connectionTestSchema = z.object({
  ok: z.boolean(),
  as: z.string().nullable().describe("Completes “Connected as …”"),
  code: z
    .string()
    .nullable()
    .describe("`auth`, `not_found`, `rate_limit`, `validation`, `network`, `timeout`, `server`, `settings`"),
  message: z.string().nullable().describe("What went wrong and what to do"),
});
export type ConnectionTestResult = z.infer<typeof connectionTestSchema>;

/** Page at the service where an administrator grants access to their account. */
export const authorizationSchema = z.object({ url: z.string().describe("At the service; good for ten minutes") });
export type Authorization = z.infer<typeof authorizationSchema>;

export const finishAuthorizationSchema = z.object({
  query: text(8000).min(1).describe("Of the address the service sent the person back to: `state=…&code=…`"),
});

/** An item that an approved call of the workspace's built-in tools saved. */
export const savedRecordSchema = z.object({
  actionId: z.string(),
  position: z.number().int().describe("Place in the call"),
  kind: z.enum(RECORD_KINDS),
  title: z.string(),
  data: jsonObject.describe("The item as it was approved"),
  savedAt: z.string(),
});
export type SavedRecord = z.infer<typeof savedRecordSchema>;
