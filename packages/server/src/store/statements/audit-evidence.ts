import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { hashOf } from "./row.ts";

export interface Evidence {
  actionId: string;
  seq: number;
  /** Status, version, digest and the hashes of preview and result as the row has them; `null` where the row is gone. */
  stored: string | null;
  /** The same as the last event tells them; `null` where no event does. */
  recorded: string | null;
}

/** Actions that do not say what their last event says; a sound workspace gives no row. */
export async function findActionsBesideTheirLastEvent(db: Kysely<Schema>, workspaceId: string): Promise<Evidence[]> {
  const { rows } = await sql<Evidence>`
    with last as (
      select distinct on (e.action_id) e.action_id, e.seq, e.data::jsonb as data
      from audit_event e
      where e.workspace_id = ${workspaceId} and e.kind like 'action.%' and e.kind <> 'action.late_report'
      order by e.action_id, e.seq desc
    ), beside as (
      select coalesce(a.id, last.action_id) as action_id, coalesce(last.seq, 0) as seq,
        a.status || ' version ' || a.version || ' digest ' || a.digest || case when last.data ? 'previewHash'
          then ' preview ' || ${hashOf(sql`a.preview`)} || ' result ' || coalesce(${hashOf(sql`a.result`)}, 'none') else '' end as stored,
        (last.data ->> 'status') || ' version ' || (last.data ->> 'version') || ' digest ' || (last.data ->> 'digest')
          || case when last.data ? 'previewHash' then ' preview ' || (last.data ->> 'previewHash')
            || ' result ' || coalesce(last.data ->> 'resultHash', 'none') else '' end as recorded
      from (select * from action where workspace_id = ${workspaceId}) a
      full join last on last.action_id = a.id
    )
    select * from beside where stored is distinct from recorded
    order by seq limit 100`.execute(db);
  return rows;
}

/** What an action's digest is made of, as the row has it, by id. */
export const findDigestParts = (db: Kysely<Schema>, workspaceId: string, afterId: string, limit: number) =>
  db
    .selectFrom("action")
    .select(["id", "toolName", "toolHash", "toolInput", "userEdits", "effectiveInput", "target", "snapshot", "digest"])
    .where("workspaceId", "=", workspaceId)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Decisions that no event tells of, and events whose decision is gone: who, what, on which digest, with which words. */
export async function findDecisionsBesideTheirEvents(db: Kysely<Schema>, workspaceId: string) {
  const { rows } = await sql<{ actionId: string; seq: number | null }>`
    with told as (
      select e.action_id, e.actor_kind, e.actor_id, e.actor_name, e.data::jsonb ->> 'digest' as digest,
        case e.kind when 'action.rejected' then 'reject' when 'action.refined' then 'refine' else 'approve' end as verdict,
        coalesce(e.data::jsonb ->> 'comment', '') as comment, count(*) as times, min(e.seq) as seq
      from audit_event e
      where e.workspace_id = ${workspaceId} and e.kind in ('action.approved', 'action.vote', 'action.rejected', 'action.refined', 'action.retried')
      group by 1, 2, 3, 4, 5, 6, 7
    ), kept as (
      select d.action_id, d.by_kind, d.by_id, d.by_name, d.digest, d.verdict, coalesce(d.comment, '') as comment, count(*) as times
      from decision d where d.workspace_id = ${workspaceId}
      group by 1, 2, 3, 4, 5, 6, 7
    )
    select coalesce(told.action_id, kept.action_id) as action_id, told.seq
    from told full join kept on kept.action_id = told.action_id and kept.by_kind = told.actor_kind and kept.by_id = told.actor_id
      and kept.by_name = told.actor_name and kept.digest = told.digest and kept.verdict = told.verdict and kept.comment = told.comment
    where told.times is distinct from kept.times
    order by told.seq nulls first limit 100`.execute(db);
  return rows;
}
