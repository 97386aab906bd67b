import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { AuditRow } from "./audit-events.ts";

export interface EventFilter {
  actionId?: string;
  kinds?: readonly string[];
  actorId?: string;
  /** Text to find in the hashed fields: kind, action, actor's name and data. */
  q?: string;
  afterSeq?: number;
  beforeSeq?: number;
}

/** Returns one page of a workspace's log by sequence number, so that the cost does not grow with depth. */
export async function searchEvents(
  db: Kysely<Schema>,
  workspaceId: string,
  filter: EventFilter,
  page: { sort: "oldest" | "newest"; limit: number },
): Promise<AuditRow[]> {
  let query = db.selectFrom("auditEvent").selectAll().where("workspaceId", "=", workspaceId);
  if (filter.actionId !== undefined) query = query.where("actionId", "=", filter.actionId);
  if (filter.actorId !== undefined) query = query.where("actorId", "=", filter.actorId);
  if (filter.kinds !== undefined) query = query.where("kind", "in", filter.kinds.length > 0 ? filter.kinds : [""]);
  if (filter.afterSeq !== undefined) query = query.where("seq", ">", filter.afterSeq);
  if (filter.beforeSeq !== undefined) query = query.where("seq", "<", filter.beforeSeq);
  if (filter.q) {
    const pattern = `%${filter.q.replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where((eb) =>
      eb.or((["kind", "actionId", "actorName", "data"] as const).map((column) => eb(column, "ilike", pattern))),
    );
  }
  return query
    .orderBy("seq", page.sort === "oldest" ? "asc" : "desc")
    .limit(page.limit)
    .execute();
}

export type LinkedRow = AuditRow & {
  /** Hash of the previous entry in the chain; null if that entry is missing. */
  previousHash: Uint8Array | null;
};

/** An action's events, each with the previous entry's hash. */
export async function findLinkedEvents(db: Kysely<Schema>, workspaceId: string, actionId: string): Promise<LinkedRow[]> {
  const { rows } = await sql<LinkedRow>`
    select e.*, case when e.seq = 1 then decode(repeat('00', 32), 'hex') else p.hash end as previous_hash
    from audit_event e
    left join audit_event p on p.workspace_id = e.workspace_id and p.seq = e.seq - 1
    where e.workspace_id = ${workspaceId} and e.action_id = ${actionId}
    order by e.seq`.execute(db);
  return rows;
}
