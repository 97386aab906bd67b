import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { Actor } from "./row.ts";

export interface SeenTarget {
  workspaceId: string;
  name: string;
  origin: "file" | "admin";
  targetHash: string;
}

/**
 * Records an upstream's current target; `moved` if it pointed elsewhere before. For an upstream from the configuration file
 * this is also its audit log entry.
 */
export async function noteTarget(db: Kysely<Schema>, seen: SeenTarget, by: Actor): Promise<"new" | "same" | "moved"> {
  const { rows } = await sql<{ was: string | null }>`
    with known as (
      select target_hash from upstream_target where workspace_id = ${seen.workspaceId} and name = ${seen.name}
    ), noted as (
      insert into upstream_target (workspace_id, name, origin, target_hash)
      values (${seen.workspaceId}, ${seen.name}, ${seen.origin}, ${seen.targetHash})
      on conflict (workspace_id, name) do update set origin = excluded.origin, target_hash = excluded.target_hash,
        first_beyond = '{}', updated_at = now()
      where upstream_target.target_hash <> excluded.target_hash
      returning *
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select n.workspace_id, 'upstream.configured', ${by.kind}, ${by.id}, ${by.name},
        jsonb_build_object('name', n.name, 'targetHash', n.target_hash, 'was', (select target_hash from known))::text
      from noted n where n.origin = 'file'
    )
    select (select target_hash from known) as was`.execute(db);
  const was = rows[0]?.was ?? null;
  if (was === null) return "new";
  return was === seen.targetHash ? "same" : "moved";
}

/** Deletes targets of upstreams that are no longer configured; returns their names. */
export async function forgetTargets(
  db: Kysely<Schema>,
  workspaceId: string,
  configured: readonly string[],
  by: Actor,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with gone as (
      delete from upstream_target where workspace_id = ${workspaceId} and not name = any(${[...configured]}::text[])
      returning *
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select g.workspace_id, 'upstream.removed', ${by.kind}, ${by.id}, ${by.name}, jsonb_build_object('name', g.name)::text
      from gone g where g.origin = 'file'
    )
    select name from gone order by name`.execute(db);
  return rows.map(({ name }) => name);
}

interface Named {
  workspaceId: string;
  name: string;
}

/** Stores the fingerprints of the tools in the upstream's first list that exceeded its maximum. */
export async function noteFirstBeyond(db: Kysely<Schema>, { workspaceId, name }: Named, prints: string[]): Promise<void> {
  await db
    .updateTable("upstreamTarget")
    .set({ firstBeyond: prints })
    .where("workspaceId", "=", workspaceId)
    .where("name", "=", name)
    .execute();
}

export async function findFirstBeyond(db: Kysely<Schema>, { workspaceId, name }: Named): Promise<ReadonlySet<string>> {
  const row = await db
    .selectFrom("upstreamTarget")
    .select("firstBeyond")
    .where("workspaceId", "=", workspaceId)
    .where("name", "=", name)
    .executeTakeFirst();
  return new Set(row?.firstBeyond);
}

/** Names of the tools of a source. */
export async function namesOfSource(db: Kysely<Schema>, workspaceId: string, source: string): Promise<string[]> {
  const rows = await db
    .selectFrom("tool")
    .select("name")
    .where("workspaceId", "=", workspaceId)
    .where("source", "=", source)
    .execute();
  return rows.map(({ name }) => name);
}
