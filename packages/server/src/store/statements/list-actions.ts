import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ListSort } from "@countersign/protocol";
import type { ActionFilter } from "../../ports/actions.ts";
import type { Schema } from "../schema.ts";
import { assigneeOf, isAssigned, type Assignee } from "./assignments.ts";
import { commentsOf } from "./comments.ts";
import { toolQuestionOf, type ToolQuestion } from "./tool-question.ts";
import { instantOf, microsOf } from "./micros.ts";
import { isSelfConfirmed } from "./stored-decision.ts";
import { GIVEN } from "./new-action-columns.ts";
import type { ActionRow } from "./row.ts";

/** Cursor: the row after which a page starts. */
export interface PagePosition {
  risk: number;
  createdAtMicros: string;
  id: string;
}

/** Limit for the texts of one page; the row that reaches it is the last one. 200 rows may have a mebibyte and more each. */
const PAGE_BYTES = 8 * 1024 * 1024;
const HEAVY = ["tool_input", "user_edits", "effective_input", "preview", "result"] as const;
/** Does not read the texts: PostgreSQL stores each length separately. */
const bytesOfRow = sql`${sql.join(
  HEAVY.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
  sql` + `,
)}`;

/** Given columns that no list shows, or that can be as large as the target. */
const UNLISTED = ["toolHash", "previewWanted", "current", "proposed", "requestHash", "routing"] as const;
type Unlisted = (typeof UNLISTED)[number];
const isListed = (column: keyof typeof GIVEN): column is Exclude<keyof typeof GIVEN, Unlisted> =>
  !(UNLISTED as readonly string[]).includes(column);

const LISTED = [
  ...(Object.keys(GIVEN) as (keyof typeof GIVEN)[]).filter(isListed),
  ...(["workspaceId", "userEdits", "effectiveInput", "status", "version", "result", "error"] as const),
  ...([
    "createdAt",
    "expiresAt",
    "targetChangedAt",
    "remindedAt",
    "escalatedAt",
    "resolvedAt",
    "executedAt",
    "notBefore",
  ] as const),
  ...(["proposedKind", "proposedBy", "proposedName", "resolvedKind", "resolvedBy", "resolvedName"] as const),
  ...(["supersedes", "supersededBy"] as const),
] satisfies (keyof ActionRow)[];

/** The columns that a list shows; excludes those that can be as large as the target. */
export type SummaryRow = Pick<ActionRow, (typeof LISTED)[number]> & {
  /** Omitted if not queried. */
  question?: ToolQuestion | null;
  assignee?: Assignee | null;
  commentCount?: number;
  selfConfirmed?: boolean;
};
export type ListedRow = SummaryRow & { createdAtMicros: string };

const AFTER = {
  newest: ({ createdAtMicros, id }) => sql<boolean>`(created_at, id) < (${instantOf(createdAtMicros)}, ${id})`,
  urgent: ({ risk, createdAtMicros, id }) =>
    sql<boolean>`(-risk, created_at, id) > (${-risk}::smallint, ${instantOf(createdAtMicros)}, ${id})`,
} as const satisfies Record<ListSort, (position: PagePosition) => RawBuilder<boolean>>;

const ORDER = {
  newest: sql`created_at desc, id desc`,
  urgent: sql`(-risk), created_at, id`,
} as const satisfies Record<ListSort, RawBuilder<unknown>>;

/** Ids in a subquery, so that PostgreSQL can start from a person's decisions if they are few. */
const isDecidedBy = (workspaceId: string, personId: string) => sql<boolean>`id in (
  select d.action_id from decision d
  where d.workspace_id = ${workspaceId} and d.by_kind = 'user' and d.by_id = ${personId})`;

/**
 * Keyset pagination: the cost of a page does not grow with its depth. A page ends after `limit` rows or a number of bytes,
 * whichever comes first; `more` means that rows follow.
 */
export async function listActions(
  db: Kysely<Schema>,
  workspaceId: string,
  filter: ActionFilter,
  page: { sort: ListSort; limit: number; after?: PagePosition },
): Promise<{ rows: ListedRow[]; more: boolean }> {
  let query = db
    .selectFrom("action")
    .select(LISTED)
    .select(microsOf("created_at").as("createdAtMicros"))
    .select(toolQuestionOf("action").as("question"))
    .select(assigneeOf("action").as("assignee"))
    .select(commentsOf("action").as("commentCount"))
    .select(isSelfConfirmed("action").as("selfConfirmed"))
    .where("workspaceId", "=", workspaceId);
  const statuses = filter.status ?? [];
  // A literal, because a prepared statement with a parameter cannot use the index of pending rows.
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
  if (filter.from !== undefined) query = query.where(sql<boolean>`created_at >= ${filter.from}::timestamptz`);
  if (filter.until !== undefined) query = query.where(sql<boolean>`created_at < ${filter.until}::timestamptz`);
  if (filter.decidedBy !== undefined) query = query.where(isDecidedBy(workspaceId, filter.decidedBy));
  if (filter.assignee !== undefined) query = query.where(isAssigned("action", filter.assignee));
  if (filter.q) {
    const pattern = `%${filter.q.replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where((eb) =>
      eb.or((["toolName", "caption", "target", "effectiveInput"] as const).map((column) => eb(column, "ilike", pattern))),
    );
  }
  if (page.after) query = query.where(AFTER[page.sort](page.after));
  const order = ORDER[page.sort];
  const wanted = query
    .select(sql`${bytesOfRow}`.as("bytes"))
    .orderBy(order)
    .limit(page.limit + 1);
  const { rows } = await sql<ListedRow & { found: number }>`
    select * from (
      select w.*, count(*) over () as found, row_number() over (order by ${order}) as place,
        sum(bytes) over (order by ${order}) - bytes as bytes_before
      from (${wanted}) w
    ) p where place <= ${page.limit} and bytes_before < ${PAGE_BYTES} order by place`.execute(db);
  return { rows, more: (rows[0]?.found ?? 0) > rows.length };
}
