import type { CreateDelegation, Delegation } from "@countersign/protocol";
import { requireConfirm } from "../../core/judge-lowering.ts";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { sql, type Kysely } from "kysely";
import type { Schema } from "../../store/schema.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { listDelegations, type DelegationRow } from "../../store/statements/delegations.ts";
import type { Delegations } from "../../ports/policy.ts";
import type { EngineDeps } from "../deps.ts";
import { newId } from "../new-id.ts";

const MAX_DAYS = 366;

export function createDelegations(deps: EngineDeps): Delegations {
  const { database } = deps;
  const { kysely } = database;

  return {
    async list(by) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read delegations.");
      return ok((await listDelegations(kysely, by.workspaceId)).map(toWire));
    },

    create: (by, request) => createDelegation(deps, by, request),

    async revoke(by, id) {
      if (!hasRole(by, "approver")) return refuse("FORBIDDEN", "Only an approver or admin can end a delegation.");
      const result = await kysely.transaction().execute(async (trx): Promise<Result<DelegationRow>> => {
        await lockAuditHead(trx, by.workspaceId);
        const [row] = await listDelegations(trx, by.workspaceId, id);
        if (!row) return refuse("NOT_FOUND", "There is no such delegation in this workspace.");
        if (![row.userId, row.delegateId].includes(by.id) && !hasRole(by, "admin")) {
          return refuse("FORBIDDEN", "Only the two people concerned or an administrator can end this delegation.");
        }
        if (row.revokedAt !== null) return refuse("INVALID_STATE", "This delegation was already revoked.");
        const revokedAt = new Date();
        await trx
          .updateTable("delegation")
          .set({ revokedAt })
          .where("workspaceId", "=", by.workspaceId)
          .where("id", "=", id)
          .execute();
        await appendEvent(trx, by, "delegation.revoked", { id, userId: row.userId, delegateId: row.delegateId });
        return ok({ ...row, revokedAt });
      });
      if (!result.ok) return result;
      database.notify(by.workspaceId);
      return ok(toWire(result.value));
    },
  };
}

interface DelegationEvent {
  id: string;
  userId: string;
  delegateId: string;
  from?: string;
  to?: string;
}

const appendEvent = (trx: Kysely<Schema>, by: Principal, kind: string, data: DelegationEvent): Promise<void> =>
  appendAuditEvent(trx, { workspaceId: by.workspaceId, kind, by, data, settings: [["delegation", data.id]] });

async function createDelegation(
  { database }: EngineDeps,
  by: Principal,
  { userId = by.id, delegateId, from, to, confirm }: CreateDelegation,
): Promise<Result<Delegation>> {
  const { kysely } = database;
  if (!hasRole(by, "approver")) return refuse("FORBIDDEN", "Only an approver or admin can name a delegate.");
  if (userId !== by.id && !hasRole(by, "admin")) {
    return refuse("FORBIDDEN", "Only an administrator can name a delegate for another person.");
  }
  const [startsAt, endsAt] = [from === undefined ? new Date() : new Date(from), new Date(to)];
  const errors = [
    ...(userId === delegateId ? [{ path: "/delegateId", message: "is the same person" }] : []),
    ...(endsAt <= startsAt || endsAt.getTime() <= Date.now()
      ? [{ path: "/to", message: "is in the past or not after `from`" }]
      : []),
    ...(endsAt.getTime() - startsAt.getTime() > MAX_DAYS * 86_400_000
      ? [{ path: "/to", message: `is more than ${MAX_DAYS} days after \`from\`` }]
      : []),
  ];
  const able = await kysely
    .selectFrom("member")
    .innerJoin(sql<{ id: string; name: string }>`person`.as("p"), "p.id", "member.userId")
    .select(["userId", "p.name"])
    .where("workspaceId", "=", by.workspaceId)
    .where("userId", "in", [userId, delegateId])
    .where("role", "in", ["approver", "admin"])
    .execute();
  for (const [path, id] of [
    ["/userId", userId],
    ["/delegateId", delegateId],
  ] as const) {
    if (able.every((member) => member.userId !== id)) {
      errors.push({ path, message: "is not an approver or admin of this workspace" });
    }
  }
  if (errors.length > 0) return refuse("INVALID_INPUT", "This delegation is not valid.", { errors });
  const nameOf = (id: string): string => able.find((member) => member.userId === id)?.name ?? id;
  const { refusal } = requireConfirm(
    [`an approval by ${nameOf(delegateId)} counts as an approval by ${nameOf(userId)}`],
    confirm,
  );
  if (refusal) return { ok: false, refusal };
  const id = newId();
  const stored = await kysely.transaction().execute(async (trx) => {
    await lockAuditHead(trx, by.workspaceId);
    const values = { workspaceId: by.workspaceId, id, userId, delegateId, startsAt, endsAt };
    await trx
      .insertInto("delegation")
      .values({ ...values, createdBy: by.id, createdName: by.name })
      .execute();
    const span = { from: startsAt.toISOString(), to: endsAt.toISOString() };
    await appendEvent(trx, by, "delegation.created", { id, userId, delegateId, ...span });
    return (await listDelegations(trx, by.workspaceId, id))[0]!;
  });
  database.notify(by.workspaceId);
  return ok(toWire(stored));
}

const toWire = (row: DelegationRow): Delegation => ({
  id: row.id,
  user: { id: row.userId, name: row.userName },
  delegate: { id: row.delegateId, name: row.delegateName },
  from: row.startsAt.toISOString(),
  to: row.endsAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  createdBy: { id: row.createdBy, name: row.createdName },
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
