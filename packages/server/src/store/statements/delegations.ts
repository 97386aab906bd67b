import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Role } from "@countersign/protocol";
import type { Schema } from "../schema.ts";

export interface DelegationRow {
  id: string;
  userId: string;
  userName: string;
  delegateId: string;
  delegateName: string;
  startsAt: Date;
  endsAt: Date;
  createdAt: Date;
  createdBy: string;
  createdName: string;
  revokedAt: Date | null;
}

/** Delegations of a workspace, latest end first; with `id`, only that one. */
export async function listDelegations(db: Kysely<Schema>, workspaceId: string, id?: string): Promise<DelegationRow[]> {
  const { rows } = await sql<DelegationRow>`
    select d.id, d.user_id, d.delegate_id, d.starts_at, d.ends_at, d.created_at, d.created_by, d.created_name, d.revoked_at,
      coalesce(u.name, d.user_id) as user_name, coalesce(o.name, d.delegate_id) as delegate_name
    from delegation d left join person u on u.id = d.user_id left join person o on o.id = d.delegate_id
    where d.workspace_id = ${workspaceId} ${id === undefined ? sql`` : sql`and d.id = ${id}`}
    order by d.ends_at desc, d.id limit 500`.execute(db);
  return rows;
}

/** Whether delegation `d` is active now. Its expiry does not invalidate earlier decisions; revocation does. */
const isLive = (d: string) => sql<boolean>`(${sql.ref(`${d}.revoked_at`)} is null
  and ${sql.ref(`${d}.starts_at`)} <= now() and now() < ${sql.ref(`${d}.ends_at`)})`;

/** Current delegators of a person, with the roles that count now. Delegations are not transitive. */
export async function findDelegators(db: Kysely<Schema>, workspaceId: string, delegateId: string) {
  const { rows } = await sql<{ delegationId: string; id: string; name: string; role: Role | null }>`
    select distinct on (d.user_id) d.id as delegation_id, m.user_id as id, p.name,
      counted_role(m.role, m.former_role, m.counts_from) as role
    from delegation d
    join member m on m.workspace_id = d.workspace_id and m.user_id = d.user_id
    join person p on p.id = d.user_id
    where d.workspace_id = ${workspaceId} and d.delegate_id = ${delegateId} and ${isLive("d")}
    order by d.user_id, d.ends_at desc`.execute(db);
  return rows;
}

/** Whether `delegateId`, who must be able to decide at all, may now use this delegation for `userId`. */
export const isDelegate = (asked: Record<"workspaceId" | "id" | "delegateId" | "userId", RawBuilder<unknown>>) =>
  sql<boolean>`exists (select from delegation d
    join member o on o.workspace_id = d.workspace_id and o.user_id = d.delegate_id and o.role in ('approver', 'admin')
    where d.workspace_id = ${asked.workspaceId} and d.id = ${asked.id} and d.delegate_id = ${asked.delegateId}
      and d.user_id = ${asked.userId} and ${isLive("d")})`;
