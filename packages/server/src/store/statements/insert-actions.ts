import { sql, type Kysely, type RawBuilder } from "kysely";
import { compileOnce } from "../compile-once.ts";
import { recordset } from "../recordset.ts";
import type { Schema } from "../schema.ts";
import { GIVEN, insertAction, readFrom, type GivenValues, type NewActionColumns } from "./new-action-columns.ts";
import { linkedTo, linkSentBack } from "./sent-back.ts";
import { appendEventsOf, isCompleted, lockActions, type ActionRow, type Actor } from "./row.ts";
import { saySetting } from "./setting-evidence.ts";
import { policyEpochOf } from "./policy-facts.ts";
import { grantOf, isGrant } from "./resolver-ids.ts";

/** What the engine determines for a new action; the database adds timestamps. */
export interface NewAction extends GivenValues {
  /** Hash of the normalized input, in hex, for recognising repeated calls. */
  repeatHash: string;
  /** `pending`, or `approved` if an administrator's policy or a grant requires no approval. */
  status: "pending" | "approved";
  idempotencyKey: string | null;
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
  /** Seconds after which the action ends at the latest, whatever people choose; null for no such limit. */
  maxLifetimeSeconds: number | null;
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
export const insertActions = (db: Kysely<Schema>, proposals: readonly Proposal[]): Promise<Stored[]> => {
  const isAny = (holds: (action: NewAction) => boolean): boolean => proposals.some(({ action }) => holds(action));
  const mayAnswer = isAny((action) => action.mayAnswer === true);
  const insert = insertFor({
    isGranted: isAny(({ grantId }) => Boolean(grantId)),
    mayAnswer,
    answers: mayAnswer || isAny(({ supersedes }) => supersedes !== null),
    isCollected: isAny(({ checkpointId }) => Boolean(checkpointId)),
  });
  return insert(db, { asked: ASKED.toJson(proposals.map(toRecord)) });
};

/** What the statement has to do for at least one of its calls; the parts for the rest are left out. */
interface Parts {
  isGranted: boolean;
  mayAnswer: boolean;
  /** Some action supersedes another, as it says or as is found out. */
  answers: boolean;
  isCollected: boolean;
}

type Insert = (db: Kysely<Schema>, values: { asked: string }) => Promise<Stored[]>;
const inserts = new Map<string, Insert>();

/** A statement's text depends on which parts it has; each combination is compiled once. */
function insertFor(parts: Parts): Insert {
  const key = Object.values(parts).join();
  const known = inserts.get(key);
  if (known) return known;
  const insert = compileOnce<{ asked: string }, Stored>((value) => insertWith(parts, ASKED.from(value("asked"))));
  inserts.set(key, insert);
  return insert;
}

function insertWith({ isGranted, mayAnswer, answers, isCollected }: Parts, asked: RawBuilder<unknown>): RawBuilder<Stored> {
  // This locks the audit heads of all workspaces in order, after all rows of actions are locked. Every statement does it this way.
  const proposed = appendEventsOf("stored", {
    kind: sql`'action.proposed'`,
    actor: { kind: sql`a.proposed_kind`, id: sql`a.proposed_by`, name: sql`a.proposed_name` },
    extra: sql`'{}'::jsonb`,
    ...(answers ? { after: "answered" } : {}),
  });
  // Every statement locks grants before actions.
  const placed = isGranted ? sql`placed r` : asked;
  return sql`
    with ${isGranted ? placeGranted(asked) : sql``} ${mayAnswer ? linkSentBack(placed) : sql``} stored as (
      ${insertAction(columnsOf({ isGranted, mayAnswer }))}
      from ${placed}
      order by r."workspaceId", r."byId", r."idempotencyKey", r."n"
      on conflict (workspace_id, proposed_by, idempotency_key) where idempotency_key is not null do nothing
      returning *
    )
    ${answers ? answered(mayAnswer ? sql`select place from back` : LOCKED) : sql``}, event as (${proposed} returning 1)
    ${answers ? ANSWER : sql``}
    ${isGranted ? USED : sql``}
    ${isCollected ? collected(asked) : sql``}
    select workspace_id, id, status from stored`;
}

/** A call as it is passed to the statement: the parameter's rows, read as `r`. */
const ASKED = recordset("r", {
  ...GIVEN,
  n: "int",
  workspaceId: "text",
  byKind: "text",
  byId: "text",
  byName: "text",
  repeatHash: "text",
  status: "text",
  idempotencyKey: "text",
  policyWhen: "text",
  grantId: "text",
  policyEpoch: "bigint",
  checkpointId: "text",
  supersedes: "text",
  mayAnswer: "boolean",
  lifetimeSeconds: "double precision",
  maxLifetimeSeconds: "double precision",
  remindSeconds: "double precision",
  escalateSeconds: "double precision",
});

/** With a grant, the row's status and the grant's author and end come from `placed`. */
function columnsOf({ isGranted, mayAnswer }: Pick<Parts, "isGranted" | "mayAnswer">): NewActionColumns {
  const status = isGranted ? sql`r."placed"` : sql`r."status"`;
  const ifApproved = (value: RawBuilder<unknown>) => sql`case when ${status} = 'approved' then ${value} end`;
  const resolver = isGranted
    ? {
        by: sql`coalesce('grant:' || r."grantId", 'policy')`,
        name: sql`coalesce('Standing grant of ' || r."writtenName", 'Policy')`,
      }
    : { by: sql`'policy'`, name: sql`'Policy'` };
  return {
    ...readFrom("r"),
    workspaceId: sql`r."workspaceId"`,
    repeatHash: sql`decode(r."repeatHash", 'hex')`,
    effectiveInput: sql`r."toolInput"`,
    status,
    proposedKind: sql`r."byKind"`,
    proposedBy: sql`r."byId"`,
    proposedName: sql`r."byName"`,
    idempotencyKey: sql`r."idempotencyKey"`,
    policyWhen: sql`r."policyWhen"`,
    supersedes: mayAnswer ? sql`coalesce(r."supersedes", ${linkedTo(sql`r."n"`)})` : sql`r."supersedes"`,
    expiresAt: sql`now() + make_interval(secs => r."lifetimeSeconds")`,
    latestExpiresAt: sql`now() + make_interval(secs => r."maxLifetimeSeconds")`,
    remindAt: sql`now() + make_interval(secs => r."remindSeconds")`,
    escalateAt: sql`now() + make_interval(secs => r."escalateSeconds")`,
    resolvedAt: ifApproved(sql`now()`),
    resolvedKind: ifApproved(sql`'system'`),
    resolvedBy: ifApproved(resolver.by),
    resolvedName: ifApproved(resolver.name),
    judgedEpoch: ifApproved(sql`r."policyEpoch"`),
    judgedUntil: isGranted ? sql`r."grantEndsAt"` : sql`null::timestamptz`,
  };
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
      where ${isCompleted("event")}
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
    )`;

const ANSWER = sql`, answer as (${appendEventsOf("answered", {
  kind: sql`'action.superseded'`,
  actor: { kind: sql`a.answer_kind`, id: sql`a.answer_by`, name: sql`a.answer_name` },
  extra: sql`'{}'::jsonb`,
  after: "event",
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
  policyWhen: null,
  grantId: null,
  checkpointId: null,
  mayAnswer: false,
  remindSeconds: null,
  escalateSeconds: null,
  ...action,
});
