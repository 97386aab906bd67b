import { sql, type Kysely, type RawBuilder, type Selectable } from "kysely";
import { REJECTIONS_BEFORE_PAUSE, REPEATS_BEFORE_PAUSE, type PrincipalKind } from "@countersign/protocol";
import type { PersonFacts, ToolPolicy } from "../../core/authorize.ts";
import type { RefusedRepeatTable, Schema } from "../schema.ts";
import { personFacts, policyEpochOf, toolFacts } from "./policy-facts.ts";
import { SYSTEM, type Actor } from "./row.ts";
import { saySetting } from "./setting-evidence.ts";

/** How long a rejection applies to its agent beyond its mission and session, and how long repeated calls accumulate. */
const HOLDS_FOR = sql`interval '24 hours'`;

/** The columns of the proposed call. */
interface AskedColumns {
  workspaceId: RawBuilder<unknown>;
  proposedBy: RawBuilder<unknown>;
  toolName: RawBuilder<unknown>;
  missionId: RawBuilder<unknown>;
  sessionId: RawBuilder<unknown>;
  inputHash: RawBuilder<unknown>;
}

/**
 * The newest rejection that applies to a call: of the same agent in any session or mission, or of any agent in the same
 * mission. Within its own mission or session a rejection has no time limit; elsewhere it lasts 24 hours, because it would
 * otherwise apply to everything the agent ever does. `p` is the agent's row of refused_repeat.
 */
export const findStandingNo = (r: AskedColumns) => sql`select id from action a
      where a.workspace_id = ${r.workspaceId} and a.tool_name = ${r.toolName} and a.status = 'rejected'
        and a.repeat_hash = decode(${r.inputHash}, 'hex')
        and (a.proposed_by = ${r.proposedBy} or a.mission_id = ${r.missionId})
        and a.resolved_at > greatest(p.forgotten_at, case
          when a.mission_id = ${r.missionId} or a.session_id = ${r.sessionId} and a.proposed_by = ${r.proposedBy} then '-infinity'
          else now() - ${HOLDS_FOR} end)
      order by a.resolved_at desc limit 1`;

/** How many of the newest rejections are read; an agent with a long list rejected call by call has more, in few rounds. */
const MAX_NOES_READ = 1_000;

/**
 * The newest of `REJECTIONS_BEFORE_PAUSE` rejections of one agent and tool within 24 hours, if people have approved none of its
 * calls since the first of them. A proposal made before the previous rejection does not count again: a list rejected as a whole
 * counts once. Approvals count for proposals of the last 7 days. Older rejections than the newest `MAX_NOES_READ` do not count:
 * each proposal would read them all. None is read unless `when` is true.
 */
export const findManyNoes = (
  r: Pick<AskedColumns, "workspaceId" | "proposedBy" | "toolName">,
  when: RawBuilder<unknown>,
) => sql`select w.newest as id from (
        select newest, resolved_at, row_number() over (order by resolved_at desc, id desc) as back from (
          select id, created_at, resolved_at, lag(resolved_at) over (order by resolved_at, id) as before,
            first_value(id) over (order by resolved_at desc, id desc) as newest
          from (
            select id, created_at, resolved_at from action
            where ${when} and workspace_id = ${r.workspaceId} and proposed_by = ${r.proposedBy} and tool_name = ${r.toolName}
              and status = 'rejected' and resolved_at > greatest(p.lifted_at, now() - ${HOLDS_FOR})
            order by resolved_at desc limit ${sql.lit(MAX_NOES_READ)}
          ) last
        ) o where o.before is null or o.created_at > o.before
      ) w
      where w.back = ${sql.lit(REJECTIONS_BEFORE_PAUSE)} and p.paused_over_id is null and not exists (
        select from action y
        where y.workspace_id = ${r.workspaceId} and y.created_at > now() - interval '7 days' and y.proposed_by = ${r.proposedBy}
          and y.tool_name = ${r.toolName} and y.resolved_kind = 'user' and y.resolved_at > w.resolved_at
          and y.status in ('approved', 'executing', 'executed', 'failed', 'outcome_unknown'))
      limit 1`;

/** Whether a row of refused_repeat is unpaused and too old to count; `of` is the table prefix, such as `p.`, or empty. */
const isOver = (of: string) =>
  sql<boolean>`(${sql.ref(`${of}paused_at`)} is null and ${sql.ref(`${of}repeated_at`)} < now() - ${HOLDS_FOR})`;

type RepeatRow = Selectable<RefusedRepeatTable>;
/** A row with the rejection that was repeated last. */
export type ListedRepeat = RepeatRow & {
  reason: string | null;
  byKind: PrincipalKind | null;
  byId: string | null;
  byName: string | null;
};

export interface CountedRepeat {
  workspaceId: string;
  id: string;
  toolName: string;
  missionId: string | null;
  sessionId: string | null;
  by: Actor;
  /** Id of the rejected action whose call is repeated. */
  actionId: string;
  /** Whether reaching the repeat limit pauses the tool; `now`: this repeat pauses it. */
  pauses: boolean | "now";
}

/** Event data of a row; the live stream and the timeline read it. */
const told = (row: string) => sql`jsonb_build_object('id', ${sql.ref(`${row}.id`)}, 'toolName', ${sql.ref(`${row}.tool_name`)},
  'missionId', ${sql.ref(`${row}.mission_id`)}, 'sessionId', ${sql.ref(`${row}.session_id`)},
  'repeats', ${sql.ref(`${row}.repeats`)}, 'paused', ${sql.ref(`${row}.paused_at`)} is not null)
  || ${saySetting("refused_repeat", row)}`;

/**
 * Counts and logs one refused repeat; the one that reaches the limit also pauses the tool, in the same statement. Undefined if
 * the tool is already paused: such calls are not counted, so that no agent can flood the log.
 */
