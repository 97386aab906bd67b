import { sql, type Kysely } from "kysely";
import { recordset } from "../recordset.ts";
import type { Schema } from "../schema.ts";
import type { AuditRow } from "./audit-events.ts";
import type { NotificationRow } from "./notifications.ts";

/** An enabled connection that carries notifications, and how far the log has been planned for it. */
export interface ChannelRow {
  workspaceId: string;
  connectionId: string;
  connector: string;
  name: string;
  /** JSON. */
  settings: string;
  /** Grows with every change of the connection. */
  version: number;
  /** Null before the first planning. */
  plannedSeq: number | null;
  headSeq: number;
}

/** Enabled connections of these connectors in these workspaces. */
export async function listChannels(
  db: Kysely<Schema>,
  workspaceIds: readonly string[],
  connectors: readonly string[],
): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select c.workspace_id, c.id as connection_id, c.connector, c.name, c.settings, c.version, n.seq as planned_seq, h.seq as head_seq
    from connection c join audit_head h on h.workspace_id = c.workspace_id
    left join notification_cursor n on n.workspace_id = c.workspace_id and n.connection_id = c.id
    where c.workspace_id = any(${[...workspaceIds]}::text[]) and c.connector = any(${[...connectors]}::text[]) and c.enabled
    order by c.workspace_id, c.id`.execute(db);
  return rows;
}

/**
 * Begins to plan for a channel at the event that enabled it: what happened since is planned, however late the first planning
 * is. Does nothing if another process was first.
 */
export async function beginCursor(db: Kysely<Schema>, { workspaceId, connectionId }: ChannelRow): Promise<void> {
  await sql`
    with told as (
      select e.seq, (e.data::jsonb ->> 'enabled')::boolean as enabled from audit_event e
      where e.workspace_id = ${workspaceId} and e.data like '%"settingHashes":%' and e.kind like 'connection.%'
        and e.data::jsonb ->> 'id' = ${connectionId}
    )
    insert into notification_cursor (workspace_id, connection_id, seq)
    select c.workspace_id, c.id, coalesce((select min(seq) from told where enabled
      and seq > coalesce((select max(seq) from told where not enabled), 0)), h.seq)
    from connection c join audit_head h on h.workspace_id = c.workspace_id
    where c.workspace_id = ${workspaceId} and c.id = ${connectionId} and c.enabled
    on conflict do nothing`.execute(db);
}

/** Sequence number of the last event that was planned for a channel; undefined without a cursor. */
export async function findCursor(
  db: Kysely<Schema>,
  { workspaceId, connectionId }: Pick<ChannelRow, "workspaceId" | "connectionId">,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("notificationCursor")
    .select("seq")
    .where("workspaceId", "=", workspaceId)
    .where("connectionId", "=", connectionId)
    .executeTakeFirst();
  return row?.seq;
}

/**
 * Locks a channel's cursor until the transaction ends. Undefined while another process plans for it, without one, or if the
 * channel was changed since it was read.
 */
export async function lockCursor(
  transaction: Kysely<Schema>,
  { workspaceId, connectionId, version }: Pick<ChannelRow, "workspaceId" | "connectionId" | "version">,
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select n.seq from notification_cursor n
    join connection c on c.workspace_id = n.workspace_id and c.id = n.connection_id and c.version = ${version}
    where n.workspace_id = ${workspaceId} and n.connection_id = ${connectionId}
    for update of n skip locked`.execute(transaction);
  return rows[0]?.seq;
}

/**
 * Moves the cursor of a channel that is disabled at `seq` to where it was enabled next; removes it if it was not, so that it
 * begins anew.
 */
export async function skipDisabled(
  transaction: Kysely<Schema>,
  channel: Pick<ChannelRow, "workspaceId" | "connectionId">,
  seq: number,
): Promise<boolean> {
  const { workspaceId, connectionId } = channel;
  const { rows } = await sql<{ seq: number | null }>`
    select min(e.seq) as seq from audit_event e where e.workspace_id = ${workspaceId} and e.seq > ${seq}
      and e.data like '%"settingHashes":%' and e.kind like 'connection.%' and e.data::jsonb ->> 'id' = ${connectionId}
      and (e.data::jsonb ->> 'enabled')::boolean`.execute(transaction);
  const next = rows[0]?.seq ?? null;
  if (next === null) await dropCursor(transaction, channel);
  else await moveCursor(transaction, channel, next);
  return next !== null;
}

async function dropCursor(
  transaction: Kysely<Schema>,
  { workspaceId, connectionId }: Pick<ChannelRow, "workspaceId" | "connectionId">,
): Promise<void> {
  await transaction
    .deleteFrom("notificationCursor")
    .where("workspaceId", "=", workspaceId)
    .where("connectionId", "=", connectionId)
    .execute();
}

