import { failpoint } from "../../engine/failpoint.ts";
import type { ChannelMessage, Notice, OpenedChannel } from "../../ports/channel.ts";
import type { AuditRow } from "../../store/statements/audit-events.ts";
import { listNotifiedPeople, type NotifiedPerson } from "../../store/statements/notification-people.ts";
import {
  bindMessage,
  claimNotifications,
  endNotifications,
  findEventsOf,
  findToolTitles,
  findTold,
  handBackNotifications,
  postponeReceiver,
  waitForMessages,
  type DueReceiver,
  type NotificationRow,
} from "../../store/statements/notifications.ts";
import { findActions, type StoredAction } from "../../store/statements/read-actions.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { isAsking } from "./plan-events.ts";
import { quietSeconds } from "./quiet-hours.ts";
import { decidersOf } from "./recipients.ts";
import { writeNotice } from "./write-notice.ts";

/** Longer than any attempt; afterwards another process sends it again. */
const LEASE_SECONDS = 90;
/** Messages to one endpoint at once, and notifications that one message to a person may carry. */
const AT_ONCE = { endpoint: 20, people: 5000 } as const;
/** Messages to one person by one channel; more is collected into the next one. */
const RATE = { most: 6, withinSeconds: 600 } as const;
/** Waits between attempts in seconds, as the Standard Webhooks specification suggests; about four days in all. */
const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** While an endpoint fails, everything else for it waits that long, so that it is asked once a minute. */
const BREAK_SECONDS = 60;
/** A channel that cannot be opened is tried again after that. */
const BROKEN_SECONDS = 60;

/** Sends everything that is due for one receiver. A fault of the receiver is recorded; other faults are thrown. */
export async function sendDue(deps: NotificationsDeps, receiver: DueReceiver, signal: AbortSignal): Promise<void> {
  const { kysely } = deps.database;
  let channel: OpenedChannel;
  try {
    channel = await deps.channels.open(receiver.workspaceId, receiver.connectionId);
  } catch (error) {
    await postponeReceiver(kysely, receiver, BROKEN_SECONDS);
    deps.log("warn", "a notification channel can not be used", { connection: receiver.connectionId, error: String(error) });
    return;
  }
  while (!signal.aborted) {
    const claimed = await claimNotifications(kysely, receiver, {
      limit: AT_ONCE[channel.audience],
      leaseSeconds: LEASE_SECONDS,
      unless: channel.audience === "endpoint" ? "open" : "sending",
    });
    if (claimed.length === 0) return;
    failpoint("notify.claimed");
    const pass = { deps, receiver, channel, signal };
    const more = channel.audience === "endpoint" ? await sendEach(pass, claimed) : await sendTogether(pass, claimed);
    if (!more) return;
  }
}

interface Pass {
  deps: NotificationsDeps;
  receiver: DueReceiver;
  channel: OpenedChannel;
  signal: AbortSignal;
}

/** Sends each as a message of its own. False if the endpoint failed, so that it is left alone for a while. */
async function sendEach(pass: Pass, rows: readonly NotificationRow[]): Promise<boolean> {
  const facts = await readFacts(pass, rows);
  const sent = await Promise.all(
    rows.map(async (row) => {
      const notice = facts.noticeOf(row);
      if (!notice) return suppress(pass, [row], "The action is gone.");
      return send(pass, [row], {
        ...facts.message,
        key: row.messageId ?? row.id,
        thread: undefined,
        to: null,
        notices: [notice],
      });
    }),
  );
  return sent.every(Boolean);
}

/** Sends a person one message about everything that still concerns them, and repeats interrupted messages as they were. */
async function sendTogether(pass: Pass, claimed: readonly NotificationRow[]): Promise<boolean> {
  const { deps, receiver } = pass;
  const { kysely } = deps.database;
  const people = await listNotifiedPeople(kysely, receiver.workspaceId);
  const person = people.find(({ id }) => id === receiver.recipient);
  if (!person) return suppress(pass, claimed, "The person is no member any more.");
  const quiet = quietSeconds(person.preference.quiet, new Date());
  const wait = Math.max(quiet, await waitForMessages(kysely, receiver, RATE));
  if (wait > 0) {
    await handBackNotifications(kysely, claimed, wait);
    await postponeReceiver(kysely, receiver, wait);
    return false;
  }
  const facts = await readFacts(pass, claimed);
  const current: NotificationRow[] = [];
  for (const row of claimed) {
    const reason = reasonAgainst(row, person, people, { facts, connectionId: receiver.connectionId });
    if (reason === undefined) current.push(row);
    else await suppress(pass, [row], reason);
  }
  for (const rows of messagesOf(current)) {
    const key = rows[0]!.messageId ?? rows[0]!.id;
    if (rows.length > 1) await bindMessage(kysely, rows, key);
    const notices = latestOfEach(rows).flatMap((row) => facts.noticeOf(row) ?? []);
    const thread = notices.length === 1 ? facts.threadOf(notices[0]!.actionId) : undefined;
    const token = deps.unsubscribe.tokenOf({ ...receiver, userId: person.id });
    const message = {
      ...facts.message,
      key,
      thread: thread === key ? undefined : thread,
      to: { name: person.name, email: person.email },
      notices,
      links: { ...facts.message.links, unsubscribe: `${deps.publicUrl()}/api/notifications/unsubscribe/${token}` },
    };
    if (!(await send(pass, rows, message))) return false;
  }
  return true;
}

