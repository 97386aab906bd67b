import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { appendEventsOf, lockActions, type ActionRow, type Actor } from "./row.ts";

/** What the engine decides about a new action; the database adds its clock. */
export interface NewAction {
  id: string;
  toolName: string;
  toolHash: string;
  source: string;
  effect: string;
  risk: number;
  toolInput: string;
  preview: string;
  previewWanted: boolean;
  target: string | null;
  snapshot: string | null;
  current: string | null;
  proposed: string | null;
  digest: string;
  caption: string | null;
  /** `pending`, or `approved` where a policy an administrator wrote asks nobody. */
  status: "pending" | "approved";
  missionId: string | null;
  sessionId: string | null;
  batchId: string;
  idempotencyKey: string | null;
  requestHash: string;
  /** The expression that asked nobody, where one decided. */
  policyWhen?: string | null;
  supersedes: string | null;
  lifetimeSeconds: number | null;
}

/** A new action, whose it is and who proposes it. */
export interface Proposal {
  workspaceId: string;
  by: Actor;
  action: NewAction;
}

/**
 * Stores new actions with their audit rows, all in one statement, whatever workspaces they are of. An action whose idempotency
 * key is taken is left out of the answer: the caller then reads the one that was first.
 */
export async function insertActions(db: Kysely<Schema>, proposals: readonly Proposal[]): Promise<Pick<ActionRow, "id">[]> {
  const rows = JSON.stringify(proposals.map(toRecord));
  const proposer = { kind: sql`a.proposed_kind`, id: sql`a.proposed_by`, name: sql`a.proposed_name` };
  // Few replace another, and the server would look for what they replace through the whole table.
  const answer = proposals.some(({ action }) => action.supersedes !== null)
    ? sql`, place as (${lockActions(sql`select workspace_id, supersedes as id from stored where supersedes is not null`)}
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
    })})`
    : sql``;
  const { rows: stored } = await sql<Pick<ActionRow, "id">>`
    with stored as (
      insert into action (workspace_id, id, tool_name, tool_hash, source, effect, risk, tool_input, effective_input, preview,
        preview_wanted, target, snapshot, current, proposed, digest, caption, status, mission_id, session_id, batch_id,
        proposed_kind, proposed_by, proposed_name, idempotency_key, request_hash, policy_when, supersedes, expires_at,
        resolved_at, resolved_kind, resolved_by, resolved_name)
      select r."workspaceId", r."id", r."toolName", r."toolHash", r."source", r."effect", r."risk", r."toolInput", r."toolInput",
        r."preview", r."previewWanted", r."target", r."snapshot", r."current", r."proposed", r."digest", r."caption", r."status",
        r."missionId", r."sessionId", r."batchId", r."byKind", r."byId", r."byName", r."idempotencyKey",
        r."requestHash", r."policyWhen", r."supersedes", now() + make_interval(secs => r."lifetimeSeconds"),
        case when r."status" = 'approved' then now() end, case when r."status" = 'approved' then 'system' end,
        case when r."status" = 'approved' then 'policy' end, case when r."status" = 'approved' then 'Policy' end
      from json_to_recordset(${rows}::json) as r("n" int, "workspaceId" text, "byKind" text, "byId" text, "byName" text, "id" text,
        "toolName" text, "toolHash" text, "source" text, "effect" text, "risk" smallint, "toolInput" text, "preview" text, "previewWanted" boolean, "target" text,
        "snapshot" text, "current" text, "proposed" text, "digest" text, "caption" text, "status" text, "missionId" text,
        "sessionId" text, "batchId" text, "idempotencyKey" text, "requestHash" text, "policyWhen" text, "supersedes" text,
        "lifetimeSeconds" double precision)
      order by r."workspaceId", r."byId", r."idempotencyKey", r."n"
      on conflict (workspace_id, proposed_by, idempotency_key) where idempotency_key is not null do nothing
      returning *
    ), event as (${appendEventsOf("stored", { kind: sql`'action.proposed'`, actor: proposer, extra: sql`'{}'::jsonb` })})
    ${answer}
    select id from stored`.execute(db);
  return stored;
}

const toRecord = ({ workspaceId, by, action }: Proposal, n: number) => ({
  n,
  workspaceId,
  byKind: by.kind,
  byId: by.id,
  byName: by.name,
  ...action,
});
