import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "../schema.ts";
import { personFacts } from "./policy-facts.ts";

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

/**
 * JSON list of the people for whom this person may decide now, with their delegations. The expiry of a delegation does
 * not invalidate earlier decisions; its revocation does.
 */
export const delegatorsOf = (workspaceId: RawBuilder<unknown>, delegateId: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(o.person), '[]') from (
    select distinct on (d.user_id) ${personFacts("p", "m", sql`, 'delegationId', d.id, 'endsAt', d.ends_at`)} as person
    from delegation d
    join member m on m.workspace_id = d.workspace_id and m.user_id = d.user_id
    join person p on p.id = d.user_id
    where d.workspace_id = ${workspaceId} and d.delegate_id = ${delegateId} and d.revoked_at is null
      and d.starts_at <= now() and now() < d.ends_at
    order by d.user_id, d.ends_at desc
  ) o)`;
