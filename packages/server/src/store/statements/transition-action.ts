import { sql, type Kysely } from "kysely";
import type { ActionStatus, Verdict } from "@countersign/protocol";
import { compileOnce } from "../compile-once.ts";
import { recordset } from "../recordset.ts";
import type { Schema } from "../schema.ts";
import { isStopped } from "./emergency-stop.ts";
import { policyEpochOf } from "./policy-facts.ts";
import { decisionOf, type StoredDecision } from "./stored-decision.ts";
import { appendEventsOf, lockActions, type ActionRow, type Actor } from "./row.ts";

/** The columns an edit replaces; the rest of the row stays as proposed. */
export interface EditedParts {
  userEdits: string;
  effectiveInput: string;
  preview: string;
  previewWanted: boolean;
  current: string | null;
  proposed: string | null;
  routing: string | null;
}

export interface Transition {
  workspaceId: string;
  id: string;
  /** Statuses from which the lifecycle allows this transition. */
  from: readonly ActionStatus[];
  to: ActionStatus;
  /** The version that the actor saw; the transition fails if the row has changed since. */
  seenVersion: number;
  by: Actor;
  event: string;
  extra?: object;
  digest: string;
  edited?: EditedParts;
  decision?: {
    id: string;
    verdict: Verdict;
    comment: string | null;
    channel: string;
    shownForMs?: number | null;
    /** An approval by the person for whom the agent acts; the event says so, too. */
    selfConfirmed?: boolean;
  };
  /** The policy epoch under which the decision was judged; the transition fails under another. */
  policyEpoch?: number;
  /** The approved action was judged fit to run, under that epoch; otherwise it is judged before it runs. */
  mayRun?: boolean;
  /** The delegator, and the delegation used; the transition fails after its end. */
  delegator?: { id: string; name: string; delegationId: string; endsAt: string };
  /** One of several approvals: it does not resolve the action. */
  isVote?: boolean;
  /** Earliest start, ISO 8601. Unless the voting restarts, an earlier approval that named a later one still counts. */
  notBefore?: string;
  /** The action starts at once, whatever approvals named. */
  dropsNotBefore?: boolean;
  error?: string | null;
  result?: string | null;
}

/** The columns a transition changed, except for those of an edit: the caller knows the rest from the version it read. */
export type Transitioned = Pick<
  ActionRow,
  | "workspaceId"
  | ("status" | "version" | "digest" | "error" | "result" | "executedAt")
  | ("resolvedAt" | "resolvedKind" | "resolvedBy" | "resolvedName")
  | ("voteRound" | "editedBy" | "notBefore")
> & {
  /** The stored decision; null if the transition is not a decision. */
  decision: StoredDecision | null;
};

/** Applies one transition; see `transitionActions`. */
export const transitionAction = async (db: Kysely<Schema>, move: Transition): Promise<Transitioned | undefined> =>
  (await transitionActions(db, [move]))[0];

/**
 * Applies transitions caused by a person or the proposer: each row, its decision and its audit row, all in one statement,
 * across workspaces. Results keep the order of `moves`. Undefined means that another change was first (including another
 * transition of the same action in this batch), the action or the delegation expired, or the policy changed after the decision
 * was judged; then nothing was written for it.
 *
 * The guards use the row as this statement first saw it. A row that changed during the lock wait is not updated, and the caller
 * reads it again.
 */
export async function transitionActions(
  db: Kysely<Schema>,
  moves: readonly Transition[],
): Promise<(Transitioned | undefined)[]> {
  const rows = await MOVE(db, { moves: MOVES.toJson(moves.map(toRecord)) });
  const byMove = new Map(rows.map((row) => [row.moveN, row]));
  return moves.map((_, n) => byMove.get(n));
}

/** A transition as it is passed to the statement: the parameter's rows, read as `m`. */
const MOVES = recordset("m", {
  n: "int",
  workspaceId: "text",
  id: "text",
  from: "text[]",
  to: "text",
  seenVersion: "int",
  digest: "text",
  event: "text",
  extra: "jsonb",
  byKind: "text",
  byId: "text",
  byName: "text",
  policyEpoch: "bigint",
  mayRun: "boolean",
  isVote: "boolean",
  notBefore: "timestamptz",
  dropsNotBefore: "boolean",
  delegatorId: "text",
  delegatorName: "text",
  delegationId: "text",
  delegationEndsAt: "timestamptz",
  isEdited: "boolean",
  userEdits: "text",
  effectiveInput: "text",
  preview: "text",
  previewWanted: "boolean",
  current: "text",
  proposed: "text",
  routing: "text",
  setsError: "boolean",
  error: "text",
  setsResult: "boolean",
  result: "text",
  decisionId: "text",
  verdict: "text",
  comment: "text",
  channel: "text",
  shownForMs: "bigint",
  selfConfirmed: "boolean",
});

