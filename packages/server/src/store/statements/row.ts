import type { RawBuilder, Selectable } from "kysely";
import { sql } from "kysely";
import type { PrincipalKind } from "@countersign/protocol";
import type { DecisionTable } from "../decision-tables.ts";
import type { ActionTable } from "../schema.ts";

export type ActionRow = Selectable<ActionTable>;
export type DecisionRow = Selectable<DecisionTable>;

/** The actor recorded in a row. The name is stored because people rename themselves and evidence must not change. */
export interface Actor {
  kind: PrincipalKind;
  id: string;
  name: string;
}

/** SHA-256 in hex, as `sha256Hex` computes it; null for null. */
export const hashOf = (text: RawBuilder<unknown>) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

export const SYSTEM: Actor = { kind: "system", id: "system", name: "Countersign" };

/** Formats an instant in wire format, for JSON built inside a statement. */
export const wireInstant = (expression: RawBuilder<unknown>) =>
  sql<string>`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Locks the actions that `wanted` lists in columns `workspace_id` and `id`, and returns their positions. The order is always
 * the same, so that two multi-row statements cannot deadlock. Each action is looked up separately, because for a list the
 * server would read a whole workspace.
 */
export const lockActions = (wanted: RawBuilder<unknown>) => sql`
  select row.place from (select distinct w.workspace_id, w.id from (${wanted}) w order by w.workspace_id, w.id) one
  cross join lateral (
    select a.ctid as place from action a where a.workspace_id = one.workspace_id and a.id = one.id limit 1 for update
  ) row`;

/** Concatenates texts with their lengths, so that no two lists collide; null counts as empty, as in the chain. */
function fieldsOf(columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.map((column) => `audit_field(${column})`).join(" || "));
}

/** Evidence columns of an action that are not covered by its digest or hashed separately; they change only with an event. */
const EVIDENCE =
  `source effect risk::text caption current proposed user_edits error mission_id session_id batch_id proposed_kind
  proposed_by proposed_name supersedes superseded_by resolved_kind resolved_by resolved_name policy_when escalated_to
  vote_round::text edited_by delegation_id attempts::text`.split(/\s+/);
const EVIDENCE_TIMES = ["created_at", "expires_at", "resolved_at", "executed_at"];

/** Columns that actions from before migration 0025 lack; the hashes of those actions stay the same. */
const LATER_EVIDENCE = fieldsOf(["a.rated_risk::text", "a.vetted::text"]);

/** A column that most actions have nothing in; the hash of those actions is the same as before the column existed. */
const rare = (value: string, name = "") =>
  sql` || case when ${sql.raw(value)} is null then '' else ${sql.lit(name)} || ${fieldsOf([value])} end`;

/** Each instant is hashed with its column's name, so that the hash changes if it is moved to another column. */
const RARE_EVIDENCE = [
  rare("a.routing"),
  rare("extract(epoch from a.latest_expires_at)::text", "latest_expires_at"),
  rare("extract(epoch from a.not_before)::text", "not_before"),
];

/** Hash of row `a` of `action`, without its digest, preview and result. */
export const evidenceHash = hashOf(
  sql`${fieldsOf([...EVIDENCE.map((name) => `a.${name}`), ...EVIDENCE_TIMES.map((name) => `extract(epoch from a.${name})::text`)])}
    || case when a.vetted is null then '' else ${LATER_EVIDENCE} end 
    ${sql.join(RARE_EVIDENCE, sql``)}`,
);

const DECISION = `id verdict by_kind by_id by_name digest user_edits comment channel shown_for_ms::text vote_round::text
  delegation_id on_behalf_of on_behalf_name`.split(/\s+/);

/** Hash of row `d` of `decision`. */
export const decisionHash = hashOf(
  sql`${fieldsOf([...DECISION.map((name) => `d.${name}`), "extract(epoch from d.at)::text"])}
    ${rare("d.self_confirmed::text", "self_confirmed")}`,
);

/** Kind, actor and further data of an event: constants or column references. */
export interface EventSaid {
  kind: RawBuilder<unknown>;
  actor: Actor | { kind: RawBuilder<unknown>; id: RawBuilder<unknown>; name: RawBuilder<unknown> };
  /** JSON object, as `jsonb`. */
  extra: RawBuilder<unknown>;
  /** Name of the CTE with the decisions that the statement stores, with all columns; the events include their hashes. */
  decisions?: string;
  /** Name of a CTE to be completed first. PostgreSQL chooses the order otherwise, and with it the order of locks. */
  after?: string;
}

/** One member of a JSON object, or an empty text for null. */
const member = (name: string, value: RawBuilder<unknown>) =>
  sql`coalesce(${sql.lit(`,"${name}":`)} || to_json(${value})::text, '')`;

/** All members of a `jsonb` object, or an empty text for an empty one. */
const membersOf = (extra: RawBuilder<unknown>) =>
  sql`coalesce(',' || nullif(substr((${extra})::text, 2, length((${extra})::text) - 2), ''), '')`;

const hashOfDecision = (decisions: string) =>
  sql`(select ${decisionHash} from ${sql.table(decisions)} d where d.workspace_id = a.workspace_id and d.action_id = a.id)`;

/**
 * Appends one audit row for each row of the CTE `source`, which has rows of `action` after the change, so the log cannot differ
 * from what was written. Workspaces are processed in order, because each event locks its workspace's audit head: two statements
 * over several workspaces could otherwise deadlock.
 */
export const appendEventsOf = (source: string, { kind, actor, extra, decisions, after }: EventSaid) => sql`
  insert into audit_event (workspace_id, kind, action_id, actor_kind, actor_id, actor_name, data)
  select a.workspace_id, ${kind}, a.id, ${actor.kind}, ${actor.id}, ${actor.name}, '{"status":"' || a.status || '"'
    || ${member("version", sql`a.version`)} || ${member("digest", sql`a.digest`)} || ${member("toolName", sql`a.tool_name`)}
    || ${member("missionId", sql`a.mission_id`)} || ${member("sessionId", sql`a.session_id`)}
    || ${member("batchId", sql`a.batch_id`)} || ${member("attempt", sql`nullif(a.attempt, 0)`)}
    || ${member("error", sql`a.error::json`)} || ${member("previewHash", hashOf(sql`a.preview`))}
    || ${member("resultHash", hashOf(sql`a.result`))} || ${member("evidenceHash", evidenceHash)}
    || ${decisions === undefined ? sql`''` : member("decisionHash", hashOfDecision(decisions))} || ${membersOf(extra)} || '}'
  from ${sql.table(source)} a ${after === undefined ? sql`` : sql`where ${isCompleted(after)}`} order by a.workspace_id`;

/** SQL: always true, but makes PostgreSQL run this CTE first. An `insert` needs a `returning`, so that it can be read. */
export const isCompleted = (cte: string) => sql`(select count(*) from ${sql.table(cte)}) >= 0`;

/** Like `appendEventsOf`, with the same actor and data for every row. */
export const appendEvents = (
  source: string,
  kind: RawBuilder<unknown>,
  actor: Actor,
  extra: object = {},
  more: Pick<EventSaid, "decisions"> = {},
) => appendEventsOf(source, { kind, actor, extra: sql`${JSON.stringify(extra)}::jsonb`, ...more });
