import { NOTIFIED_EVENTS } from "@countersign/protocol";
import { failpoint } from "../../engine/failpoint.ts";
import { findEventsAfter, type AuditRow } from "../../store/statements/audit-events.ts";
import { listNotifiedPeople } from "../../store/statements/notification-people.ts";
import {
  beginCursor,
  findTold,
  hurryNotifications,
  insertNotifications,
  lockCursor,
  moveCursor,
  skipDisabled,
  type ChannelRow,
} from "../../store/statements/notification-plans.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { planEvents } from "./plan-events.ts";
import { readRoutedActions } from "./read-actions.ts";
import { UPDATING } from "./who-is-told.ts";

/** Events planned in one transaction. */
const EVENTS_AT_ONCE = 500;
const NOTIFIED: ReadonlySet<string> = new Set(NOTIFIED_EVENTS);

/**
 * Plans all events of a channel's workspace that nobody planned yet. The rows and the cursor are written in one transaction, so
 * that each event is planned once, whoever dies when.
 */
export async function planChannel(deps: NotificationsDeps, row: ChannelRow, signal: AbortSignal): Promise<void> {
  if (row.plannedSeq === null) await beginCursor(deps.database.kysely, row);
  while (!signal.aborted && (await planNext(deps, row)));
}

/** Plans one page of events. False if there are no more, or another process is planning them. */
const planNext = (deps: NotificationsDeps, row: ChannelRow): Promise<boolean> =>
  deps.database.kysely
    .transaction()
    .execute(async (transaction) => {
      const { workspaceId } = row;
      const channel = deps.channels.kindOf(row.connector, row.settings);
      const seq = await lockCursor(transaction, row);
      if (seq === undefined || !channel) return false;
      const read = await findEventsAfter(transaction, workspaceId, seq, EVENTS_AT_ONCE);
      const last = read.at(-1);
      if (!last) return false;
      const { events, isEnabled } = whileEnabled(read, row.connectionId);
      const ids = [...new Set(events.flatMap(({ actionId }) => actionId ?? []))];
      const isTogether = channel.audience !== "endpoint" && ids.length > 0;
      const actions = isTogether
        ? await readRoutedActions(deps, transaction, workspaceId, ids)
        : new Map<string, StoredAction>();
      const planned = planEvents(events, {
        connectionId: row.connectionId,
        channel,
        people: isTogether && channel.audience === "people" ? await listNotifiedPeople(transaction, workspaceId, row) : [],
        actions,
        told: isTogether ? await findTold(transaction, row, ids) : [],
      });
      // What follows an earlier notice, which may still wait: a reminder, or the decision.
      const following = planned.filter(({ kind }) => kind !== "asked" && kind !== "updated");
      if (isTogether) await hurryNotifications(transaction, row, following);
      await insertNotifications(transaction, row, planned);
      if (!isEnabled) return skipDisabled(transaction, row, last.seq);
      await moveCursor(transaction, row, last.seq);
      return read.length === EVENTS_AT_ONCE;
    })
    .then((more) => {
      failpoint("notify.planned");
      return more;
    });

/** The events that are told, without those while the channel was disabled; and whether it is enabled after the last one. */
function whileEnabled(read: readonly AuditRow[], connectionId: string): { events: AuditRow[]; isEnabled: boolean } {
  let isEnabled = true;
  const events = read.filter(({ kind, data }) => {
    if (kind.startsWith("connection.")) {
      const { id, enabled } = JSON.parse(data) as { id?: string; enabled?: boolean };
      if (id === connectionId) isEnabled = enabled === true && kind !== "connection.removed";
    }
    return isEnabled && (NOTIFIED.has(kind) || UPDATING.has(kind));
  });
  return { events, isEnabled };
}