const MOVE = compileOnce<{ moves: string }, Transitioned & { moveN: number }>(
  (value) => sql`
    with move as materialized (
      select * from ${MOVES.from(value("moves"))}
    ), locked as (${lockActions(sql`select "workspaceId" as workspace_id, "id" from move`)}
    ), moved as (
      update action a set status = m."to", version = a.version + 1, digest = m."digest",
        resolved_at = case when m."isVote" then a.resolved_at else now() end,
        resolved_kind = case when m."isVote" then a.resolved_kind else m."byKind" end,
        resolved_by = case when m."isVote" then a.resolved_by else m."byId" end,
        resolved_name = case when m."isVote" then a.resolved_name else m."byName" end,
        delegation_id = case when m."isVote" then a.delegation_id else m."delegationId" end,
        vote_round = case when m."isEdited" and m."digest" <> a.digest then a.vote_round + 1 else a.vote_round end,
        not_before = greatest(m."notBefore", case when not m."dropsNotBefore"
          and not (m."isEdited" and m."digest" <> a.digest) then a.not_before end),
        edited_by = case when m."isEdited" and m."digest" <> a.digest then m."byId" else a.edited_by end,
        user_edits = case when m."isEdited" then m."userEdits" else a.user_edits end,
        effective_input = case when m."isEdited" then m."effectiveInput" else a.effective_input end,
        preview = case when m."isEdited" then m."preview" else a.preview end,
        preview_wanted = case when m."isEdited" then m."previewWanted" else a.preview_wanted end,
        current = case when m."isEdited" then m."current" else a.current end,
        proposed = case when m."isEdited" then m."proposed" else a.proposed end,
        routing = case when m."isEdited" then m."routing" else a.routing end,
        error = case when m."setsError" then m."error" else a.error end,
        result = case when m."setsResult" then m."result" else a.result end,
        executed_at = case when m."to" = 'executed' then now() else a.executed_at end,
        judged_epoch = case when m."mayRun" then m."policyEpoch" end, judged_until = null
      from move m
      where a.ctid = any(array(select place from locked)) and a.workspace_id = m."workspaceId" and a.id = m."id"
        and array_position(m."from", a.status) is not null and a.version = m."seenVersion"
        and (a.status <> 'pending' or a.expires_at is null or a.expires_at > now())
        and (m."to" <> 'approved' or not ${isStopped("a")})
        and (m."policyEpoch" is null or m."policyEpoch" = ${policyEpochOf(sql`a.workspace_id`)})
        and (m."delegationEndsAt" is null or now() < m."delegationEndsAt")
      returning a.*, m."n" as move_n, m."event" as move_event, m."extra" as move_extra, m."isEdited" as move_edited,
        m."delegatorId" as move_for, m."delegatorName" as move_for_name, m."delegationId" as move_delegation,
        m."byKind" as move_kind, m."byId" as move_by, m."byName" as move_name,
        m."decisionId" as decision_id, m."verdict" as decision_verdict, m."comment" as decision_comment, m."channel" as decision_channel,
        m."shownForMs" as decision_shown_for_ms, m."selfConfirmed" as decision_self_confirmed
    ), decided as (
      insert into decision (workspace_id, id, action_id, verdict, by_kind, by_id, by_name, digest, user_edits, comment, channel,
        shown_for_ms, vote_round, delegation_id, on_behalf_of, on_behalf_name, self_confirmed)
      select workspace_id, decision_id, id, decision_verdict, move_kind, move_by, move_name, digest,
        case when move_edited then user_edits end, decision_comment, decision_channel, decision_shown_for_ms, vote_round,
        move_delegation, move_for, move_for_name, decision_self_confirmed
      from moved where decision_id is not null
      returning *
    ), event as (${appendEventsOf("moved", {
      kind: sql`a.move_event`,
      actor: { kind: sql`a.move_kind`, id: sql`a.move_by`, name: sql`a.move_name` },
      extra: sql`a.move_extra`,
      decisions: "decided",
    })})
    select move_n, workspace_id, status, version, digest, error, result, executed_at, resolved_at, resolved_kind, resolved_by,
      resolved_name, vote_round, edited_by, not_before, (
        select ${decisionOf("d")} from decided d where d.workspace_id = moved.workspace_id and d.id = moved.decision_id) as decision
    from moved`,
);

const NOT_EDITED: Record<keyof EditedParts, null> = {
  userEdits: null,
  effectiveInput: null,
  preview: null,
  previewWanted: null,
  current: null,
  proposed: null,
  routing: null,
};

const toRecord = (move: Transition, n: number) => ({
  n,
  workspaceId: move.workspaceId,
  id: move.id,
  from: move.from,
  to: move.to,
  seenVersion: move.seenVersion,
  digest: move.digest,
  event: move.event,
  extra: { ...move.extra, ...(move.decision?.selfConfirmed && { selfConfirmed: true }) },
  byKind: move.by.kind,
  byId: move.by.id,
  byName: move.by.name,
  policyEpoch: move.policyEpoch ?? null,
  mayRun: move.mayRun ?? false,
  isVote: move.isVote ?? false,
  notBefore: move.notBefore ?? null,
  dropsNotBefore: move.dropsNotBefore ?? false,
  delegatorId: move.delegator?.id ?? null,
  delegatorName: move.delegator?.name ?? null,
  delegationId: move.delegator?.delegationId ?? null,
  delegationEndsAt: move.delegator?.endsAt ?? null,
  isEdited: move.edited !== undefined,
  ...(move.edited ?? NOT_EDITED),
  setsError: move.error !== undefined,
  error: move.error ?? null,
  setsResult: move.result !== undefined,
  result: move.result ?? null,
  decisionId: move.decision?.id ?? null,
  verdict: move.decision?.verdict ?? null,
  comment: move.decision?.comment ?? null,
  channel: move.decision?.channel ?? null,
  shownForMs: move.decision?.shownForMs ?? null,
  selfConfirmed: move.decision?.selfConfirmed || null,
});
