import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "../schema.ts";
import { linkedTo, linkSentBack } from "./sent-back.ts";
import { appendEventsOf, lockActions, type ActionRow, type Actor } from "./row.ts";
import { saySetting } from "./setting-evidence.ts";
import { policyEpochOf } from "./policy-facts.ts";
import { grantOf, isGrant } from "./resolver-ids.ts";

/** What the engine determines for a new action; the database adds timestamps. */
export interface NewAction {
  id: string;
  toolName: string;
  toolHash: string;
  source: string;
  effect: string;
  risk: number;
  ratedRisk: number | null;
  vetted: boolean;
  toolInput: string;
  /** Hash of the normalized input, in hex, for recognising repeated calls. */
  repeatHash: string;
  preview: string;
  previewWanted: boolean;
  target: string | null;
  snapshot: string | null;
  current: string | null;
  proposed: string | null;
  digest: string;
  caption: string | null;
  /** `pending`, or `approved` if an administrator's policy or a grant requires no approval. */
  status: "pending" | "approved";
  missionId: string | null;
  sessionId: string | null;
  batchId: string;
  idempotencyKey: string | null;
  requestHash: string;
  /** The expression by which no approval was required, if one decided. */
  policyWhen?: string | null;
  /**
   * Standing grant that approves the call. If it has no use left at insertion, is over, or the policy changed since it was
   * judged, the action becomes `pending` instead.
   */
  grantId?: string | null;
  /** The policy epoch under which the call was judged. */
  policyEpoch: number;
  /** Checkpoint that collects the action's batch. */
  checkpointId?: string | null;
  supersedes: string | null;
  /** Without `supersedes`: supersedes a sent-back action of the same tool, agent, session and target, if any. */
  mayAnswer?: boolean;
  lifetimeSeconds: number | null;
  /** For a pending action: seconds until a reminder, and until escalation. */
  remindSeconds?: number | null;
  escalateSeconds?: number | null;
}

/** A new action, its workspace and its proposer. */
export interface Proposal {
  workspaceId: string;
  by: Actor;
  action: NewAction;
}

/** A stored action: `pending` if the grant that was to approve it could not any more; see `NewAction.grantId`. */
export type Stored = Pick<ActionRow, "workspaceId" | "id" | "status">;

/**
 * Stores new actions with their audit rows in one statement, across workspaces. Omits actions whose idempotency key is taken;
 * the caller then reads the existing one.
 */
export async function insertActions(db: Kysely<Schema>, proposals: readonly Proposal[]): Promise<Stored[]> {
  const rows = JSON.stringify(proposals.map(toRecord));
  const proposer = { kind: sql`a.proposed_kind`, id: sql`a.proposed_by`, name: sql`a.proposed_name` };
  const asked = sql`json_to_recordset(${rows}::json) as r("n" int, "workspaceId" text, "byKind" text, "byId" text, "byName" text,
    "id" text, "toolName" text, "toolHash" text, "source" text, "effect" text, "risk" smallint, "ratedRisk" smallint, "vetted" boolean, "toolInput" text, "repeatHash" text, "preview" text,
    "previewWanted" boolean, "target" text, "snapshot" text, "current" text, "proposed" text, "digest" text, "caption" text,
    "status" text, "missionId" text, "sessionId" text, "batchId" text, "idempotencyKey" text, "requestHash" text,
    "policyWhen" text, "grantId" text, "policyEpoch" bigint, "checkpointId" text, "supersedes" text, "mayAnswer" boolean, "lifetimeSeconds" double precision, "remindSeconds" double precision,
    "escalateSeconds" double precision)`;
  const isGranted = proposals.some(({ action }) => Boolean(action.grantId));
  const status = isGranted ? sql`r."placed"` : sql`r."status"`;
  // Every statement locks grants before actions.
  const placed = isGranted ? sql`placed r` : asked;
  const mayAnswer = proposals.some(({ action }) => action.mayAnswer);
  const answers = mayAnswer || proposals.some(({ action }) => action.supersedes !== null);
  const { rows: stored } = await sql<Stored>`
    with ${isGranted ? placeGranted(asked) : sql``} ${mayAnswer ? linkSentBack(placed) : sql``} stored as (
      insert into action (workspace_id, id, tool_name, tool_hash, source, effect, risk, rated_risk, vetted, tool_input, repeat_hash, effective_input, preview,
        preview_wanted, target, snapshot, current, proposed, digest, caption, status, mission_id, session_id, batch_id,
        proposed_kind, proposed_by, proposed_name, idempotency_key, request_hash, policy_when, supersedes, expires_at, remind_at, escalate_at,
        resolved_at, resolved_kind, resolved_by, resolved_name, judged_epoch, judged_until)
      select r."workspaceId", r."id", r."toolName", r."toolHash", r."source", r."effect", r."risk", r."ratedRisk", r."vetted", r."toolInput", decode(r."repeatHash", 'hex'), r."toolInput",
        r."preview", r."previewWanted", r."target", r."snapshot", r."current", r."proposed", r."digest", r."caption", ${status},
        r."missionId", r."sessionId", r."batchId", r."byKind", r."byId", r."byName", r."idempotencyKey",
        r."requestHash", r."policyWhen", ${mayAnswer ? sql`coalesce(r."supersedes", ${linkedTo(sql`r."n"`)})` : sql`r."supersedes"`}, now() + make_interval(secs => r."lifetimeSeconds"),
        now() + make_interval(secs => r."remindSeconds"), now() + make_interval(secs => r."escalateSeconds"),
        case when ${status} = 'approved' then now() end, case when ${status} = 'approved' then 'system' end,
        case when ${status} = 'approved' then ${isGranted ? sql`coalesce('grant:' || r."grantId", 'policy')` : sql`'policy'`} end,
        case when ${status} = 'approved' then ${isGranted ? sql`coalesce('Standing grant of ' || r."writtenName", 'Policy')` : sql`'Policy'`} end,
        case when ${status} = 'approved' then r."policyEpoch" end, ${isGranted ? sql`r."grantEndsAt"` : sql`null::timestamptz`}
      from ${placed}
      order by r."workspaceId", r."byId", r."idempotencyKey", r."n"
      on conflict (workspace_id, proposed_by, idempotency_key) where idempotency_key is not null do nothing
      returning *
    ), event as (${appendEventsOf("stored", { kind: sql`'action.proposed'`, actor: proposer, extra: sql`'{}'::jsonb` })})
    ${isGranted ? USED : sql``}
    ${proposals.some(({ action }) => Boolean(action.checkpointId)) ? collected(asked) : sql``}
    ${answers ? answered(mayAnswer ? sql`select place from back` : LOCKED) : sql``}
    select workspace_id, id, status from stored`.execute(db);
  return stored;
}

