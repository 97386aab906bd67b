import { sql, type Kysely } from "kysely";
import type { PrincipalKind } from "@countersign/protocol";
import type { Schema } from "../schema.ts";
import { since } from "./span-of-days.ts";

export interface DecidedRow {
  approved: number;
  rejected: number;
  refined: number;
  edited: number;
  failed: number;
  unknown: number;
  timed: number;
  decidingMedian: number | null;
  decidingP90: number | null;
  waitingMedian: number | null;
  waitingP90: number | null;
  executionMedian: number | null;
  executionP90: number | null;
}

export interface ProposedRow extends DecidedRow {
  /** What the row aggregates; columns of other aggregates are null. */
  sum: "total" | "tool" | "agent" | "day";
  toolName: string | null;
  proposedKind: PrincipalKind | null;
  proposedBy: string | null;
  proposedName: string;
  day: string | null;
  /** The last day, by the database's clock. */
  today: string;
  proposed: number;
  byPolicy: number;
  pending: number;
  expired: number;
  cancelled: number;
  executed: number;
}

export interface PersonRow extends DecidedRow {
  personId: string;
  personName: string;
  decided: number;
}

/** Duration of the successful attempt in seconds; null if none succeeded. */
const executionSeconds = sql`case when a.attempts -> -1 ->> 'outcome' = 'executed' then
  extract(epoch from (a.attempts -> -1 ->> 'endedAt')::timestamptz - (a.attempts -> -1 ->> 'startedAt')::timestamptz)::float8 end`;

/** The duration that a surface reports, capped at the age of the action. */
const decidingSeconds = sql`case when d.shown_for_ms is not null then
  least(d.shown_for_ms / 1000.0, extract(epoch from d.at - a.created_at))::float8 end`;

const spreads = sql`
  count(deciding_seconds) as timed,
  percentile_cont(0.5) within group (order by deciding_seconds) as deciding_median,
  percentile_cont(0.9) within group (order by deciding_seconds) as deciding_p90,
  percentile_cont(0.5) within group (order by waiting_seconds) as waiting_median,
  percentile_cont(0.9) within group (order by waiting_seconds) as waiting_p90,
  percentile_cont(0.5) within group (order by execution_seconds) as execution_median,
  percentile_cont(0.9) within group (order by execution_seconds) as execution_p90`;

const verdicts = sql`
  count(*) filter (where verdict = 'approve') as approved,
  count(*) filter (where verdict = 'reject') as rejected,
  count(*) filter (where verdict = 'refine') as refined,
  count(*) filter (where verdict = 'approve' and is_edited) as edited`;

/**
 * Outcomes of the actions proposed in the last `days`: in total, by tool, by agent and by day. Waiting ends with the first
 * decision, not with `resolved_at`, which a retry or a settlement changes.
 */
export async function measureProposed(db: Kysely<Schema>, workspaceId: string, days: number): Promise<ProposedRow[]> {
  const { rows } = await sql<ProposedRow>`
    with scoped as (
      select a.tool_name, a.proposed_kind, a.proposed_by, a.proposed_name, a.status,
        (a.created_at at time zone 'UTC')::date::text as day,
        d.verdict, d.user_edits is not null as is_edited,
        extract(epoch from d.at - a.created_at)::float8 as waiting_seconds,
        ${decidingSeconds} as deciding_seconds,
        ${executionSeconds} as execution_seconds
      from action a
      left join lateral (
        select verdict, user_edits, shown_for_ms, at from decision
        where workspace_id = a.workspace_id and action_id = a.id and channel <> 'retry' order by at limit 1
      ) d on true
      where a.workspace_id = ${workspaceId} and a.created_at >= ${since(days)}
    )
    select case grouping(tool_name, proposed_by, day) when 3 then 'tool' when 5 then 'agent' when 6 then 'day' else 'total' end as sum,
      tool_name, proposed_kind, proposed_by, max(proposed_name) as proposed_name, day,
      (now() at time zone 'UTC')::date::text as today,
      count(*) as proposed, ${verdicts},
      count(*) filter (where verdict is null and status in ('approved', 'executing', 'executed', 'failed', 'outcome_unknown')) as by_policy,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'expired') as expired,
      count(*) filter (where status = 'cancelled') as cancelled,
      count(*) filter (where status = 'executed') as executed,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'outcome_unknown') as unknown,
      ${spreads}
    from scoped
    group by grouping sets ((), (tool_name), (proposed_kind, proposed_by), (day))`.execute(db);
  return rows;
}

/** Each person's decisions on actions proposed in the same period, and the outcomes of those they approved. */
export async function measureDecided(db: Kysely<Schema>, workspaceId: string, days: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    with scoped as (
      select d.by_id, d.by_name, d.at, d.verdict, d.user_edits is not null as is_edited, a.status,
        extract(epoch from d.at - a.created_at)::float8 as waiting_seconds,
        ${decidingSeconds} as deciding_seconds,
        case when d.verdict = 'approve' then ${executionSeconds} end as execution_seconds
      from action a
      join decision d on d.workspace_id = a.workspace_id and d.action_id = a.id and d.channel <> 'retry' and d.by_kind = 'user'
      where a.workspace_id = ${workspaceId} and a.created_at >= ${since(days)}
    )
    select by_id as person_id, (array_agg(by_name order by at desc))[1] as person_name,
      count(*) as decided, ${verdicts},
      count(*) filter (where verdict = 'approve' and status = 'failed') as failed,
      count(*) filter (where verdict = 'approve' and status = 'outcome_unknown') as unknown,
      ${spreads}
    from scoped group by by_id`.execute(db);
  return rows;
}
