import { randomUUID } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { DecisionFacts, PersonFacts } from "../../core/authorize.ts";
import { NEXT } from "../../core/lifecycle.ts";
import { compileOnce } from "../compile-once.ts";
import { recordset } from "../recordset.ts";
import type { Schema } from "../schema.ts";
import { isStopped } from "./emergency-stop.ts";
import { personFacts, policyEpochOf } from "./policy-facts.ts";
import { STOPPED } from "./withdraw-actions.ts";
import { appendEventsOf, wireInstant, type ActionRow, type Actor } from "./row.ts";

interface Claim {
  /** `server`, the id of the worker key that registered the tools, or several sources. */
  source: string | readonly string[];
  limit: number;
  leaseSeconds: number;
  by: Actor;
  /** A caller's UUID that prefixes all claim ids of this statement, so that they can be released if its answer is lost. */
  run?: string;
  /** Judgements of actions that an earlier claim returned as unjudged. */
  judged?: readonly Judgement[];
}

/** An approved action whose policy changed since it was judged, or that was never judged. */
export interface Unjudged {
  workspaceId: string;
  id: string;
}

/** Whether an approved action may run. It holds for this version of the action, under this policy epoch. */
export interface Judgement extends Unjudged {
  version: number;
  epoch: number;
  /** When it ends to hold; null if only with the epoch. */
  until: string | null;
  /** Why it may not run, as JSON; null if it may. */
  refusal: string | null;
}

/** Claimed and ended actions, and those that have to be judged before either. */
export interface ClaimAnswer<Row> {
  rows: Row[];
  unjudged: Unjudged[];
}

/** Claim of the server's own executor, which serves every workspace. */
export type ClaimAsked = Claim & { workspaceId?: never; tools?: never };

/** Claim of a worker, limited to tools of its own workspace. */
export type ScopedClaim = Claim & { workspaceId: string; tools: readonly string[] };

/** Columns needed to run an action, and to check that it is the approved one. */
const TO_RUN = [
  "workspaceId",
  "id",
  "status",
  "error",
  "toolName",
  "toolHash",
  "source",
  "proposedBy",
  "effect",
  "effectiveInput",
  "target",
  "snapshot",
  "digest",
  "attempt",
  "attempts",
  "claimId",
] as const satisfies readonly (keyof ActionRow)[];

export type ClaimedRow = Pick<ActionRow, (typeof TO_RUN)[number]> & {
  timeoutSeconds: number | null;
  upstreamName: string | null;
  /** More actions were due than this statement claimed; the same on every row. */
  leavesMore: boolean;
};

/** With the decisions and the people whose approvals the run is based on. */
export type RunRow = ClaimedRow &
  Pick<ActionRow, "resolvedKind" | "resolvedBy" | "voteRound"> & { decisions: DecisionFacts[]; people: PersonFacts[] };

/** Byte limit of the rows claimed at once; the rest is claimed next. */
const CLAIM_BYTES = 16 * 1024 * 1024;

/**
 * Claims approved actions for execution, with a lease on the database's clock. Only actions that were judged fit to run under
 * the workspace's current policy epoch are claimed; those judged unfit end as failed, or as `outcome_unknown` if an earlier
 * attempt was lost, since that one may have taken effect. The rest is returned to be judged. Skips rows that others are claiming.
 *
 * Where a row is identified by its id, its status is compared in a form that no index serves: the server would otherwise walk
 * the status index through the dead entries of all rows that had that status before.
 */
export const claimActions = async (db: Kysely<Schema>, asked: ClaimAsked): Promise<ClaimAnswer<RunRow>> =>
  toAnswer(await CLAIM(db, valuesOf(asked)));

/** Like `claimActions`, with whole rows, for claims that leave this process; running an action here needs few columns. */
export const claimWholeActions = async (db: Kysely<Schema>, asked: ScopedClaim): Promise<ClaimAnswer<ActionRow & ClaimedRow>> =>
  toAnswer(await CLAIM_WHOLE(db, { ...valuesOf(asked), workspaceId: asked.workspaceId, tools: [...asked.tools] }));

/** The statement returns one empty row if it claimed nothing. */
const toAnswer = <Row extends ClaimedRow>(rows: (Row & { unjudged: Unjudged[] | null })[]): ClaimAnswer<Row> => ({
  rows: rows.filter(({ id }) => id !== null),
  unjudged: rows[0]?.unjudged ?? [],
});

const valuesOf = ({ source, limit, leaseSeconds, by, run = randomUUID(), judged = [] }: Claim) => ({
  // Passed as JSON: the server would see an array's length and plan each claim again.
  sources: JSON.stringify(typeof source === "string" ? [source] : source),
  limit,
  leaseSeconds,
  run,
  judged: JUDGED.toJson(judged),
  byKind: by.kind,
  byId: by.id,
  byName: by.name,
});
const JUDGED = recordset("j", {
  workspaceId: "text",
  id: "text",
  version: "int",
  epoch: "bigint",
  until: "timestamptz",
  refusal: "text",
});

type Values = ReturnType<typeof valuesOf>;
type Value = (name: keyof Values) => RawBuilder<unknown>;

