import type { createdKeySchema, createKeySchema, Key, TokenScope } from "@countersign/protocol";
import type { Kysely, Selectable } from "kysely";
import { sql } from "kysely";
import type { z } from "zod";
import { judgeLowering, requireConfirm } from "../core/judge-lowering.ts";
import { hasRole, hasScope, type Principal } from "../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../core/refusal.ts";
import { lockAuditHead } from "../store/statements/audit-events.ts";
import { readProtections } from "../store/statements/protections.ts";
import type { Actor } from "../store/statements/row.ts";
import type { ApiKeyTable, Schema } from "../store/schema.ts";
import { refuseImitation } from "../store/statements/refuse-imitation.ts";
import { withoutPeople, type People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";
import { findLimitFaults, storedAddresses } from "./limit-faults.ts";
import { hashSecret, KEY_PREFIXES, makeId, makeSecret, shownPrefix } from "./secret-token.ts";

export type CreateKeyRequest = z.infer<typeof createKeySchema>;
export type CreatedKey = z.infer<typeof createdKeySchema>;

const DEFAULT_GROUPS = ["default"];
export const NO_SUCH_KEY = "There is no such key in this workspace.";

/** Creates a key; its text is returned only here. Administrators create agent and worker keys, people their own tokens. */
export async function createKey(people: People, by: Principal, request: CreateKeyRequest): Promise<Result<CreatedKey>> {
  const refusal = refuseKey(by, request);
  if (refusal) return { ok: false, refusal };
  const { kind, name, groups, role, scope, maxRisk, expiresAt, allowedAddresses, confirm } = request;
  const key = {
    workspaceId: by.workspaceId,
    kind,
    name,
    groups: kind === "agent" ? (groups ?? DEFAULT_GROUPS) : [],
    role: kind === "user" ? (role ?? by.role) : null,
    userId: kind === "user" ? by.id : null,
    maxRisk: maxRisk ?? null,
    scope: kind === "user" ? (scope ?? "manage") : null,
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    ...(allowedAddresses !== undefined && { allowedAddresses: storedAddresses(allowedAddresses) }),
  };
  return people.transaction().execute(async (transaction) => {
    const db = withoutPeople(transaction);
    if (kind !== "user") {
      await lockAuditHead(db, key.workspaceId);
      const imitates = await refuseImitation(db, key.workspaceId, { kind, name });
      if (imitates) return { ok: false, refusal: imitates };
    }
    const { lowered, refusal } = kind === "agent" ? await judgeAgent(db, key, confirm) : { lowered: [] };
    return refusal ? { ok: false, refusal } : ok(await insertKey(transaction, by, key, lowered));
  });
}

/** A new agent lowers protection if its groups allow calls without a person. */
async function judgeAgent(db: Kysely<Schema>, key: NewKey, confirm: boolean | undefined) {
  const before = await readProtections(db, key.workspaceId);
  const agent = {
    id: "",
    name: key.name,
    groups: key.groups,
    maxRisk: key.maxRisk ?? null,
    inClient: false,
    actsFor: null,
    selfConfirmMaxRisk: null,
  };
  return judgeLowering(before, { ...before, agents: [...before.agents, agent] }, confirm);
}

type NewKey = Pick<ApiKeyTable, "workspaceId" | "kind" | "name" | "groups" | "role" | "userId"> & {
  maxRisk?: number | null;
  scope?: TokenScope | null;
  /** Seconds until the key expires. */
  lifetimeSeconds?: number;
  expiresAt?: Date;
  allowedAddresses?: string[] | null;
};

function refuseKey(by: Principal, request: CreateKeyRequest): Refusal | undefined {
  const { kind, groups, role, scope, confirm, maxRisk } = request;
  if (!hasRole(by, kind === "user" ? "viewer" : "admin")) {
    return refuse(
      "FORBIDDEN",
      kind === "user" ? "Only people can have tokens." : "Only an administrator can create keys for agents and workers.",
    ).refusal;
  }
  const faults = findLimitFaults(request);
  if (faults) return faults;
  const misplaced = [
    ...(kind !== "user" && role !== undefined ? [{ path: "/role", message: `a key of kind ${kind} has no role` }] : []),
    ...(kind !== "user" && scope !== undefined ? [{ path: "/scope", message: `a key of kind ${kind} has no scope` }] : []),
    ...(kind !== "agent" && groups !== undefined ? [{ path: "/groups", message: `a key of kind ${kind} has no groups` }] : []),
    ...(kind !== "agent" && maxRisk !== undefined
      ? [{ path: "/maxRisk", message: `a key of kind ${kind} cannot call tools` }]
      : []),
  ];
  if (misplaced.length > 0)
    return refuse("INVALID_INPUT", "These settings do not apply to this kind of key.", { errors: misplaced }).refusal;
  if (role !== undefined && !hasRole(by, role))
    return refuse("FORBIDDEN", "A token cannot have more permissions than its owner.").refusal;
  if (kind !== "user") return undefined;
  if (by.isLimited) return refuse("FORBIDDEN", LIMITED).refusal;
  if (!hasScope(by, scope ?? "manage")) {
    return refuse(
      "FORBIDDEN",
      "A token cannot create a token with more permissions than its own. Sign in to the inbox and create it there.",
    ).refusal;
  }
  return scope === "decide" ? refuseDeciding(by, confirm) : undefined;
}

const LIMITED =
  "A token that expires, or that is accepted from some addresses only, cannot create another token. Sign in to the inbox and create it there.";

/** Such a token decides with nobody at a terminal; any program that can read the token can use it. */
function refuseDeciding(by: Principal, confirm: boolean | undefined): Refusal | undefined {
  if (!hasRole(by, "admin"))
    return refuse("FORBIDDEN", "Only an administrator can create a token for unattended decisions.").refusal;
  return requireConfirm(["anyone who has this token can decide without a password"], confirm).refusal;
}

/** Must run in the transaction of its caller, which also records the change. */
export async function insertKey(
  transaction: People,
  by: Actor,
  given: NewKey,
  lowered: readonly string[] = [],
): Promise<CreatedKey> {
  const id = makeId("key");
  const { lifetimeSeconds, expiresAt: until, ...key } = given;
  const secret = makeSecret(KEY_PREFIXES[key.kind]);
  const expiresAt =
    lifetimeSeconds === undefined ? (until ?? null) : sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`;
  await transaction
    .insertInto("apiKey")
    .values({ ...key, scope: key.scope ?? null, id, tokenHash: hashSecret(secret), prefix: shownPrefix(secret), expiresAt })
    .execute();
  const { workspaceId, kind, groups, role } = key;
  const data = {
    keyId: id,
    kind,
    name: key.name,
    groups,
    role,
    ...(key.scope && { scope: key.scope }),
    ...(until && { expiresAt: until.toISOString() }),
    ...(key.allowedAddresses && { allowedAddresses: key.allowedAddresses }),
    ...(typeof key.maxRisk !== "number" ? {} : { maxRisk: key.maxRisk }),
    ...(lowered.length > 0 ? { lowered: [...lowered] } : {}),
  };
  await recordChange(transaction, { workspaceId, kind: "key.created", actor: by, data, settings: [["api_key", id]] });
  return { id, key: secret };
}

/** Lists all keys for an administrator, and a person's own tokens for others; newest first. Tokens that expired are omitted. */
export async function listKeys(people: People, by: Principal): Promise<Result<Key[]>> {
  if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read keys.");
  const rows = await visibleKeys(people, by)
    .where((where) =>
      where.or([where("kind", "<>", "user"), where("expiresAt", "is", null), where("expiresAt", ">", sql<Date>`now()`)]),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
  return ok(rows.map(toWire));
}

const visibleKeys = (people: People, by: Principal) => {
  const keys = people.selectFrom("apiKey").selectAll().where("workspaceId", "=", by.workspaceId);
  return hasRole(by, "admin") ? keys : keys.where("userId", "=", by.id);
};

export async function revokeKey(people: People, by: Principal, id: string): Promise<Result<Key>> {
  if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can revoke keys.");
  return people.transaction().execute(async (transaction) => {
    await lockAuditHead(withoutPeople(transaction), by.workspaceId);
    const key = await visibleKeys(transaction, by).where("id", "=", id).forUpdate().executeTakeFirst();
    if (!key) return refuse("NOT_FOUND", NO_SUCH_KEY);
    if (key.revokedAt !== null) return refuse("INVALID_STATE", "This key is already revoked.");
    const revoked = await transaction
      .updateTable("apiKey")
      .set({ revokedAt: sql<Date>`now()` })
      .where("workspaceId", "=", by.workspaceId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const data = { keyId: id, kind: key.kind, name: key.name };
    await recordChange(transaction, {
      workspaceId: by.workspaceId,
      kind: "key.revoked",
      actor: by,
      data,
      settings: [["api_key", id]],
    });
    return ok(toWire(revoked));
  });
}

export const toWire = (row: Selectable<ApiKeyTable>): Key => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  groups: row.groups,
  role: row.role,
  scope: row.scope,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  allowedAddresses: row.allowedAddresses ?? [],
  prefix: row.prefix,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  formerKey: toFormerKey(row),
  lastRefused: row.refusedAt && { at: row.refusedAt.toISOString(), address: row.refusedFrom ?? "" },
});

function toFormerKey({ formerPrefix, rotatedAt, formerUntil, formerUsedAt }: Selectable<ApiKeyTable>): Key["formerKey"] {
  if (formerPrefix === null || rotatedAt === null || formerUntil === null || formerUntil.getTime() <= Date.now()) return null;
  return {
    prefix: formerPrefix,
    replacedAt: rotatedAt.toISOString(),
    validUntil: formerUntil.toISOString(),
    lastUsedAt: formerUsedAt?.toISOString() ?? null,
  };
}
