import { sql, type Kysely } from "kysely";
import type { ActionStatus } from "@countersign/protocol";
import type { Schema } from "../schema.ts";
import type { ActionRow, DecisionRow } from "./row.ts";

export type StoredAction = ActionRow & { decisions: (Omit<DecisionRow, "at"> & { at: string })[] };

/** One action with its decisions, oldest first. */
export async function findAction(db: Kysely<Schema>, workspaceId: string, id: string): Promise<StoredAction | undefined> {
  return (await findActions(db, workspaceId, [id]))[0];
}

export async function findActions(db: Kysely<Schema>, workspaceId: string, ids: readonly string[]): Promise<StoredAction[]> {
  // A list makes the server plan anew each time, for it can not know its length; most ask for one.
  const [only] = ids;
  const wanted = ids.length === 1 ? sql`a.id = ${only}` : sql`a.id = any(${[...ids]}::text[])`;
  const { rows } = await sql<StoredAction>`
    select a.*, coalesce((
      select json_agg(json_build_object('id', d.id, 'verdict', d.verdict, 'byKind', d.by_kind, 'byId', d.by_id, 'byName', d.by_name,
        'digest', d.digest, 'userEdits', d.user_edits, 'comment', d.comment, 'channel', d.channel, 'at', d.at) order by d.at)
      from decision d where d.workspace_id = a.workspace_id and d.action_id = a.id), '[]') as decisions
    from action a
    where a.workspace_id = ${workspaceId} and ${wanted}`.execute(db);
  return rows;
}

/** Status and version only: what a waiting caller needs to know whether to read on. */
export const findStatus = (db: Kysely<Schema>, workspaceId: string, id: string) =>
  db
    .selectFrom("action")
    .select(["status", "version", "proposedBy"])
    .where("workspaceId", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();

export interface ActionFilter {
  status?: readonly ActionStatus[];
  toolName?: string;
  missionId?: string;
  sessionId?: string;
  batchId?: string;
  risk?: number;
  proposedBy?: string;
  q?: string;
}

/** The row after which a page starts; microseconds, because the wire's milliseconds would skip rows. */
export interface PagePosition {
  createdAtMicros: string;
  id: string;
}

export type ListedRow = ActionRow & { createdAtMicros: string };

/** Newest first, by keyset: the cost of a page does not grow with its depth. */
export async function listActions(
  db: Kysely<Schema>,
  workspaceId: string,
  filter: ActionFilter,
  limit: number,
  after?: PagePosition,
): Promise<ListedRow[]> {
  let query = db
    .selectFrom("action")
    .selectAll()
    .select(sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`.as("createdAtMicros"))
    .where("workspaceId", "=", workspaceId);
  const statuses = filter.status ?? [];
  if (statuses.length === 1) query = query.where("status", "=", statuses[0]!);
  else if (statuses.length > 1) query = query.where("status", "in", statuses);
  for (const column of ["toolName", "missionId", "sessionId", "batchId", "risk", "proposedBy"] as const) {
    const wanted = filter[column];
    if (wanted !== undefined) query = query.where(column, "=", wanted);
  }
  if (filter.q) {
    const pattern = `%${filter.q.replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where((eb) =>
      eb.or((["toolName", "caption", "target", "effectiveInput"] as const).map((column) => eb(column, "ilike", pattern))),
    );
  }
  if (after) {
    query = query.where(
      sql<boolean>`(created_at, id) < (timestamptz 'epoch' + ${after.createdAtMicros}::bigint * interval '1 microsecond', ${after.id})`,
    );
  }
  return query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

export interface CountRow {
  status: ActionStatus;
  toolName: string;
  count: number;
  oldestAt: Date;
}

export async function countActions(db: Kysely<Schema>, workspaceId: string, filter: Pick<ActionFilter, "sessionId" | "proposedBy" | "status">): Promise<CountRow[]> {
  let query = db
    .selectFrom("action")
    .select((eb) => ["status", "toolName", eb.fn.countAll<number>().as("count"), eb.fn.min("createdAt").as("oldestAt")])
    .where("workspaceId", "=", workspaceId);
  if (filter.sessionId !== undefined) query = query.where("sessionId", "=", filter.sessionId);
  if (filter.proposedBy !== undefined) query = query.where("proposedBy", "=", filter.proposedBy);
  if (filter.status !== undefined) query = query.where("status", "in", filter.status);
  return query.groupBy(["status", "toolName"]).execute();
}

/** Resolves a batch address: a stored batch id, or the label `{missionId}:{toolName}` of what is pending under it. */
export async function findPendingOfBatch(db: Kysely<Schema>, workspaceId: string, address: string): Promise<string[]> {
  const cut = address.lastIndexOf(":");
  const rows = await db
    .selectFrom("action")
    .select("id")
    .where("workspaceId", "=", workspaceId)
    .where((eb) =>
      eb.or([
        eb("batchId", "=", address),
        eb.and([eb("missionId", "=", address.slice(0, Math.max(cut, 0))), eb("toolName", "=", address.slice(cut + 1))]),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}