export async function countRepeat(db: Kysely<Schema>, repeat: CountedRepeat): Promise<RepeatRow | undefined> {
  const { workspaceId, id, toolName, missionId, sessionId, by, actionId, pauses } = repeat;
  const { rows } = await sql<RepeatRow>`
    with counted as (
      insert into refused_repeat as p (workspace_id, tool_name, id, mission_id, session_id, agent_id, agent_name, action_id,
        repeats, repeated_at, paused_at)
      values (${workspaceId}, ${toolName}, ${id}, ${missionId}, ${sessionId}, ${by.id}, ${by.name}, ${actionId}, 1, now(),
        case when ${pauses === "now"}::boolean then now() end)
      on conflict (workspace_id, agent_id, tool_name) do update set
        repeats = case when ${isOver("p.")} then 1 else p.repeats + 1 end,
        paused_at = case when ${pauses === "now"}::boolean
            or ${pauses !== false}::boolean and not ${isOver("p.")} and p.repeats + 1 >= ${sql.lit(REPEATS_BEFORE_PAUSE)}
          then now() end,
        repeated_at = now(), action_id = excluded.action_id, agent_name = excluded.agent_name,
        mission_id = excluded.mission_id, session_id = excluded.session_id
      where p.paused_at is null
      returning p.*
    ), event as (
      insert into audit_event (workspace_id, kind, action_id, actor_kind, actor_id, actor_name, data)
      select c.workspace_id, e.kind, c.action_id, e.by_kind, e.by_id, e.by_name, (${told("c")})::text
      from counted c cross join (values (1, 'repeat.refused', ${by.kind}, ${by.id}, ${by.name}),
        (2, 'repeat.paused', ${SYSTEM.kind}, ${SYSTEM.id}, ${SYSTEM.name})) e (n, kind, by_kind, by_id, by_name)
      where e.n = 1 or c.paused_at is not null order by e.n
    )
    select * from counted`.execute(db);
  return rows[0];
}

/** The person's comment on the rejection; null if there is none. */
export async function findRejection(db: Kysely<Schema>, workspaceId: string, actionId: string): Promise<string | null> {
  const row = await db
    .selectFrom("decision")
    .select("comment")
    .where("workspaceId", "=", workspaceId)
    .where("actionId", "=", actionId)
    .where("verdict", "=", "reject")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.comment ?? null;
}

/** Repeats that still count and have not been lifted, newest first. */
export async function listRepeats(db: Kysely<Schema>, workspaceId: string, limit: number): Promise<ListedRepeat[]> {
  const { rows } = await sql<ListedRepeat>`
    select p.*, d.comment as reason, a.resolved_kind as by_kind, a.resolved_by as by_id, a.resolved_name as by_name
    from refused_repeat p
    left join action a on a.workspace_id = p.workspace_id and a.id = p.action_id
    left join lateral (
      select comment from decision where workspace_id = p.workspace_id and action_id = p.action_id and verdict = 'reject'
      order by at desc limit 1
    ) d on true
    where p.workspace_id = ${workspaceId} and p.repeats > 0 and not ${isOver("p.")}
    order by p.repeated_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

/** A paused or counted repeat with the facts that decide who may lift it. */
export interface LiftableRepeat {
  /** Null if the tool is gone. */
  tool: ToolPolicy | null;
  /** Null if the person is no member. */
  person: PersonFacts | null;
  policyEpoch: number;
}

/** Returns the paused or counted repeat with this id; undefined if there is none, or if it was lifted already. */
export async function findLiftable(
  db: Kysely<Schema>,
  asked: { workspaceId: string; id: string; byId: string },
): Promise<LiftableRepeat | undefined> {
  const { rows } = await sql<LiftableRepeat>`
    select case when t.name is not null then ${toolFacts("t")} end as tool,
      case when m.user_id is not null then ${personFacts("u", "m")} end as person,
      ${policyEpochOf(sql`p.workspace_id`)} as policy_epoch
    from refused_repeat p
    left join tool t on t.workspace_id = p.workspace_id and t.name = p.tool_name
    left join person u on u.id = ${asked.byId}
    left join member m on m.workspace_id = p.workspace_id and m.user_id = u.id
    where p.workspace_id = ${asked.workspaceId} and p.id = ${asked.id} and p.repeats > 0`.execute(db);
  return rows[0];
}

/**
 * Lifts a pause; with `forget`, earlier rejections no longer count. Undefined if there is nothing to lift, or the policy
 * changed after `policyEpoch`.
 */
export async function liftRepeat(
  db: Kysely<Schema>,
  lift: { workspaceId: string; id: string; forget: boolean; by: Actor; policyEpoch: number },
): Promise<RepeatRow | undefined> {
  const { workspaceId, id, forget, by, policyEpoch } = lift;
  const { rows } = await sql<RepeatRow>`
    with lifted as (
      update refused_repeat p set repeats = 0, paused_at = null, lifted_at = now(),
        forgotten_at = case when ${forget}::boolean then now() else p.forgotten_at end
      where p.workspace_id = ${workspaceId} and p.id = ${id} and p.repeats > 0
        and ${policyEpochOf(sql`p.workspace_id`)} = ${policyEpoch}::bigint
      returning p.*
    ), event as (
      insert into audit_event (workspace_id, kind, action_id, actor_kind, actor_id, actor_name, data)
      select l.workspace_id, 'repeat.lifted', l.action_id, ${by.kind}, ${by.id}, ${by.name},
        (${told("l")} || jsonb_build_object('forgotten', ${forget}::boolean))::text
      from lifted l
    )
    select * from lifted`.execute(db);
  return rows[0];
}
