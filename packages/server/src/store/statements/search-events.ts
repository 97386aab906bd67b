import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ActionStatus } from "@countersign/protocol";
import type { Schema } from "../schema.ts";
import type { AuditRow } from "./audit-events.ts";

export interface EventFilter {
  actionId?: string;
  kinds?: readonly string[];
  actorId?: string;
  /** Key id of an agent: events that it caused, and events of actions that it proposed. */
  agentId?: string;
  /** Events of actions of this tool, and events that name the tool. */
  toolName?: string;
  /** Events of actions that have one of these statuses now. */
  statuses?: readonly ActionStatus[];
  /** Earliest time of an event, in ISO 8601 with a time zone. */
  from?: string;
  /** An event was before this time, in ISO 8601 with a time zone. */
  until?: string;
  /** Text to find in the hashed fields: kind, action, actor's name and data. */
  q?: string;
  afterSeq?: number;
  beforeSeq?: number;
}

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether the event is of an action of which `condition` holds; `a` is the action's row. */
const isOfAction = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from action a where a.workspace_id = audit_event.workspace_id and a.id = audit_event.action_id and ${condition})`;

/** Whether the event's data has this member. Compared as text, as `data` is hashed; PostgreSQL writes a space after the colon. */
function says(name: string, value: string): RawBuilder<boolean> {
  const patterns = [":", ": "].map((colon) => containing(`"${name}"${colon}${JSON.stringify(value)}`));
  return sql<boolean>`data like any(${patterns}::text[])`;
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
  if (filter.agentId !== undefined) {
    query = query.where(sql<boolean>`(actor_kind = 'agent' and actor_id = ${filter.agentId} or
      ${isOfAction(sql`a.proposed_by = ${filter.agentId}`)})`);
  }
  if (filter.toolName !== undefined) {
    query = query.where(sql<boolean>`(${isOfAction(sql`a.tool_name = ${filter.toolName}`)} or
      ${says("toolName", filter.toolName)} or kind like 'tool.%' and ${says("name", filter.toolName)})`);
  }
  if (filter.statuses !== undefined) query = query.where(isOfAction(sql`a.status = any(${[...filter.statuses]}::text[])`));
  if (filter.from !== undefined) query = query.where(sql<boolean>`at >= ${filter.from}::timestamptz`);
  if (filter.until !== undefined) query = query.where(sql<boolean>`at < ${filter.until}::timestamptz`);
  if (filter.afterSeq !== undefined) query = query.where("seq", ">", filter.afterSeq);
  if (filter.beforeSeq !== undefined) query = query.where("seq", "<", filter.beforeSeq);
  if (filter.q) {
    const pattern = containing(filter.q);
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
