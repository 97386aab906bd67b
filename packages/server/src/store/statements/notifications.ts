import { randomUUID as newLeaseId } from "node:crypto";
import { sql, type Kysely, type RawBuilder, type Selectable } from "kysely";
import { ASKING_KINDS, type NotificationState } from "@countersign/protocol";
import { recordset } from "../recordset.ts";
import type { NotificationTable } from "../notification-tables.ts";
import type { Schema } from "../schema.ts";
import type { AuditRow } from "./audit-events.ts";

export type NotificationRow = Selectable<NotificationTable>;

/** A receiver of one channel for whom something is due. */
export interface DueReceiver {
  workspaceId: string;
  connectionId: string;
  recipient: string;
}

/** What is being sent was due before. */
const isDue = sql`due_at <= now() and (state = 'planned' or lease_until <= now())`;
const isOpen = sql`state in ('planned', 'sending')`;

/**
 * Receivers with something due, longest first, and the seconds until the next one is due; null if nothing is planned. Steps
 * from receiver to receiver, because one that is not reached for days may have a million rows.
 */
export async function findDueReceivers(
  db: Kysely<Schema>,
  workspaceIds: readonly string[],
): Promise<{ receivers: DueReceiver[]; nextInSeconds: number | null }> {
  const { rows } = await sql<DueReceiver & { inSeconds: number }>`
    with recursive receiver as (
      (select workspace_id, connection_id, recipient from notification where ${isOpen}
        order by workspace_id, connection_id, recipient limit 1)
      union all
      select next.* from receiver r cross join lateral (
        select n.workspace_id, n.connection_id, n.recipient from notification n where ${isOpen}
          and (n.workspace_id, n.connection_id, n.recipient) > (r.workspace_id, r.connection_id, r.recipient)
        order by n.workspace_id, n.connection_id, n.recipient limit 1) next
    ), due as (
      select r.*, least(
        (select min(n.due_at) from notification n where n.workspace_id = r.workspace_id and n.connection_id = r.connection_id
          and n.recipient = r.recipient and n.state = 'planned' and ${isOpen}),
        (select min(n.lease_until) from notification n where n.workspace_id = r.workspace_id
          and n.connection_id = r.connection_id and n.recipient = r.recipient and n.state = 'sending')) as at
      from receiver r where r.workspace_id = any(${[...workspaceIds]}::text[])
    )
    select workspace_id, connection_id, recipient, extract(epoch from at - now())::double precision as in_seconds
    from due where at is not null order by at`.execute(db);
  const later = rows.filter(({ inSeconds }) => inSeconds > 0).map(({ inSeconds }) => inSeconds);
  return {
    receivers: rows
      .filter(({ inSeconds }) => inSeconds <= 0)
      .map(({ workspaceId, connectionId, recipient }) => ({ workspaceId, connectionId, recipient })),
    nextInSeconds: later.length === 0 ? null : Math.min(...later),
  };
}

interface Claim {
  limit: number;
  leaseSeconds: number;
}

/**
 * Claims what is due for an endpoint, and nothing of an action while an earlier event of it is planned or being sent: so the
 * endpoint is told of each action in order. `offset 0` keeps the lookup by action; a generic plan, made for a receiver of average
 * size, would compare the whole backlog with itself.
 */
export const claimForEndpoint = (db: Kysely<Schema>, receiver: DueReceiver, claim: Claim): Promise<NotificationRow[]> =>
  claimDue(
    db,
    receiver,
    claim,
    sql`not exists (select from notification e where e.workspace_id = d.workspace_id and e.action_id = d.action_id
      and e.connection_id = d.connection_id and e.recipient = d.recipient and e.event_seq < d.event_seq
      and e.state in ('planned', 'sending') offset 0)`,
  );

/**
 * Claims everything that is due for a person or a room, unless something is being sent to them: so one message follows the
 * other, and their number can be limited.
 */
