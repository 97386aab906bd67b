import { sql, type Kysely } from "kysely";
import type { OnCallPair, OnCallState } from "../../core/on-call.ts";
import type { Schema } from "../schema.ts";
import type { ConnectionRow } from "./connections.ts";
import { readVersions } from "./read-versions.ts";

export const listOnCallStates = (db: Kysely<Schema>, workspaceId: string): Promise<OnCallState[]> =>
  db
    .selectFrom("onCallTeam")
    .select([
      "connectionId",
      "connectionName",
      "baseTeam",
      "onCallTeam",
      "startsAt",
      "userIds",
      "ignored",
      "problem",
      "changedAt",
    ])
    .where("workspaceId", "=", workspaceId)
    .execute();

/** Pairs of teams that connections have. An on-call team belongs to its connection also while that is disabled. */
export async function listOnCallPairs(db: Kysely<Schema>, workspaceId: string): Promise<(OnCallPair & { enabled: boolean })[]> {
  const { rows } = await sql<OnCallPair & { enabled: boolean }>`
    select s.base_team, s.on_call_team, c.enabled from on_call_team s
    join connection c on c.workspace_id = s.workspace_id and c.id = s.connection_id
    where s.workspace_id = ${workspaceId}`.execute(db);
  return rows;
}

/** What people see of a connection's schedule. */
export interface OnCallView {
  connectionId: string;
  problem: string | null;
  ignored: string[];
  people: { id: string; name: string }[];
  /** Null once the schedule is used. */
  startsAt: Date | null;
}

/** Schedules of a workspace's connections, or of one of them. */
export async function listOnCallViews(db: Kysely<Schema>, workspaceId: string, connectionId?: string): Promise<OnCallView[]> {
  const { rows } = await sql<OnCallView>`
    select s.connection_id, s.problem, s.ignored, case when s.starts_at > now() then s.starts_at end as starts_at,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id) from person p
        where p.id = any(s.user_ids)), '[]') as people
    from on_call_team s
    where s.workspace_id = ${workspaceId} and (${connectionId ?? null}::text is null or s.connection_id = ${connectionId ?? null})`.execute(
    db,
  );
  return rows;
}

/** Connections of these connectors, oldest first. */
export const listOnCallConnections = (
  db: Kysely<Schema>,
  workspaceId: string,
  connectors: readonly string[],
): Promise<Pick<ConnectionRow, "id" | "connector" | "name" | "settings" | "enabled" | "version">[]> =>
  db
    .selectFrom("connection")
    .select(["id", "connector", "name", "settings", "enabled", "version"])
    .where("workspaceId", "=", workspaceId)
    .where("connector", "in", [...connectors])
    .orderBy("createdAt")
    .orderBy("id")
    .execute();

/** Those of these workspaces that have such a connection, or had one whose team is not taken back yet. */
export async function findOnCallWorkspaces(
  db: Kysely<Schema>,
  workspaceIds: readonly string[],
  connectors: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ workspaceId: string }>`
    select workspace_id from connection
    where workspace_id = any(${[...workspaceIds]}::text[]) and connector = any(${[...connectors]}::text[])
    union select workspace_id from on_call_team where workspace_id = any(${[...workspaceIds]}::text[])`.execute(db);
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Like `connectionVersions`, of the connections of these connectors. */
export const onCallVersions = (
  db: Kysely<Schema>,
  workspaceIds: readonly string[],
  connectors: readonly string[],
): Promise<Map<string, string>> =>
  readVersions(
    db,
    workspaceIds,
    sql`connection`,
    sql`case when connector = any(${[...connectors]}::text[]) then id || ' ' || version end`,
  );

/** Stores the state of a connection's schedule. `changedAt` is ignored: the change happens now. */
export async function storeOnCallState(db: Kysely<Schema>, workspaceId: string, state: OnCallState): Promise<void> {
  const row = { workspaceId, ...state, changedAt: sql<Date>`clock_timestamp()` };
  await db
    .insertInto("onCallTeam")
    .values(row)
    .onConflict((conflict) => conflict.columns(["workspaceId", "connectionId"]).doUpdateSet(row))
    .execute();
}

export const dropOnCallState = async (db: Kysely<Schema>, workspaceId: string, connectionId: string): Promise<void> =>
  void (await db
    .deleteFrom("onCallTeam")
    .where("workspaceId", "=", workspaceId)
    .where("connectionId", "=", connectionId)
    .execute());

/** Time of the database, also within a transaction that began earlier. */
export async function readClock(db: Kysely<Schema>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}
