import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ActionStatus, ListSort } from "@countersign/protocol";
import type { Schema } from "../schema.ts";
import type { ActionRow } from "./row.ts";

export interface ActionFilter {
  status?: readonly ActionStatus[];
  toolName?: string;
  missionId?: string;
  sessionId?: string;
  batchId?: string;
  risk?: number;
  proposedBy?: string;
  olderThanSeconds?: number;
  q?: string;
}

/** The row after which a page starts; microseconds, because the wire's milliseconds would skip rows. */
export interface PagePosition {
  risk: number;
  createdAtMicros: string;
  id: string;
}

export type ListedRow = ActionRow & { createdAtMicros: string };

const instantOf = (micros: string): RawBuilder<unknown> =>
  sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;

const AFTER = {
  newest: ({ createdAtMicros, id }) => sql<boolean>`(created_at, id) < (${instantOf(createdAtMicros)}, ${id})`,
  urgent: ({ risk, createdAtMicros, id }) =>
    sql<boolean>`(-risk, created_at, id) > (${-risk}::smallint, ${instantOf(createdAtMicros)}, ${id})`,
} as const satisfies Record<ListSort, (position: PagePosition) => RawBuilder<boolean>>;

/** By keyset: the cost of a page does not grow with its depth. */
export async function listActions(
  db: Kysely<Schema>,
  workspaceId: string,
  filter: ActionFilter,
  page: { sort: ListSort; limit: number; after?: PagePosition },
): Promise<ListedRow[]> {
  let query = db
    .selectFrom("action")
    .selectAll()
    .select(sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`.as("createdAtMicros"))
    .where("workspaceId", "=", workspaceId);
  const statuses = filter.status ?? [];
  // Written out, because a prepared statement with a parameter cannot use an index of pending rows.
  if (statuses.length === 1 && statuses[0] === "pending") query = query.where(sql<boolean>`status = 'pending'`);
  else if (statuses.length === 1) query = query.where("status", "=", statuses[0]!);
  else if (statuses.length > 1) query = query.where("status", "in", statuses);
  for (const column of ["toolName", "missionId", "sessionId", "batchId", "risk", "proposedBy"] as const) {
    const wanted = filter[column];
    if (wanted !== undefined) query = query.where(column, "=", wanted);
  }
  if (filter.olderThanSeconds !== undefined) {
    query = query.where(sql<boolean>`created_at < now() - make_interval(secs => ${filter.olderThanSeconds})`);
  }
  if (filter.q) {
    const pattern = `%${filter.q.replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where((eb) =>
      eb.or((["toolName", "caption", "target", "effectiveInput"] as const).map((column) => eb(column, "ilike", pattern))),
    );
  }
  if (page.after) query = query.where(AFTER[page.sort](page.after));
  const ordered =
    page.sort === "newest"
      ? query.orderBy("createdAt", "desc").orderBy("id", "desc")
      : query
          .orderBy(sql`(-risk)`)
          .orderBy("createdAt")
          .orderBy("id");
  return ordered.limit(page.limit).execute();
}
