import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

export interface Evidence {
  actionId: string;
  seq: number;
  /** Status, version and digest as the row has them; `null` where the row is gone. */
  stored: string | null;
  /** The same as the last event tells them; `null` where no event does. */
  recorded: string | null;
}

/** Actions that do not say what their last event says; a sound workspace gives no row. */
export async function findActionsBesideTheirLastEvent(db: Kysely<Schema>, workspaceId: string): Promise<Evidence[]> {
  const { rows } = await sql<Evidence>`
    with last as (
      select distinct on (e.action_id) e.action_id, e.seq, e.data::jsonb as data
      from audit_event e
      where e.workspace_id = ${workspaceId} and e.action_id is not null and e.kind <> 'action.late_report'
      order by e.action_id, e.seq desc
    ), beside as (
      select coalesce(a.id, last.action_id) as action_id, coalesce(last.seq, 0) as seq,
        a.status || ' version ' || a.version || ' digest ' || a.digest as stored,
        (last.data ->> 'status') || ' version ' || (last.data ->> 'version') || ' digest ' || (last.data ->> 'digest') as recorded
      from (select * from action where workspace_id = ${workspaceId}) a
      full join last on last.action_id = a.id
    )
    select * from beside where stored is distinct from recorded
    order by seq limit 100`.execute(db);
  return rows;
}