export const claimTogether = (db: Kysely<Schema>, receiver: DueReceiver, claim: Claim): Promise<NotificationRow[]> =>
  db.transaction().execute(async (transaction) => {
    const { workspaceId, connectionId, recipient } = receiver;
    const subject = `notification ${workspaceId} ${connectionId} ${recipient}`;
    // The claim needs a snapshot from after the lock, so it is a statement of its own.
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(transaction);
    return claimDue(
      transaction,
      receiver,
      claim,
      sql`not exists (select from notification e where e.workspace_id = d.workspace_id and e.connection_id = d.connection_id
        and e.recipient = d.recipient and e.state = 'sending' and e.lease_until > now())`,
    );
  });

async function claimDue(
  db: Kysely<Schema>,
  { workspaceId, connectionId, recipient }: DueReceiver,
  { limit, leaseSeconds }: Claim,
  isNext: RawBuilder<unknown>,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    with due as (
      select workspace_id, id from notification d
      where workspace_id = ${workspaceId} and connection_id = ${connectionId} and recipient = ${recipient} and ${isOpen}
        and ${isDue} and ${isNext}
      order by due_at, event_seq limit ${limit} for update skip locked
    )
    update notification d set state = 'sending', attempts = d.attempts + 1, lease_id = ${newLeaseId()},
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    from due where d.workspace_id = due.workspace_id and d.id = due.id
    returning d.*`.execute(db);
  return rows.sort((a, b) => a.eventSeq - b.eventSeq || (a.id < b.id ? -1 : 1));
}

/** Rows of a claim. */
const CLAIMED = recordset("r", { id: "text", leaseId: "text", messageId: "text" });
type ClaimedRow = Pick<NotificationRow, "workspaceId" | "id" | "leaseId" | "messageId">;

/** Row `d` while the claim holds. */
const isClaimed = sql`d.id = r."id" and d.state = 'sending' and d.lease_id = r."leaseId"`;

export interface NotificationEnd {
  state: NotificationState;
  reason: string | null;
  /** `planned` only: seconds until it is tried again. */
  inSeconds?: number;
  /** The service's reference of the message that was sent. */
  ref?: string | null;
}

/** Ends an attempt. A row whose lease was lost, and that somebody else claimed, is left alone. */
export async function endNotifications(
  db: Kysely<Schema>,
  rows: readonly ClaimedRow[],
  { state, reason, inSeconds = 0, ref = null }: NotificationEnd,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const ended = rows.map(({ id, leaseId, messageId }) => ({ id, leaseId, messageId }));
  const isOver = state !== "planned" && state !== "sending";
  await sql`
    update notification d set state = ${state}, reason = ${reason}, message_id = r."messageId", lease_until = null,
      external_ref = coalesce(${ref}, d.external_ref), due_at = case when ${isOver} then d.due_at else now() + make_interval(secs => ${inSeconds}::double precision) end,
      ended_at = case when ${isOver} then now() end
    from ${CLAIMED.from(sql`${CLAIMED.toJson(ended)}`)}
    where d.workspace_id = ${first.workspaceId} and ${isClaimed}`.execute(db);
}

/**
 * Records the message that carries them, before it is sent: a later attempt repeats it. False if not all of them are claimed
 * any more; then it must not be sent.
 */
export async function bindMessage(db: Kysely<Schema>, rows: readonly ClaimedRow[], messageId: string): Promise<boolean> {
  const [first] = rows;
  if (!first) return false;
  const bound = rows.map(({ id, leaseId }) => ({ id, leaseId, messageId }));
  const changed = await sql`
    update notification d set message_id = r."messageId" from ${CLAIMED.from(sql`${CLAIMED.toJson(bound)}`)}
    where d.workspace_id = ${first.workspaceId} and ${isClaimed} returning d.id`.execute(db);
  return changed.rows.length === rows.length;
}

interface Wait {
  /** Why, for the delivery log. */
  reason: string;
  /** A row that has this reason by now waits no longer. */
  unless: string;
}

/** Lets them wait; does not count as an attempt. */
export async function handBackNotifications(
  db: Kysely<Schema>,
  rows: readonly ClaimedRow[],
  inSeconds: number,
  { reason, unless }: Partial<Wait> = {},
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const given = rows.map(({ id, leaseId, messageId }) => ({ id, leaseId, messageId }));
  await sql`
    update notification d set state = 'planned', attempts = d.attempts - 1, lease_until = null, message_id = r."messageId",
      reason = coalesce(${reason ?? null}::text, d.reason), due_at = now()
        + case when d.reason = ${unless ?? null}::text then interval '0' else make_interval(secs => ${inSeconds}::double precision) end
    from ${CLAIMED.from(sql`${CLAIMED.toJson(given)}`)}
    where d.workspace_id = ${first.workspaceId} and ${isClaimed}`.execute(db);
}

/**
 * Delays everything that is due for a receiver, e.g. while its endpoint does not answer, also what a lost process was sending.
 * Without `updates`, changes of messages that were sent are not delayed.
 */
export async function postponeReceiver(
  db: Kysely<Schema>,
  { workspaceId, connectionId, recipient }: DueReceiver,
  inSeconds: number,
  { updates }: { updates: boolean },
): Promise<void> {
  // A second less, so that what was postponed a moment ago is not written again.
  await sql`
    update notification set due_at = now() + make_interval(secs => ${inSeconds}::double precision), state = 'planned',
      lease_until = null
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and recipient = ${recipient} and ${isOpen}
      and (state = 'planned' or lease_until <= now()) ${updates ? sql`` : sql`and kind not in ('updated', 'glass_broken')`}
      and due_at < now() + make_interval(secs => ${Math.max(0, inSeconds - 1)}::double precision)`.execute(db);
}

/** Suppresses everything that is still to be sent to a receiver. */
export async function suppressReceiver(
  db: Kysely<Schema>,
  { workspaceId, connectionId, recipient }: DueReceiver,
  reason: string,
): Promise<void> {
  await sql`
    update notification set state = 'suppressed', reason = ${reason}, ended_at = now(), lease_until = null
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and recipient = ${recipient} and ${isOpen}
      and (state = 'planned' or lease_until <= now())`.execute(db);
}

/** Seconds until the receiver may get another message, under a limit of `most` messages per `withinSeconds`; 0 if it may now. */
export async function waitForMessages(
  db: Kysely<Schema>,
  { workspaceId, connectionId, recipient }: DueReceiver,
  { most, withinSeconds }: { most: number; withinSeconds: number },
): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from sent_at + make_interval(secs => ${withinSeconds}) - now())::double precision as wait from (
      select max(ended_at) as sent_at from notification
      where workspace_id = ${workspaceId} and connection_id = ${connectionId} and recipient = ${recipient} and state = 'sent'
        and message_id is not null and ended_at > now() - make_interval(secs => ${withinSeconds})
      group by message_id order by sent_at desc offset ${most - 1} limit 1) n`.execute(db);
  return Math.max(0, rows[0]?.wait ?? 0);
}

