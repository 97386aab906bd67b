import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { decisionHash, evidenceHash, hashOf } from "./row.ts";

export interface EvidencePair {
  actionId: string;
  seq: number;
  /** Status, version, digest and the hashes of preview, result and other columns, from the row; null if the row is gone. */
  stored: string | null;
  /** The same values from the last event; null if there is none. */
  recorded: string | null;
}

export const countActionsOf = async (db: Kysely<Schema>, workspaceId: string): Promise<number> => {
  const { count } = await db
    .selectFrom("action")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("workspaceId", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The next ids after `afterId` of actions that have a row or an event. */
export async function findActionIds(
  db: Kysely<Schema>,
  workspaceId: string,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select id from action where workspace_id = ${workspaceId} and id > ${afterId} order by id limit ${limit})
      union
      (select distinct action_id from audit_event where workspace_id = ${workspaceId} and action_id > ${afterId}
        order by action_id limit ${limit})
    ) known order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the actions whose row differs from their last event; events of earlier versions cover fewer columns. */
export async function findActionsBesideTheirLastEvent(
  db: Kysely<Schema>,
  workspaceId: string,
  ids: readonly string[],
): Promise<EvidencePair[]> {
  const { rows } = await sql<EvidencePair>`
    select * from (
      select asked.id as action_id, coalesce(last.seq, 0) as seq,
        a.status || ' version ' || a.version || ' digest ' || a.digest
          || case when last.data ? 'previewHash' then ' preview ' || ${hashOf(sql`a.preview`)}
            || ' result ' || coalesce(${hashOf(sql`a.result`)}, 'none') else '' end
          || case when last.data ? 'evidenceHash' then ' else ' || ${evidenceHash} else '' end as stored,
        (last.data ->> 'status') || ' version ' || (last.data ->> 'version') || ' digest ' || (last.data ->> 'digest')
          || case when last.data ? 'previewHash' then ' preview ' || (last.data ->> 'previewHash')
            || ' result ' || coalesce(last.data ->> 'resultHash', 'none') else '' end
          || case when last.data ? 'evidenceHash' then ' else ' || (last.data ->> 'evidenceHash') else '' end as recorded
      from unnest(${[...ids]}::text[]) asked (id)
      left join action a on a.workspace_id = ${workspaceId} and a.id = asked.id
      left join lateral (
        select e.seq, e.data::jsonb as data from audit_event e
        where e.workspace_id = ${workspaceId} and e.action_id = asked.id and e.kind like 'action.%' and e.kind <> 'action.late_report'
        order by e.seq desc limit 1
      ) last on true
    ) beside where stored is distinct from recorded`.execute(db);
  return rows;
}

/** The columns from which the digests of these actions are computed. */
export const findDigestParts = (db: Kysely<Schema>, workspaceId: string, ids: readonly string[]) =>
  db
    .selectFrom("action")
    .select(["id", "toolName", "toolHash", "toolInput", "userEdits", "effectiveInput", "target", "snapshot", "digest"])
    .where("workspaceId", "=", workspaceId)
    .where("id", "in", [...ids])
    .execute();

/**
 * Returns decisions of these actions without an event, and events whose decision was changed or is gone. Events of earlier
 * versions have no decision hash; for those, it compares actor, verdict, digest and comment.
 */
export async function findDecisionsBesideTheirEvents(db: Kysely<Schema>, workspaceId: string, ids: readonly string[]) {
  const { rows } = await sql<{ actionId: string; seq: number | null }>`
    with said as (
      select e.seq, e.action_id, e.actor_kind, e.actor_id, e.actor_name, e.kind, e.data::jsonb as data
      from audit_event e
      where e.workspace_id = ${workspaceId} and e.action_id = any(${[...ids]}::text[])
        and e.kind in ('action.approved', 'action.vote', 'action.rejected', 'action.refined', 'action.retried')
    ), made as (
      select d.*, ${decisionHash} as hash from decision d
      where d.workspace_id = ${workspaceId} and d.action_id = any(${[...ids]}::text[])
    ), told as (
      select action_id, actor_kind, actor_id, actor_name, data ->> 'digest' as digest,
        case kind when 'action.rejected' then 'reject' when 'action.refined' then 'refine' else 'approve' end as verdict,
        coalesce(data ->> 'comment', '') as comment, count(*) as times, min(seq) as seq
      from said where not data ? 'decisionHash'
      group by 1, 2, 3, 4, 5, 6, 7
    ), kept as (
      select action_id, by_kind, by_id, by_name, digest, verdict, coalesce(comment, '') as comment, count(*) as times
      from made where not exists (select from said where said.action_id = made.action_id and said.data ->> 'decisionHash' = made.hash)
      group by 1, 2, 3, 4, 5, 6, 7
    )
    select coalesce(told.action_id, kept.action_id) as action_id, told.seq
    from told full join kept on kept.action_id = told.action_id and kept.by_kind = told.actor_kind and kept.by_id = told.actor_id
      and kept.by_name = told.actor_name and kept.digest = told.digest and kept.verdict = told.verdict and kept.comment = told.comment
    where told.times is distinct from kept.times
    union all
    select action_id, seq from said
    where data ? 'decisionHash' and not exists (select from made where made.action_id = said.action_id and made.hash = said.data ->> 'decisionHash')
    order by 2 nulls first`.execute(db);
  return rows;
}
