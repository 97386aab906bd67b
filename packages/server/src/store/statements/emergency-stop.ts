import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { Actor } from "./row.ts";
import { lockWorkspace } from "./workspaces.ts";
import { saySetting, saySettingGone } from "./setting-evidence.ts";

export interface StopRow {
  workspaceId: string;
  reason: string;
  stoppedAt: Date;
  stoppedBy: string;
  stoppedName: string;
}

/** Whether everything is stopped in the workspace of row `alias`. */
export const isStopped = (alias: "a" | "t") =>
  sql<boolean>`exists (select from emergency_stop s where s.workspace_id = ${sql.ref(alias)}.workspace_id)`;

/** Active stops of these workspaces, or of all. */
export async function findStops(db: Kysely<Schema>, workspaceIds?: readonly string[]): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`select * from emergency_stop
    ${workspaceIds ? sql`where workspace_id = any(${[...workspaceIds]}::text[])` : sql``}`.execute(db);
  return rows;
}

/** Returns false if the workspace is already stopped; the existing stop remains. */
export async function insertStop(
  db: Kysely<Schema>,
  { workspaceId, reason, by }: { workspaceId: string; reason: string; by: Actor },
): Promise<boolean> {
  const { rows } = await sql`
    with stopped as (
      insert into emergency_stop (workspace_id, reason, stopped_by, stopped_name)
      values (${workspaceId}, ${reason}, ${by.id}, ${by.name}) on conflict do nothing returning *
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select workspace_id, 'emergency.stopped', ${by.kind}, ${by.id}, ${by.name}, (jsonb_build_object('reason', reason) || ${saySetting("emergency_stop", "stopped")})::text from stopped
    )
    select 1 from stopped`.execute(db);
  return rows.length > 0;
}

/**
 * Returns false if nothing was stopped, or the workspace is archived, whose stop stays. Runs in a transaction of its own: it
 * waits for an archiving that is under way, and only the next statement sees what that wrote.
 */
export const deleteStop = (db: Kysely<Schema>, lift: Lift): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, lift.workspaceId);
    return deleteLocked(trx, lift);
  });

interface Lift {
  workspaceId: string;
  note: string | null;
  by: Actor;
}

async function deleteLocked(db: Kysely<Schema>, { workspaceId, note, by }: Lift): Promise<boolean> {
  const { rows } = await sql`
    with lifted as (
      delete from emergency_stop where workspace_id = ${workspaceId}
        and not exists (select from archived_workspace z where z.workspace_id = ${workspaceId})
      returning *
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select workspace_id, 'emergency.lifted', ${by.kind}, ${by.id}, ${by.name},
        (jsonb_build_object('reason', reason, 'stoppedBy', stopped_by, 'note', ${note}::text)
          || ${saySettingGone("emergency_stop", "lifted")})::text
      from lifted
    )
    select 1 from lifted`.execute(db);
  return rows.length > 0;
}