/** Notifications carried by messages that asked this receiver about these actions and can be changed, oldest first. */
export async function findAskingMessages(
  db: Kysely<Schema>,
  { workspaceId, connectionId, recipient }: DueReceiver,
  actionIds: readonly string[],
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select d.* from notification d
    where d.workspace_id = ${workspaceId} and d.external_ref is not null and d.message_id in (
      select a.message_id from notification a
      where a.workspace_id = ${workspaceId} and a.action_id = any(${[...actionIds]}::text[])
        and a.connection_id = ${connectionId} and a.recipient = ${recipient} and a.external_ref is not null
        and a.kind = any(${[...ASKING_KINDS]}::text[]))
    order by d.event_seq, d.id`.execute(db);
  return rows;
}

/** Why a decision is not told; `tellInsteadOfChanging` finds such rows by it. */
export const MESSAGE_CHANGES = "The existing message is updated instead.";

/** Plans suppressed notifications of decisions again where the change of the message, which was to show them, failed for good. */
export async function tellInsteadOfChanging(
  db: Kysely<Schema>,
  { workspaceId, connectionId, recipient }: DueReceiver,
  actionIds: readonly string[],
): Promise<void> {
  if (actionIds.length === 0) return;
  const change = (state: NotificationState): RawBuilder<unknown> => sql`exists (
    select from notification u where u.workspace_id = d.workspace_id and u.connection_id = d.connection_id
      and u.recipient = d.recipient and u.action_id = d.action_id and u.kind = 'updated' and u.state = ${state}
      and u.event_seq >= d.event_seq)`;
  await sql`
    update notification d set state = 'planned', reason = null, attempts = 0, due_at = now(), ended_at = null
    where d.workspace_id = ${workspaceId} and d.connection_id = ${connectionId} and d.recipient = ${recipient}
      and d.action_id = any(${[...actionIds]}::text[]) and d.kind = 'decided' and d.state = 'suppressed'
      and d.reason = ${MESSAGE_CHANGES} and ${change("dead")} and not ${change("sent")}`.execute(db);
}

/** Whether a message with this reference asked this receiver about this action. */
export async function hasAsked(
  db: Kysely<Schema>,
  { workspaceId, connectionId, recipient }: DueReceiver,
  actionId: string,
  ref: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from notification where workspace_id = ${workspaceId} and action_id = ${actionId}
      and connection_id = ${connectionId} and recipient = ${recipient} and external_ref = ${ref}
      and kind = any(${[...ASKING_KINDS]}::text[]) limit 1`.execute(db);
  return rows.length === 1;
}

