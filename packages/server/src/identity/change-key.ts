import { DEFAULT_OVERLAP_SECONDS, type ChangeKey, type Key, type RotateKey } from "@countersign/protocol";
import { sql, type Selectable, type UpdateObject } from "kysely";
import { requireConfirm } from "../core/judge-lowering.ts";
import { hasRole, type Principal } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { lockAuditHead } from "../store/statements/audit-events.ts";
import type { ApiKeyTable, Schema } from "../store/schema.ts";
import { areWithin } from "./address-list.ts";
import { NO_SUCH_KEY, toWire, type CreatedKey } from "./keys.ts";
import { findLimitFaults, storedAddresses } from "./limit-faults.ts";
import { withoutPeople, type People } from "./people-tables.ts";
import { recordChange, type ChangeKind } from "./record-change.ts";
import { hashSecret, KEY_PREFIXES, makeSecret, shownPrefix } from "./secret-token.ts";

/*
 * Changes of the keys of agents and workers. An agent and a worker are their row, so a rotation replaces the secret in the row:
 * groups, grants and sessions stay, and at most two secrets are valid, the present one and the one before it.
 */

type KeyRow = Selectable<ApiKeyTable>;

export async function changeKey(people: People, by: Principal, id: string, change: ChangeKey): Promise<Result<Key>> {
  const faults = findLimitFaults(change);
  if (faults) return { ok: false, refusal: faults };
  return withKey(people, by, id, async (transaction, row) => {
    const { expiresAt, allowedAddresses, confirm } = change;
    const values = {
      ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
      ...(allowedAddresses !== undefined && { allowedAddresses: storedAddresses(allowedAddresses) }),
    };
    if (Object.keys(values).length === 0) return ok(toWire(row));
    const { lowered, refusal } = requireConfirm(findLowered(row, { ...row, ...values }), confirm);
    if (refusal) return { ok: false, refusal };
    const changed = await update(transaction, row, values);
    await record(transaction, by, "key.changed", row, { ...toldOf(changed), ...toldLowered(lowered) });
    return ok(toWire(changed));
  });
}

export async function rotateKey(people: People, by: Principal, id: string, request: RotateKey): Promise<Result<CreatedKey>> {
  const faults = findLimitFaults(request);
  if (faults) return { ok: false, refusal: faults };
  return withKey(people, by, id, async (transaction, row) => {
    const { overlapSeconds = DEFAULT_OVERLAP_SECONDS, confirm } = request;
    const usual = renewed(row);
    const expiresAt = request.expiresAt === undefined ? usual : request.expiresAt === null ? null : new Date(request.expiresAt);
    const { lowered, refusal } = requireConfirm(findLowered({ ...row, expiresAt: usual }, { ...row, expiresAt }), confirm);
    if (refusal) return { ok: false, refusal };
    const secret = makeSecret(KEY_PREFIXES[row.kind]);
    const changed = await update(transaction, row, {
      tokenHash: hashSecret(secret),
      prefix: shownPrefix(secret),
      expiresAt,
      lastUsedAt: null,
      rotatedAt: sql<Date>`now()`,
      formerHash: row.tokenHash,
      formerPrefix: row.prefix,
      // A key does not outlive its own expiry by being replaced.
      formerUntil: sql<Date>`least(now() + make_interval(secs => ${overlapSeconds}), expires_at)`,
      formerUsedAt: row.lastUsedAt,
    });
    const told = { formerUntil: changed.formerUntil!.toISOString(), ...toldOf(changed), ...toldLowered(lowered) };
    await record(transaction, by, "key.rotated", row, told);
    return ok({ id, key: secret });
  });
}

export const endFormerKey = (people: People, by: Principal, id: string): Promise<Result<Key>> =>
  withKey(people, by, id, async (transaction, row) => {
    if (toWire(row).formerKey === null) return refuse("INVALID_STATE", "The key before this one has ended already.");
    const changed = await update(transaction, row, { formerUntil: sql<Date>`now()` });
    await record(transaction, by, "key.former_ended", row, {});
    return ok(toWire(changed));
  });

/** Locks a key that can be changed, in the transaction of the change. */
async function withKey<T>(
  people: People,
  by: Principal,
  id: string,
  change: (transaction: People, row: KeyRow) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can change keys of agents and workers.");
  return people.transaction().execute(async (transaction) => {
    await lockAuditHead(withoutPeople(transaction), by.workspaceId);
    const row = await transaction
      .selectFrom("apiKey")
      .selectAll()
      .where("workspaceId", "=", by.workspaceId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return refuse("NOT_FOUND", NO_SUCH_KEY);
    if (row.kind === "user")
      return refuse("INVALID_STATE", "A personal token is not changed. Create another one, and revoke this one.");
    if (row.revokedAt !== null) return refuse("INVALID_STATE", "This key is revoked.");
    if (row.oauthClientId !== null)
      return refuse("INVALID_STATE", "This agent signs in by OAuth, so it has no key. Its client gets new tokens by itself.");
    return change(transaction, row);
  });
}

const update = (transaction: People, { workspaceId, id }: KeyRow, values: UpdateObject<Schema, "apiKey">): Promise<KeyRow> =>
  transaction
    .updateTable("apiKey")
    .set(values)
    .where("workspaceId", "=", workspaceId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

async function record(
  transaction: People,
  by: Principal,
  kind: ChangeKind,
  { workspaceId, id, kind: of, name }: KeyRow,
  more: { [name: string]: string | string[] | null },
): Promise<void> {
  const data = { keyId: id, kind: of, name, ...more };
  await recordChange(transaction, { workspaceId, kind, actor: by, data, settings: [["api_key", id]] });
}

const toldOf = ({ expiresAt, allowedAddresses }: KeyRow) => ({
  expiresAt: expiresAt?.toISOString() ?? null,
  allowedAddresses: allowedAddresses ?? [],
});
const toldLowered = (lowered: string[]) => (lowered.length > 0 ? { lowered } : {});

/** Default expiry of the new key: its lifetime is that of the key it replaces. Null: it does not expire. */
function renewed({ expiresAt, rotatedAt, createdAt }: KeyRow): Date | null {
  return expiresAt && new Date(Date.now() + expiresAt.getTime() - (rotatedAt ?? createdAt).getTime());
}

function findLowered(was: KeyRow, now: KeyRow): string[] {
  const isLonger = was.expiresAt !== null && (now.expiresAt === null || now.expiresAt > was.expiresAt);
  const isWider =
    was.allowedAddresses !== null && (now.allowedAddresses === null || !areWithin(now.allowedAddresses, was.allowedAddresses));
  return [
    ...(isLonger
      ? [`the key of ${now.name} is valid ${now.expiresAt ? `until ${now.expiresAt.toISOString()}` : "for ever"}`]
      : []),
    ...(isWider ? [`the key of ${now.name} is accepted from ${now.allowedAddresses ? "more addresses" : "anywhere"}`] : []),
  ];
}