export async function moveCursor(
  transaction: Kysely<Schema>,
  { workspaceId, connectionId }: Pick<ChannelRow, "workspaceId" | "connectionId">,
  seq: number,
): Promise<void> {
  await transaction
    .updateTable("notificationCursor")
    .set({ seq })
    .where("workspaceId", "=", workspaceId)
    .where("connectionId", "=", connectionId)
    .execute();
}

const PLANNED = recordset("r", {
  id: "text",
  eventSeq: "bigint",
  eventHash: "text",
  kind: "text",
  actionId: "text",
  recipient: "text",
  dueAt: "timestamptz",
});

export interface PlannedNotification {
  id: string;
  event: Pick<AuditRow, "seq" | "hash">;
  kind: string;
  actionId: string | null;
  recipient: string;
  dueAt: Date;
}

/** Stores what is to be sent. An event is planned once for each channel, recipient and kind. */
export async function insertNotifications(
  transaction: Kysely<Schema>,
  { workspaceId, connectionId, name }: ChannelRow,
  planned: readonly PlannedNotification[],
): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map(({ event, dueAt, ...row }) => ({
    ...row,
    eventSeq: event.seq,
    eventHash: Buffer.from(event.hash).toString("hex"),
    dueAt: dueAt.toISOString(),
  }));
  await sql`
    insert into notification (workspace_id, id, connection_id, channel, event_seq, event_hash, kind, action_id, recipient, due_at)
    select ${workspaceId}, r."id", ${connectionId}, ${name}, r."eventSeq", decode(r."eventHash", 'hex'), r."kind", r."actionId",
      r."recipient", r."dueAt"
    from ${PLANNED.from(sql`${PLANNED.toJson(rows)}`)} on conflict do nothing`.execute(transaction);
}

/**
 * Lets what waits for its time be due now, for the recipients and actions of these: what follows is told with it. A message that
 * waits for another attempt stays whole.
 */
export async function hurryNotifications(
  transaction: Kysely<Schema>,
  { workspaceId, connectionId }: ChannelRow,
  planned: readonly Pick<PlannedNotification, "recipient" | "actionId">[],
): Promise<void> {
  if (planned.length === 0) return;
  await sql`
    update notification d set due_at = now()
    from json_to_recordset(${JSON.stringify(planned.map(({ recipient, actionId }) => ({ recipient, actionId })))}::json)
      as r("recipient" text, "actionId" text)
    where d.workspace_id = ${workspaceId} and d.connection_id = ${connectionId} and d.recipient = r."recipient"
      and d.action_id = r."actionId" and d.state = 'planned' and d.due_at > now() and d.message_id is null`.execute(
    transaction,
  );
}

/** Why a question waits; `releaseHeld` finds such rows by it. */
export const IS_HELD = "Somebody else is assigned to the action.";

/** Why a question is judged again at once after it was handed back. */
export const IS_RELEASED = "Somebody else was assigned to the action.";

/**
 * Lets questions about these actions be due now that waited because somebody else had the action. One that is being judged is
 * marked, and judged again.
 */
export async function releaseHeld(
  transaction: Kysely<Schema>,
  { workspaceId, connectionId }: ChannelRow,
  actionIds: readonly string[],
): Promise<void> {
  if (actionIds.length === 0) return;
  await sql`
    update notification set due_at = case when state = 'planned' then now() else due_at end, reason = ${IS_RELEASED}
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and action_id = any(${[...actionIds]}::text[])
      and kind in ('asked', 'reminded') and (state = 'sending' or (state = 'planned' and reason = ${IS_HELD}))`.execute(
    transaction,
  );
}

/** What was told of these actions by a channel, and what is still to be told; with `recipient`, to that one. */
export async function findTold(
  db: Kysely<Schema>,
  { workspaceId, connectionId, recipient }: Pick<ChannelRow, "workspaceId" | "connectionId"> & { recipient?: string },
  actionIds: readonly string[],
): Promise<Pick<NotificationRow, "actionId" | "recipient" | "kind" | "state" | "messageId" | "externalRef" | "eventSeq">[]> {
  let query = db
    .selectFrom("notification")
    .select(["actionId", "recipient", "kind", "state", "messageId", "externalRef", "eventSeq"])
    .where("workspaceId", "=", workspaceId)
    .where("connectionId", "=", connectionId)
    .where("actionId", "in", [...actionIds]);
  if (recipient !== undefined) query = query.where("recipient", "=", recipient);
  return query.orderBy("eventSeq").execute();
}
