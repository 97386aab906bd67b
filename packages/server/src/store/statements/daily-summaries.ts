import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** A person whom one channel sends a daily summary. */
export interface SummaryReader {
  workspaceId: string;
  connectionId: string;
  userId: string;
  connector: string;
  /** Name of the connection. */
  name: string;
  /** JSON. */
  settings: string;
  /** Minute of the day in `timeZone`. */
  dailyAt: number;
  timeZone: string | null;
  /** Day of the last summary that was planned, such as 2026-11-27. */
  summaryDay: string;
}

/** Whoever gets daily summaries by an enabled channel of these workspaces. */
export async function listSummaryReaders(db: Kysely<Schema>, workspaceIds: readonly string[]): Promise<SummaryReader[]> {
  const { rows } = await sql<SummaryReader>`
    select q.workspace_id, q.connection_id, q.user_id, c.connector, c.name, c.settings, n.daily_at, n.time_zone,
      q.summary_day::text as summary_day
    from notification_channel_preference q
    join notification_preference n on n.workspace_id = q.workspace_id and n.user_id = q.user_id
    join connection c on c.workspace_id = q.workspace_id and c.id = q.connection_id and c.enabled
    where q.workspace_id = any(${[...workspaceIds]}::text[]) and q.mode = 'daily'
    order by q.workspace_id, q.connection_id, q.user_id`.execute(db);
  return rows;
}

/**
 * Plans a reader's summary of a day under this id, unless somebody did, or the reader chose otherwise meanwhile. It takes the place
 * of an earlier one that still waits, for quiet hours or for another attempt.
 */
export async function planSummary(
  db: Kysely<Schema>,
  { workspaceId, connectionId, userId, name, summaryDay }: SummaryReader,
  { id, day }: { id: string; day: string },
): Promise<void> {
  // It follows from no event, so its hash is made of what makes it the only one.
  await sql`
    with planned as (
      update notification_channel_preference set summary_day = ${day}::date
      where workspace_id = ${workspaceId} and user_id = ${userId} and connection_id = ${connectionId} and mode = 'daily'
        and summary_day = ${summaryDay}::date
      returning workspace_id
    ), replaced as (
      update notification n set state = 'suppressed', reason = 'A later summary takes its place.', ended_at = now()
      from planned p where n.workspace_id = p.workspace_id and n.connection_id = ${connectionId} and n.recipient = ${userId}
        and n.kind = 'daily_summary' and n.state = 'planned'
    )
    insert into notification (workspace_id, id, connection_id, channel, event_seq, event_hash, kind, recipient, due_at)
    select h.workspace_id, ${id}, ${connectionId}, ${name}, h.seq, sha256(convert_to(${`daily summary ${day}`}, 'UTF8')),
      'daily_summary', ${userId}, now()
    from planned join audit_head h on h.workspace_id = planned.workspace_id
    on conflict do nothing`.execute(db);
}

/** Ids of the actions that wait for a decision, oldest first. */
export async function findWaitingIds(db: Kysely<Schema>, workspaceId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("action")
    .select("id")
    .where("workspaceId", "=", workspaceId)
    .where(sql<boolean>`status = 'pending'`)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
