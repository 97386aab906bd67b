import { isCommentKind, NOTIFIED_EVENTS } from "@countersign/protocol";
import { failpoint } from "../../engine/failpoint.ts";
import type { ChannelKind } from "../../ports/channel.ts";
import { findEventsAfter, type AuditRow } from "../../store/statements/audit-events.ts";
import { listNotifiedPeople } from "../../store/statements/notification-people.ts";
import {
  beginCursor,
  findCursor,
  findTold,
  hurryNotifications,
  insertNotifications,
  lockCursor,
  moveCursor,
  releaseHeld,
  skipDisabled,
  type ChannelRow,
  type PlannedNotification,
} from "../../store/statements/notification-plans.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { planEvents, type PlanFacts } from "./plan-events.ts";
import { readRoutedActions, type RoutedActions } from "./read-actions.ts";
import { COMMENTING, UPDATING } from "./who-is-told.ts";

/** Events planned in one transaction. */
const EVENTS_AT_ONCE = 500;
const NOTIFIED: ReadonlySet<string> = new Set(NOTIFIED_EVENTS);

/**
 * Plans the events of a channel's workspace that nobody planned yet. The rows and the cursor are written in one transaction, so
 * that each event is planned once, whoever dies when. True if there are more, which are to be planned after other channels.
 */
export async function planChannel(deps: NotificationsDeps, row: ChannelRow, signal: AbortSignal): Promise<boolean> {
  if (row.plannedSeq === null) await beginCursor(deps.database.kysely, row);
  let planned: Planned = "more";
  while (!signal.aborted && planned === "more") planned = await planNext(deps, row);
  return planned === "later";
}

/** `later`: the next event is of an action whose rules take long to evaluate. */
type Planned = "more" | "later" | "nothing";

/** Plans one page of events. `nothing`: there are no more to plan now, or another process is planning them. */
async function planNext(deps: NotificationsDeps, row: ChannelRow): Promise<Planned> {
  const { kysely } = deps.database;
  const channel = deps.channels.kindOf(row.connector, row.settings);
  const seq = await findCursor(kysely, row);
  if (seq === undefined || !channel) return "nothing";
  const read = await findEventsAfter(kysely, row.workspaceId, seq, EVENTS_AT_ONCE);
  // Read before the transaction, because rules take time to evaluate. An action that changes meanwhile has an event that is
  // planned later.
  const wanted = whileEnabled(read, row.connectionId).events;
  const { late, ...facts } = await readPlanFacts(deps, row, channel, wanted);
  const firstLate = wanted.find(({ actionId }) => actionId !== null && late.has(actionId));
  const page = firstLate ? read.filter(({ seq: at }) => at < firstLate.seq) : read;
  const last = page.at(-1);
  if (!last) return "nothing";
  const { events, isEnabled } = whileEnabled(page, row.connectionId);
  const planned = planEvents(events, facts);
  const more = await kysely.transaction().execute(async (transaction) => {
    // Otherwise another process planned these events, or is about to, or the channel's settings changed.
    if ((await lockCursor(transaction, row)) !== seq) return false;
    if (channel.audience !== "endpoint") await hurryNotifications(transaction, row, planned.filter(isFollowing));
    if (channel.audience === "people") await releaseHeld(transaction, row, idsOf(events.filter(endsHold)));
    await insertNotifications(transaction, row, planned);
    if (!isEnabled) return skipDisabled(transaction, row, last.seq);
    await moveCursor(transaction, row, last.seq);
    return read.length === EVENTS_AT_ONCE || page.length < read.length;
  });
  failpoint("notify.planned");
  return !more ? "nothing" : page.length < read.length ? "later" : "more";
}

/** Events that end the wait of questions to people other than the assignee; see `isHeld`. */
const HOLD_ENDS: ReadonlySet<string> = new Set(["action.assigned", "action.vote", "action.escalated"]);
const endsHold = ({ kind }: AuditRow): boolean => HOLD_ENDS.has(kind);

const idsOf = (events: readonly AuditRow[]): string[] => [...new Set(events.flatMap(({ actionId }) => actionId ?? []))];

/** Follows an earlier notice, which may still wait: a reminder, or the decision. */
const isFollowing = ({ kind }: PlannedNotification): boolean => kind !== "asked" && kind !== "updated" && !isCommentKind(kind);

async function readPlanFacts(
  deps: NotificationsDeps,
  row: ChannelRow,
  channel: ChannelKind,
  events: readonly AuditRow[],
): Promise<PlanFacts & Pick<RoutedActions, "late">> {
  const { kysely } = deps.database;
  const { workspaceId, connectionId } = row;
  const ids = idsOf(events);
  if (channel.audience === "endpoint" || ids.length === 0)
    return { connectionId, channel, people: [], actions: new Map(), told: [], late: new Set() };
  const { routingRules, tools } = channel.policy;
  const depends = ({ status, toolName }: NotifiedAction): boolean =>
    (tools.length === 0 || tools.includes(toolName)) &&
    (routingRules.length > 0 || (channel.audience === "people" && status === "pending"));
  return {
    connectionId,
    channel,
    people: channel.audience === "people" ? await listNotifiedPeople(kysely, workspaceId, row) : [],
    told: await findTold(kysely, row, ids),
    ...(await readRoutedActions(deps, kysely, workspaceId, ids, depends)),
  };
}

/** The events that are told, without those while the channel was disabled; and whether it is enabled after the last one. */
function whileEnabled(read: readonly AuditRow[], connectionId: string): { events: AuditRow[]; isEnabled: boolean } {
  let isEnabled = true;
  const events = read.filter(({ kind, data }) => {
    if (kind.startsWith("connection.")) {
      const { id, enabled } = JSON.parse(data) as { id?: string; enabled?: boolean };
      if (id === connectionId) isEnabled = enabled === true && kind !== "connection.removed";
    }
    return isEnabled && (NOTIFIED.has(kind) || UPDATING.has(kind) || COMMENTING.has(kind));
  });
  return { events, isEnabled };
}
