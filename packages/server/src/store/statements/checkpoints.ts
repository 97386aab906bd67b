import { sql, type Kysely, type Selectable } from "kysely";
import type { ActionStatus } from "@countersign/protocol";
import type { CheckpointFilter } from "../../ports/decisions.ts";
import type { CheckpointTable, Schema } from "../schema.ts";
import type { Actor } from "./row.ts";

export type CheckpointRow = Selectable<CheckpointTable> & { pending: number };

export interface CheckpointItem {
  id: string;
  toolName: string;
  source: string;
  title: string;
  batchId: string;
  risk: number;
  ratedRisk: number | null;
  vetted: boolean | null;
  status: ActionStatus;
  digest: string;
}

const ITEM = sql`id, tool_name, source, preview, batch_id, risk, rated_risk, vetted, status, digest, created_at`;

/**
 * Actions of checkpoint `c`: its agent's proposals in the collected batches, by batch id or by `{missionId}:{toolName}`. Tool
 * names contain no colon.
 */
const ofCheckpoint = sql`from checkpoint_batch b
  cross join lateral (
    select ${ITEM} from action where workspace_id = b.workspace_id and batch_id = b.batch_id and proposed_by = c.opened_by
    union
    select ${ITEM} from action where workspace_id = b.workspace_id and proposed_by = c.opened_by
      and mission_id = regexp_replace(b.batch_id, ':[^:]*$', '') and tool_name = substring(b.batch_id from ':([^:]*)$')
  ) a
  where b.workspace_id = c.workspace_id and b.checkpoint_id = c.id`;

/** Newest first. */
export async function listCheckpoints(
  db: Kysely<Schema>,
  workspaceId: string,
  { id, missionId, sessionId, openedBy, open }: CheckpointFilter,
  limit: number,
): Promise<CheckpointRow[]> {
  const { rows } = await sql<CheckpointRow>`
    select c.*, (select count(distinct a.id) ${ofCheckpoint} and a.status = 'pending')::int as pending
    from checkpoint c
    where c.workspace_id = ${workspaceId}
      ${id === undefined ? sql`` : sql`and c.id = ${id}`}
      ${missionId === undefined ? sql`` : sql`and c.mission_id = ${missionId}`}
      ${sessionId === undefined ? sql`` : sql`and c.session_id = ${sessionId}`}
      ${openedBy === undefined ? sql`` : sql`and c.opened_by = ${openedBy}`}
      ${open === undefined ? sql`` : open ? sql`and c.decided_at is null` : sql`and c.decided_at is not null`}
    order by c.created_at desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Items of a checkpoint: pending ones first, oldest first. */
export async function findCheckpointItems(
  db: Kysely<Schema>,
  workspaceId: string,
  id: string,
  limit: number,
): Promise<CheckpointItem[]> {
  const { rows } = await sql<CheckpointItem>`
    select one.* from checkpoint c
    cross join lateral (
      select distinct on (a.status = 'pending', a.created_at, a.id) a.id, a.tool_name, coalesce(a.preview::json ->> 'title', '')
        as title, a.source, a.batch_id, a.risk, a.rated_risk, a.vetted, a.status, a.digest
      ${ofCheckpoint}
      order by a.status = 'pending' desc, a.created_at, a.id limit ${limit}
    ) one
    where c.workspace_id = ${workspaceId} and c.id = ${id}`.execute(db);
  return rows;
}

export async function findCheckpointBatches(db: Kysely<Schema>, workspaceId: string, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("checkpointBatch")
    .select("batchId")
    .where("workspaceId", "=", workspaceId)
    .where("checkpointId", "=", id)
    .orderBy("addedAt")
    .orderBy("batchId")
    .execute();
  return rows.map(({ batchId }) => batchId);
}

export type NewCheckpoint = Pick<CheckpointRow, "workspaceId" | "id" | "label" | "missionId" | "sessionId"> & {
  by: Actor;
  batchIds: readonly string[];
};

const told = sql`jsonb_build_object('checkpointId', id, 'missionId', mission_id, 'sessionId', session_id, 'verdict', verdict)`;

/** Opens a checkpoint over existing batches and logs it. */
export const insertCheckpoint = (db: Kysely<Schema>, checkpoint: NewCheckpoint) => {
  const { workspaceId, id, label, missionId, sessionId, by, batchIds } = checkpoint;
  return sql`
    with opened as (
      insert into checkpoint (workspace_id, id, label, mission_id, session_id, opened_by, opened_name)
      values (${workspaceId}, ${id}, ${label}, ${missionId}, ${sessionId}, ${by.id}, ${by.name}) returning *
    ), batch as (
      insert into checkpoint_batch (workspace_id, checkpoint_id, batch_id)
      select distinct workspace_id, id, one from opened, unnest(${[...batchIds]}::text[]) one
    )
    insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
    select workspace_id, 'checkpoint.opened', ${by.kind}, ${by.id}, ${by.name}, ${told}::text from opened`.execute(db);
};

/** Atomically claims the decision. Returns false if another reviewer was first. */
export async function takeCheckpoint(
  db: Kysely<Schema>,
  decision: {
    workspaceId: string;
    id: string;
    verdict: "approve" | "reject";
    comment: string | null;
    by: Actor;
    digest: string;
  },
): Promise<boolean> {
  const { workspaceId, id, verdict, comment, by, digest } = decision;
  const { rows } = await sql<{ id: string }>`
    with decided as (
      update checkpoint set verdict = ${verdict}, comment = ${comment}, decided_at = now(), decided_by = ${by.id},
        decided_name = ${by.name}
      where workspace_id = ${workspaceId} and id = ${id} and decided_at is null
      returning *
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select workspace_id, 'checkpoint.decided', ${by.kind}, ${by.id}, ${by.name},
        (${told} || jsonb_build_object('digest', ${digest}::text, 'comment', comment))::text from decided
    )
    select id from decided`.execute(db);
  return rows.length > 0;
}

/** Undoes the person's decision if some of its actions are still pending. */
export const reopenCheckpoint = (db: Kysely<Schema>, workspaceId: string, id: string, by: Actor) =>
  sql`
    with reopened as (
      update checkpoint set verdict = null, comment = null, decided_at = null, decided_by = null, decided_name = null
      where workspace_id = ${workspaceId} and id = ${id} and decided_by = ${by.id}
      returning *
    )
    insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
    select workspace_id, 'checkpoint.reopened', ${by.kind}, ${by.id}, ${by.name}, ${told}::text from reopened`.execute(db);
