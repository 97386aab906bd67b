import { failpoint } from "../../engine/failpoint.ts";
import type { ChannelMessage } from "../../ports/channel.ts";
import { listNotifiedPeople, type NotifiedPerson } from "../../store/statements/notification-people.ts";
import {
  bindMessage,
  endNotifications,
  handBackNotifications,
  postponeReceiver,
  waitForMessages,
  type NotificationRow,
} from "../../store/statements/notifications.ts";
import { isAsking } from "./plan-events.ts";
import { quietSeconds } from "./quiet-hours.ts";
import { decidersOf } from "./recipients.ts";
import { recordFailure } from "./record-failure.ts";
import { readFacts, type SendFacts } from "./send-facts.ts";
import type { SendPass } from "./send-pass.ts";

/** Messages to one person by one channel; more is collected into the next one. */
const RATE = { most: 6, withinSeconds: 600 } as const;

/**
 * Sends a person one message about everything that still concerns them, and repeats interrupted messages as they were. False if
 * nothing more is to be sent to them now.
 */
export async function sendTogether(pass: SendPass, claimed: readonly NotificationRow[]): Promise<boolean> {
  const { deps, receiver } = pass;
  const { kysely } = deps.database;
  const people = await listNotifiedPeople(kysely, receiver.workspaceId);
  const person = people.find(({ id }) => id === receiver.recipient);
  if (!person) {
    await endNotifications(kysely, claimed, { state: "suppressed", reason: "The person is no member any more." });
    return true;
  }
  const quiet = quietSeconds(person.preference.quiet, new Date());
  const wait = Math.max(quiet, await waitForMessages(kysely, receiver, RATE));
  if (wait > 0) {
    await handBackNotifications(kysely, claimed, wait);
    await postponeReceiver(kysely, receiver, wait);
    return false;
  }
  const facts = await readFacts(pass, claimed);
  const [rows, ...others] = messagesOf(await dropOutdated(pass, claimed, { person, people, facts }));
  // Each message has a lease of its own, and counts before the next one.
  await handBackNotifications(kysely, others.flat(), 0);
  return rows === undefined || send(pass, rows, writeMessage(pass, rows, person, facts));
}

interface PersonFacts {
  person: NotifiedPerson;
  people: readonly NotifiedPerson[];
  facts: SendFacts;
}

/** Suppresses what the person is not told of any more; returns the others. */
async function dropOutdated(
  { deps, receiver }: SendPass,
  claimed: readonly NotificationRow[],
  about: PersonFacts,
): Promise<NotificationRow[]> {
  const reasons = new Map(claimed.map((row) => [row, reasonAgainst(row, receiver.connectionId, about)]));
  for (const reason of new Set(reasons.values())) {
    if (reason === undefined) continue;
    const rows = claimed.filter((row) => reasons.get(row) === reason);
    await endNotifications(deps.database.kysely, rows, { state: "suppressed", reason });
  }
  return claimed.filter((row) => reasons.get(row) === undefined);
}

/** Why the person is not told of this any more; undefined if they are. */
function reasonAgainst(row: NotificationRow, connectionId: string, { person, people, facts }: PersonFacts): string | undefined {
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

/** A message that was begun before carries what it carried then; everything else goes into one new message. */
function messagesOf(rows: readonly NotificationRow[]): NotificationRow[][] {
  const groups = new Map<string, NotificationRow[]>();
  for (const row of rows) {
    const group = row.messageId ?? "";
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()];
}

const keyOf = ([first]: readonly NotificationRow[]): string => first?.messageId ?? first?.id ?? "";

function writeMessage(
  { deps, receiver }: SendPass,
  rows: readonly NotificationRow[],
  person: NotifiedPerson,
  facts: SendFacts,
): ChannelMessage {
  const key = keyOf(rows);
  // One notice for each action, the last one.
  const latest = [...new Map(rows.map((row) => [row.actionId, row])).values()];
  const notices = latest.flatMap((row) => facts.noticeOf(row) ?? []);
  const [only, ...others] = notices;
  const thread = only && others.length === 0 ? facts.threadOf(only.actionId) : undefined;
  const token = deps.unsubscribe.tokenOf({ ...receiver, userId: person.id });
  return {
    ...facts.message,
    key,
    thread: thread === key ? undefined : thread,
    to: { name: person.name, email: person.email },
    notices,
    links: { ...facts.message.links, unsubscribe: `${deps.publicUrl()}/api/notifications/unsubscribe/${token}` },
  };
}

/** Sends a message and records how it went. False if nothing more is to be sent to this receiver now. */
async function send(pass: SendPass, rows: readonly NotificationRow[], message: ChannelMessage): Promise<boolean> {
  const { deps, channel, signal } = pass;
  const { kysely } = deps.database;
  // Somebody else claimed some of them: this lease was lost.
  if (!(await bindMessage(kysely, rows, message.key))) return true;
  const bound = rows.map((row) => ({ ...row, messageId: message.key }));
  const outcome = await channel.send(message, signal);
  failpoint("notify.sent");
  if (outcome.outcome === "sent") {
    await endNotifications(kysely, bound, { state: "sent", reason: null });
    return true;
  }
  const waitSeconds = await recordFailure(pass, bound, outcome);
  if (waitSeconds > 0) await postponeReceiver(kysely, pass.receiver, waitSeconds);
  return waitSeconds === 0;
}