/**
 * Locks the requested grants in order and assigns each as many actions as it has uses left: concurrent statements wait here and
 * then count the remaining uses. The other actions become pending.
 */
const placeGranted = (asked: RawBuilder<unknown>) => sql`asked as materialized (select * from ${asked}
    ), held as materialized (
      select g.* from standing_grant g
      where (g.workspace_id, g.id) in (select "workspaceId", "grantId" from asked where "grantId" is not null)
      order by g.workspace_id, g.id for update
    ), placed as materialized (
      select r.*, h.written_name as "writtenName", h.expires_at as "grantEndsAt", case
        when r."grantId" is null then r."status"
        when ${policyEpochOf(sql`r."workspaceId"`)} = r."policyEpoch" and h.revoked_at is null and h.expires_at > now()
          and row_number() over (partition by r."workspaceId", r."grantId" order by r."n") <= h.max_uses - h.uses then 'approved'
        else 'pending' end as "placed"
      from asked r left join held h on h.workspace_id = r."workspaceId" and h.id = r."grantId"
    ),`;

/** Counts each use on its grant and logs it with the proposal. */
const USED = sql`, used as (
      update standing_grant g set uses = g.uses + u.uses
      from (select workspace_id, resolved_by, count(*)::int as uses from stored where ${isGrant(sql`resolved_by`)} group by 1, 2) u
      where g.workspace_id = u.workspace_id and g.id = ${grantOf(sql`u.resolved_by`)}
      returning g.*
    ), use_event as (
      insert into audit_event (workspace_id, kind, action_id, actor_kind, actor_id, actor_name, data)
      select s.workspace_id, 'grant.used', s.id, s.resolved_kind, s.resolved_by, s.resolved_name, (jsonb_build_object('grantId', u.id,
        'toolName', s.tool_name, 'sessionId', s.session_id, 'allowWhen', u.allow_when, 'uses', u.uses, 'maxUses', u.max_uses)
        || ${saySetting("standing_grant", "u")})::text
      from stored s join used u on u.workspace_id = s.workspace_id and u.id = ${grantOf(sql`s.resolved_by`)}
      order by s.workspace_id
    )`;

/** Locked positions of the superseded actions; there are few, and the server would otherwise scan the whole table. */
const LOCKED = lockActions(sql`select workspace_id, supersedes as id from stored where supersedes is not null`);

const answered = (places: RawBuilder<unknown>) => sql`, place as (${places}
    ), answered as (
      update action a set superseded_by = s.id, version = a.version + 1
      from stored s
      where a.ctid = any(array(select place from place)) and a.workspace_id = s.workspace_id and a.id = s.supersedes
        and a.superseded_by is null
      returning a.*, s.proposed_kind as answer_kind, s.proposed_by as answer_by, s.proposed_name as answer_name
    ), answer as (${appendEventsOf("answered", {
      kind: sql`'action.superseded'`,
      actor: { kind: sql`a.answer_kind`, id: sql`a.answer_by`, name: sql`a.answer_name` },
      extra: sql`'{}'::jsonb`,
    })})`;

const collected = (asked: RawBuilder<unknown>) => sql`, collected as (
      insert into checkpoint_batch (workspace_id, checkpoint_id, batch_id)
      select distinct s.workspace_id, r."checkpointId", s.batch_id from ${asked}
      join stored s on s.workspace_id = r."workspaceId" and s.id = r."id"
      where r."checkpointId" is not null order by 1, 2, 3
      on conflict do nothing
    )`;

const toRecord = ({ workspaceId, by, action }: Proposal, n: number) => ({
  n,
  workspaceId,
  byKind: by.kind,
  byId: by.id,
  byName: by.name,
  ...action,
});