/** A message that was begun before carries what it carried then; everything else goes into one new message. */
function messagesOf(rows: readonly NotificationRow[]): NotificationRow[][] {
  const groups = new Map<string, NotificationRow[]>();
  for (const row of rows) {
    const group = row.attempts > 1 ? (row.messageId ?? "") : "";
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()];
}

/** One notice for each action, the last one. */
const latestOfEach = (rows: readonly NotificationRow[]): NotificationRow[] => [
  ...new Map(rows.map((row) => [row.actionId, row])).values(),
];

interface SendFacts {
  message: Pick<ChannelMessage, "workspace" | "links">;
  actionOf(row: NotificationRow): StoredAction | undefined;
  noticeOf(row: NotificationRow): Notice | undefined;
  /** Key of the first message that told the person of the action. */
  threadOf(actionId: string): string | undefined;
  /** Whether this person was asked about the action by a message that was sent. */
  wasAsked(row: NotificationRow): boolean;
}

async function readFacts({ deps, receiver, channel }: Pass, rows: readonly NotificationRow[]): Promise<SendFacts> {
  const { kysely } = deps.database;
  const { workspaceId, recipient } = receiver;
  const ids = [...new Set(rows.flatMap(({ actionId }) => actionId ?? []))];
  const { name } = await kysely.selectFrom("workspace").select("name").where("id", "=", workspaceId).executeTakeFirstOrThrow();
  const events = new Map<number, AuditRow>(
    (
      await findEventsOf(
        kysely,
        workspaceId,
        rows.map(({ eventSeq }) => eventSeq),
      )
    ).map((event) => [event.seq, event]),
  );
  const actions = new Map((await findActions(kysely, workspaceId, ids)).map((action) => [action.id, action]));
  const titles = await findToolTitles(kysely, workspaceId, [...new Set([...actions.values()].map(({ toolName }) => toolName))]);
  const told = (await findTold(kysely, receiver, ids)).filter((one) => one.recipient === recipient && one.state === "sent");
  const actionOf = ({ actionId }: NotificationRow) => (actionId === null ? undefined : actions.get(actionId));
  const publicUrl = deps.publicUrl();
  return {
    message: {
      workspace: { id: workspaceId, name },
      links: { inbox: `${publicUrl}/`, settings: `${publicUrl}/notifications` },
    },
    actionOf,
    noticeOf(row) {
      const [action, event] = [actionOf(row), events.get(row.eventSeq)];
      if (!action || !event) return undefined;
      const { policy, mask } = channel;
      const title = titles.get(action.toolName) ?? action.toolName;
      return writeNotice({ kind: row.kind, event, action, policy, title, publicUrl, mask });
    },
    threadOf: (actionId) => told.find((one) => one.actionId === actionId)?.messageId ?? undefined,
    wasAsked: (row) => told.some((one) => one.actionId === row.actionId && isAsking(one.kind)),
  };
}

/** Why a person is not told of this any more; undefined if they are. */
function reasonAgainst(
  row: NotificationRow,
  person: NotifiedPerson,
  people: readonly NotifiedPerson[],
  { facts, connectionId }: { facts: SendFacts; connectionId: string },
): string | undefined {
  const action = facts.actionOf(row);
  if (!action) return "The action is gone.";
  if (person.preference.muted.includes(connectionId)) return "The person turned this channel off.";
  if (row.kind === "decided") return facts.wasAsked(row) ? undefined : "Nothing had been sent about the action.";
  if (!isAsking(row.kind)) return undefined;
  if (action.status !== "pending") return "It was decided before.";
  return decidersOf(action, people).some(({ id }) => id === person.id)
    ? undefined
    : "The person may not decide on it any more.";
}

/** Sends a message and records how it went. False if nothing more is to be sent to this receiver now. */
async function send(
  { deps, receiver, channel, signal }: Pass,
  rows: readonly NotificationRow[],
  message: ChannelMessage,
): Promise<boolean> {
  const { kysely } = deps.database;
  const result = await channel.send(message, signal);
  failpoint("notify.sent");
  const messageId = message.key;
  if (result.outcome === "sent") {
    await endNotifications(kysely, rows, { state: "sent", reason: null, messageId });
    return true;
  }
  const attempts = Math.max(...rows.map((row) => row.attempts));
  const planned = RETRY_SECONDS[attempts - 1];
  if (result.outcome === "dead" || planned === undefined) {
    await endNotifications(kysely, rows, { state: "dead", reason: result.reason, messageId });
    return true;
  }
  const inSeconds = result.inSeconds ?? planned * (0.8 + Math.random() * 0.4);
  await endNotifications(kysely, rows, { state: "planned", reason: result.reason, inSeconds, messageId });
  await postponeReceiver(kysely, receiver, Math.min(inSeconds, BREAK_SECONDS));
  return false;
}

async function suppress({ deps }: Pass, rows: readonly NotificationRow[], reason: string): Promise<boolean> {
  await endNotifications(deps.database.kysely, rows, { state: "suppressed", reason });
  return true;
}