const CLAIM = compileOnce<Values, RunRow & { unjudged: Unjudged[] | null }>((value) => {
  const columns = [...TO_RUN, "resolvedKind", "resolvedBy", "voteRound", "timeoutSeconds", "upstreamName", "leavesMore"];
  const approvals = sql`from decision d where d.workspace_id = a.workspace_id and d.action_id = a.id and d.verdict = 'approve'`;
  return claim(
    value,
    sql``,
    sql`${sql.join(columns.map((column) => sql.ref(`a.${column}`)))},
      case when a.resolved_kind = 'user' then (select coalesce(json_agg(json_build_object('verdict', d.verdict, 'byId', d.by_id, 'onBehalfOf', d.on_behalf_of,
        'voteRound', d.vote_round, 'channel', d.channel, 'isRevoked', exists (select from delegation g where g.workspace_id = d.workspace_id
          and g.id = d.delegation_id and g.revoked_at is not null))), '[]') ${approvals}) else '[]' end as decisions,
      case when a.resolved_kind = 'user' then (select coalesce(json_agg(${personFacts("p", "m")}), '[]')
        from member m join person p on p.id = m.user_id where m.workspace_id = a.workspace_id
          and m.user_id in (select coalesce(d.on_behalf_of, d.by_id) ${approvals})) else '[]' end as people`,
  );
});

const CLAIM_WHOLE = compileOnce<
  Values & { workspaceId: string; tools: string[] },
  ActionRow & ClaimedRow & { unjudged: Unjudged[] | null }
>((value) =>
  claim(value, sql`and a.workspace_id = ${value("workspaceId")} and a.tool_name = any(${value("tools")}::text[])`, sql`a.*`),
);

const claim = <Row>(value: Value, scope: RawBuilder<unknown>, columns: RawBuilder<unknown>) => sql<Row>`
    with locked as (
      select waiting.* from json_array_elements_text(${value("sources")}::json) as wanted (source) cross join lateral (
        select a.workspace_id, a.id, a.tool_name, a.version, a.judged_epoch, a.judged_until,
          a.effect <> 'transactional' and coalesce(a.attempts -> -1 ->> 'outcome' = 'lost', false) as after_loss, a.resolved_at,
          octet_length(a.effective_input) + octet_length(a.preview) + coalesce(octet_length(a.proposed), 0)
            + coalesce(octet_length(a.current), 0) as bytes
        from action a
        where a.status = 'approved' and a.source = wanted.source and (a.not_before is null or a.not_before <= now()) ${scope}
        order by a.resolved_at limit ${value("limit")}::int + 1
        for update skip locked
      ) waiting
    ), due as (
      select * from (
        select *, sum(bytes) over line - bytes as bytes_before, row_number() over line as place, count(*) over () as waiting
        from locked window line as (order by resolved_at, id)
      ) l
      where bytes_before < ${CLAIM_BYTES} and place <= ${value("limit")}::int
    ), judged as (
      select * from ${JUDGED.from(value("judged"))}
    ), looked_at as (
      select a.*, t.timeout_seconds, t.upstream_name, a.waiting > (select count(*) from due) as leaves_more,
        case when ${isStopped("a")} then ${STOPPED} else j."refusal" end as refusal,
        ${isStopped("a")} or case when j."epoch" is not null
          then j."epoch" = ${EPOCH} and (j."until" is null or now() < j."until")
          else a.judged_epoch is not null and a.judged_epoch = ${EPOCH} and (a.judged_until is null or now() < a.judged_until)
          end as is_judged,
        ${value("run")}::text || '.' || a.place as new_claim
      from due a
      left join tool t on t.workspace_id = a.workspace_id and t.name = a.tool_name
      left join judged j on j."workspaceId" = a.workspace_id and j."id" = a.id and j."version" = a.version
    ), claimed as (
      update action a set
        status = case when l.refusal is null then ${NEXT.approved.start}
          when l.after_loss then ${NEXT.approved.lose} else ${NEXT.approved.withdraw} end,
        version = a.version + 1,
        error = l.refusal,
        attempt = a.attempt + case when l.refusal is null then 1 else 0 end,
        claim_id = case when l.refusal is null then l.new_claim end,
        claimed_by = case when l.refusal is null then ${value("byName")}::text end,
        lease_until = case when l.refusal is null then now() + make_interval(secs => ${value("leaseSeconds")}) end,
        heartbeat_at = null,
        attempts = case when l.refusal is null then a.attempts || jsonb_build_object('number', a.attempt + 1,
          'executor', ${value("byName")}::text, 'startedAt', ${wireInstant(sql`now()`)}, 'endedAt', null,
          'lastSignAt', null, 'outcome', 'running', 'error', null, 'claimId', l.new_claim) else a.attempts end
      from looked_at l
      where l.is_judged and a.workspace_id = l.workspace_id and a.id = l.id and a.status is not distinct from 'approved'
      returning a.*, l.timeout_seconds, l.upstream_name, l.leaves_more
    ), event as (${appendEventsOf("claimed", {
      kind: sql`case a.status when ${NEXT.approved.start} then 'action.started'
        when ${NEXT.approved.lose} then 'action.outcome_unknown' else 'action.withdrawn' end`,
      actor: { kind: sql`${value("byKind")}::text`, id: sql`${value("byId")}::text`, name: sql`${value("byName")}::text` },
      extra: sql`'{}'::jsonb`,
    })})
    select ${columns}, u.unjudged from (
      select json_agg(json_build_object('workspaceId', workspace_id, 'id', id)) as unjudged from looked_at where not is_judged
    ) u left join claimed a on true`;

const EPOCH = policyEpochOf(sql`a.workspace_id`);
