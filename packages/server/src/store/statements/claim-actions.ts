import { randomUUID } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import { NEXT } from "../../core/lifecycle.ts";
import { compileOnce } from "../compile-once.ts";
import type { Schema } from "../schema.ts";
import {
  answersInClient,
  approversOf,
  asksNobody,
  clientOf,
  isApprovedByAll,
  isApproverOfAction,
  isCallable,
} from "./tool-rights.ts";
import { isStopped } from "./emergency-stop.ts";
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

/** With the ids of the people whose approvals the run is based on. */
export type RunRow = ClaimedRow & { approvedBy: string[] };

/** Byte limit of the rows claimed at once; the rest is claimed next. */
const CLAIM_BYTES = 16 * 1024 * 1024;

/**
 * Claims approved actions for execution, with a lease on the database's clock. The claiming statement itself checks rights and
 * the tool's definition: if a proposer or approver has lost the right, or the tool has changed, the action ends as failed and
 * no handler sees it. It ends as `outcome_unknown` if an earlier attempt was lost, since that one may have taken effect. Skips
 * rows that others are claiming.
 *
 * Where a row is identified by its id, its status is compared in a form that no index serves: the server would otherwise walk
 * the status index through the dead entries of all rows that had that status before.
 */
export const claimActions = (db: Kysely<Schema>, asked: ClaimAsked): Promise<RunRow[]> => CLAIM(db, valuesOf(asked));

/** Like `claimActions`, with whole rows, for claims that leave this process; running an action here needs few columns. */
export const claimWholeActions = (db: Kysely<Schema>, asked: ScopedClaim): Promise<(ActionRow & ClaimedRow)[]> =>
  CLAIM_WHOLE(db, { ...valuesOf(asked), workspaceId: asked.workspaceId, tools: [...asked.tools] });

const valuesOf = ({ source, limit, leaseSeconds, by, run = randomUUID() }: Claim) => ({
  // Passed as JSON: the server would see an array's length and plan each claim again.
  sources: JSON.stringify(typeof source === "string" ? [source] : source),
  limit,
  leaseSeconds,
  run,
  byKind: by.kind,
  byId: by.id,
  byName: by.name,
});
type Values = ReturnType<typeof valuesOf>;
type Value = (name: keyof Values) => RawBuilder<unknown>;

const CLAIM = compileOnce<Values, RunRow>((value) => {
  const columns = [...TO_RUN, "timeoutSeconds", "upstreamName", "leavesMore"].map((column) => sql.ref(column));
  return claim(value, sql``, sql`${sql.join(columns)}, ${approversOf("a")} as approved_by`);
});

const CLAIM_WHOLE = compileOnce<Values & { workspaceId: string; tools: string[] }, ActionRow & ClaimedRow>((value) =>
  claim(value, sql`and a.workspace_id = ${value("workspaceId")} and a.tool_name = any(${value("tools")}::text[])`, sql`*`),
);

const claim = <Row>(value: Value, scope: RawBuilder<unknown>, columns: RawBuilder<unknown>) => sql<Row>`
    with locked as (
      select waiting.* from json_array_elements_text(${value("sources")}::json) as wanted (source) cross join lateral (
        select a.workspace_id, a.id, a.tool_name, a.tool_hash, a.source, a.proposed_by, a.resolved_kind, a.resolved_by, a.policy_when,
          a.vote_round, a.edited_by, a.delegation_id, a.escalated_at,
          a.effect <> 'transactional' and coalesce(a.attempts -> -1 ->> 'outcome' = 'lost', false) as after_loss, a.resolved_at,
          octet_length(a.effective_input) + octet_length(a.preview) + coalesce(octet_length(a.proposed), 0)
            + coalesce(octet_length(a.current), 0) as bytes
        from action a
        where a.status = 'approved' and a.source = wanted.source ${scope}
        order by a.resolved_at limit ${value("limit")}::int + 1
        for update skip locked
      ) waiting
    ), due as (
      select * from (
        select *, sum(bytes) over line - bytes as bytes_before, row_number() over line as place, count(*) over () as waiting
        from locked window line as (order by resolved_at, id)
      ) l
      where bytes_before < ${CLAIM_BYTES} and place <= ${value("limit")}::int
    ), looked_at as (
      select a.workspace_id, a.id, a.after_loss, t.timeout_seconds, t.upstream_name,
        a.waiting > (select count(*) from due) as leaves_more,
        case
          when ${isStopped("a")} then ${STOPPED}
          when t.name is null or not ${isCallable("t")} or t.source <> a.source or t.definition_hash <> a.tool_hash
            then '{"code":"tool_changed","message":"The tool changed or was withdrawn after the approval. Ask for a new proposal."}'
          when k.id is null or not t.group_names && k.groups or t.risk > k.max_risk
            then '{"code":"forbidden","message":"The agent that proposed this may no longer use the tool."}'
          when a.resolved_kind = 'user' and a.resolved_by = ${clientOf("a")} and not ${answersInClient("t", "k")}
            then '{"code":"forbidden","message":"An answer at the agent''s client does not count for this any more."}'
          when a.resolved_kind = 'user' and a.resolved_by <> ${clientOf("a")} and (m.user_id is null or not ${isApproverOfAction("t", "m", "a")})
            then '{"code":"forbidden","message":"The person who approved this may no longer approve."}'
          when a.resolved_kind = 'user' and k.acts_for in (a.resolved_by, g.user_id)
            then '{"code":"forbidden","message":"The person who approved this is the one the agent acts for."}'
          when a.delegation_id is not null and (g.id is null or g.revoked_at is not null or o.user_id is null)
            then '{"code":"forbidden","message":"Who approved this may no longer decide in another person''s place."}'
          when a.resolved_kind = 'user' and not ${isApprovedByAll("t", "k", "a")}
            then '{"code":"forbidden","message":"The approvals this tool needs are no longer all there."}'
          when a.resolved_kind <> 'user' and not ${asksNobody("t", "k", "a")}
            then '{"code":"forbidden","message":"This tool now needs a person''s approval."}'
        end as refusal,
        ${value("run")}::text || '.' || a.place as new_claim
      from due a
      left join tool t on t.workspace_id = a.workspace_id and t.name = a.tool_name
      left join api_key k on k.workspace_id = a.workspace_id and k.id = a.proposed_by and k.kind = 'agent' and k.revoked_at is null
      left join delegation g on g.workspace_id = a.workspace_id and g.id = a.delegation_id
      left join member o on a.delegation_id is not null and o.workspace_id = a.workspace_id and o.user_id = a.resolved_by
        and o.role in ('approver', 'admin')
      left join member m on m.workspace_id = a.workspace_id and m.user_id = coalesce(g.user_id, a.resolved_by) and m.role in ('approver', 'admin')
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
      where a.workspace_id = l.workspace_id and a.id = l.id and a.status is not distinct from 'approved'
      returning a.*, l.timeout_seconds, l.upstream_name, l.leaves_more
    ), event as (${appendEventsOf("claimed", {
      kind: sql`case a.status when ${NEXT.approved.start} then 'action.started'
        when ${NEXT.approved.lose} then 'action.outcome_unknown' else 'action.withdrawn' end`,
      actor: { kind: sql`${value("byKind")}::text`, id: sql`${value("byId")}::text`, name: sql`${value("byName")}::text` },
      extra: sql`'{}'::jsonb`,
    })})
    select ${columns} from claimed a`;
