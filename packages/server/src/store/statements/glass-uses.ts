import { sql, type Kysely } from "kysely";
import type { GlassUse } from "@countersign/protocol";
import { BREAK_GLASS } from "@countersign/protocol";
import type { Schema } from "../schema.ts";

/** Event that records a review; not of the action itself, which it does not change. */
export const GLASS_REVIEWED = "break_glass.reviewed";

const MAX_USES = 200;
/** Pages ask for these again and again. */
const MAX_OPEN = 50;

/**
 * Actions that a person approved by breaking the glass, newest first, with their reviews; with `open`, only those without one.
 * Decisions and the audit log say so; nothing else is stored.
 */
export async function findGlassUses(
  db: Kysely<Schema>,
  workspaceId: string,
  { id, open }: { id?: string; open?: boolean },
): Promise<GlassUse[]> {
  const { rows } = await sql<GlassUse>`
    select d.action_id as pending_action_id, a.tool_name, coalesce(nullif(a.preview::json ->> 'title', ''), a.tool_name) as title,
      json_build_object('kind', d.by_kind, 'id', d.by_id, 'name', d.by_name) as by, ${isoOf(sql`d.at`)} as at,
      coalesce(d.comment, '') as reason,
      (select json_build_object('by', json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name),
          'at', ${isoOf(sql`e.at`)}, 'finding', e.data::jsonb ->> 'finding', 'note', e.data::jsonb ->> 'note')
        ${reviewOf}) as review
    from decision d join action a on a.workspace_id = d.workspace_id and a.id = d.action_id
    where d.workspace_id = ${workspaceId} and d.channel = ${sql.lit(BREAK_GLASS)}
      ${id === undefined ? sql`` : sql`and d.action_id = ${id}`}
      ${open === true ? sql`and not exists (select ${reviewOf})` : sql``}
    order by d.at desc limit ${open === true ? MAX_OPEN : MAX_USES}`.execute(db);
  return rows;
}

const reviewOf = sql`from audit_event e where e.workspace_id = d.workspace_id and e.action_id = d.action_id
        and e.kind = ${sql.lit(GLASS_REVIEWED)}`;

const isoOf = (at: ReturnType<typeof sql>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