/** Events by sequence number, for what is sent of them. */
export async function findEventsOf(db: Kysely<Schema>, workspaceId: string, seqs: readonly number[]): Promise<AuditRow[]> {
  return db
    .selectFrom("auditEvent")
    .selectAll()
    .where("workspaceId", "=", workspaceId)
    .where("seq", "in", [...seqs])
    .execute();
}

/** Titles of tools by name, where they have one. */
export async function findToolTitles(
  db: Kysely<Schema>,
  workspaceId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("tool")
    .select(["name", "title"])
    .where("workspaceId", "=", workspaceId)
    .where("name", "in", [...names])
    .execute();
  return new Map(rows.flatMap(({ name, title }) => (title === null ? [] : [[name, title]])));
}

export type ListedNotification = NotificationRow & { recipientName: string | null };

/** The delivery log, newest first: ids grow with time. */
export async function listNotifications(
  db: Kysely<Schema>,
  workspaceId: string,
  filter: { actionId?: string; states?: readonly NotificationState[]; beforeId?: string; limit: number },
): Promise<ListedNotification[]> {
  const { actionId, states, beforeId, limit } = filter;
  const { rows } = await sql<ListedNotification>`
    select d.*, p.name as recipient_name from notification d left join person p on p.id = d.recipient
    where d.workspace_id = ${workspaceId}
      ${actionId === undefined ? sql`` : sql`and d.action_id = ${actionId}`}
      ${states === undefined ? sql`` : sql`and d.state = any(${[...states]}::text[])`}
      ${beforeId === undefined ? sql`` : sql`and d.id < ${beforeId}`}
    order by d.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Plans a dead notification again, with all that its message carried. False if it is not dead. */
export async function repeatNotification(db: Kysely<Schema>, workspaceId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update notification d set state = 'planned', attempts = 0, due_at = now(), ended_at = null
    from notification o where o.workspace_id = ${workspaceId} and o.id = ${id} and o.state = 'dead'
      and d.workspace_id = o.workspace_id and d.connection_id = o.connection_id and d.recipient = o.recipient
      and d.state = 'dead' and (d.id = o.id or d.message_id = o.message_id)
    returning d.id`.execute(db);
  return rows.length > 0;
}
