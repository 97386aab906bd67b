import { isAskingKind } from "@countersign/protocol";
import type { ChannelMessage } from "../../ports/channel.ts";
import { listNotifiedPeople, type NotifiedPerson } from "../../store/statements/notification-people.ts";
import { IS_HELD, IS_RELEASED } from "../../store/statements/notification-plans.ts";
import {
  endNotifications,
  handBackNotifications,
  MESSAGE_CHANGES,
  postponeReceiver,
  waitForMessages,
  type NotificationRow,
} from "../../store/statements/notifications.ts";
import { quietHoursOf, quietSeconds } from "./quiet-hours.ts";
import { NO_PERSON } from "./plan-events.ts";
import { messagesOf } from "./messages-of.ts";
import { addressTo, recipientOf } from "./message-frame.ts";
import { decidersOf, mayDecide, waitsForSummary, whyUnreached } from "./recipients.ts";
import { readFacts, type SendFacts } from "./send-facts.ts";
import { sendMessage } from "./send-message.ts";
import type { SendPass } from "./send-pass.ts";
import { sendSummary } from "./send-summary.ts";
import { LATE_SECONDS, sendUpdates } from "./send-updates.ts";

/** Seconds after which a question that waits for another assignee is judged again; an assignment or a vote ends the wait at once. */
const HELD_SECONDS = 300;
/** Messages to one person or room by one channel; more is collected into the next one. */
const RATE = { most: 6, withinSeconds: 600 } as const;

/**
 * Changes what was sent to a person or a room where that is due, sends one message about everything that still concerns them,
 * and repeats interrupted messages as they were. False if nothing more is to be sent to them now.
 */
export async function sendTogether(pass: SendPass, claimed: readonly NotificationRow[]): Promise<boolean> {
  const { deps, receiver, channel } = pass;
  const { kysely } = deps.database;
  const people = channel.audience === "people" ? await listNotifiedPeople(kysely, receiver.workspaceId, receiver) : [];
  const person = people.find(({ id }) => id === receiver.recipient);
  if (channel.audience === "people" && !person) {
    await endNotifications(kysely, claimed, { state: "suppressed", reason: "The person is no longer a member." });
    return true;
  }
  // Planned while the channel told people; it is a room now.
  if (!person && receiver.recipient !== NO_PERSON) {
    await endNotifications(kysely, claimed, { state: "suppressed", reason: "The channel no longer sends messages to people." });
    return true;
  }
  // A change disturbs nobody, so it waits neither for quiet hours nor for the rate.
  const updates = claimed.filter(({ kind }) => kind === "updated");
  const told = claimed.filter(({ kind }) => kind !== "updated");
  const pause = updates.length > 0 ? await sendUpdates(pass, updates, { to: recipientOf(person), people }) : 0;
  if (pause > 0) {
    await handBackNotifications(kysely, told, pause);
    await postponeReceiver(kysely, receiver, pause, { updates: true });
    return false;
  }
  if (told.length === 0) return true;
  const quiet = person ? quietSeconds(quietHoursOf(person.preference), new Date()) : 0;
  const wait = Math.max(quiet, await waitForMessages(kysely, receiver, RATE));
  const loud = loudIn(told);
  if (loud.length > 0) {
    await handBackNotifications(
      kysely,
      told.filter((row) => !loud.includes(row)),
      wait,
    );
    return sendNow(pass, loud, { person, people });
  }
  if (wait > 0) {
    await handBackNotifications(kysely, told, wait);
    await postponeReceiver(kysely, receiver, wait, { updates: false });
    return false;
  }
  const summaries = told.filter(({ kind }) => kind === "daily_summary");
  if (!person || summaries.length === 0) return sendTold(pass, told, { person, people });
  const others = told.filter((row) => !summaries.includes(row));
  await handBackNotifications(kysely, others, 0);
  return sendSummary(pass, summaries, { person, people });
}

/** That somebody broke the glass waits for nothing, and is a message of its own: among others it would be one line of many. */
function loudIn(rows: readonly NotificationRow[]): NotificationRow[] {
  const first = rows.find(({ kind }) => kind === "glass_broken");
  const isWith = (row: NotificationRow): boolean =>
    row.messageId === first?.messageId && (row.messageId !== null || row.actionId === first?.actionId);
  return first ? rows.filter((row) => row.kind === "glass_broken" && isWith(row)) : [];
}

type Receiver = Pick<ReceiverFacts, "person" | "people">;

async function sendNow(pass: SendPass, rows: readonly NotificationRow[], to: Receiver): Promise<boolean> {
  const facts = await readFacts(pass, rows, to.people);
  const known = await dropOutdated(pass, rows, { ...to, facts });
  return known.length === 0 || sendMessage(pass, known, await writeMessage(pass, known, to.person, facts));
}

async function sendTold(pass: SendPass, now: readonly NotificationRow[], { person, people }: Receiver): Promise<boolean> {
  const { kysely } = pass.deps.database;
  const facts = await readFacts(pass, now, people);
  const late = messagesOf(now, { apart: true })
    .filter((message) => message.some(facts.isLate))
    .flat();
  await handBackNotifications(kysely, late, LATE_SECONDS);
  const held = now.filter((row) => !late.includes(row) && isHeld(row, pass, { person, people, facts }));
  await handBackNotifications(kysely, held, HELD_SECONDS, { reason: IS_HELD, unless: IS_RELEASED });
  const known = now.filter((row) => !late.includes(row) && !held.includes(row));
  const [rows, ...others] = messagesOf(await dropOutdated(pass, known, { person, people, facts }));
  // Each message has a lease of its own, and counts before the next one.
  await handBackNotifications(kysely, others.flat(), 0);
  return rows === undefined || sendMessage(pass, rows, await writeMessage(pass, rows, person, facts));
}

interface ReceiverFacts {
  /** Undefined for a room. */
  person: NotifiedPerson | undefined;
  people: readonly NotifiedPerson[];
  facts: SendFacts;
}

/** Suppresses what the receiver is not told of any more; returns the others. */
async function dropOutdated(
  pass: SendPass,
  claimed: readonly NotificationRow[],
  about: ReceiverFacts,
): Promise<NotificationRow[]> {
  const reasons = new Map(claimed.map((row) => [row, reasonAgainst(row, pass, about)]));
  for (const reason of new Set(reasons.values())) {
    if (reason === undefined) continue;
    const rows = claimed.filter((row) => reasons.get(row) === reason);
    await endNotifications(pass.deps.database.kysely, rows, { state: "suppressed", reason });
  }
  return claimed.filter((row) => reasons.get(row) === undefined);
}

/** Why the receiver is not told of this any more; undefined if they are. */
function reasonAgainst(
  row: NotificationRow,
  { channel, receiver }: SendPass,
  { person, people, facts }: ReceiverFacts,
): string | undefined {
  const action = facts.actionOf(row);
  if (!action) return "The action no longer exists.";
  const unreached = person && whyUnreached(person, channel, { ...receiver, isLoud: row.kind === "glass_broken" });
  if (unreached !== undefined) return unreached;
  if (row.kind === "decided" || (row.kind === "failed" && !person)) {
    if (!facts.wasAsked(row)) return "No message about the action was sent.";
    return row.kind === "decided" && channel.updates && facts.canUpdate(row) ? MESSAGE_CHANGES : undefined;
  }
  if (!isAskingKind(row.kind)) return undefined;
  if (action.status !== "pending") return "The action was already decided.";
  if (!person) return undefined;
  if (waitsForSummary(row.kind, person.preference, receiver.connectionId))
    return "The action is in the person's daily summary.";
  if (row.kind === "assigned" && action.assignee?.id !== person.id) return "The action is no longer assigned to this person.";
  return mayDecide(action, person, people) ? undefined : "The person can no longer decide on the action.";
}

/**
 * Whether the question waits because somebody else, whom the channel reaches, has taken the action on. An escalation asks
 * everybody, and from then on nobody waits. A message of which an attempt was made stays whole.
 */
function isHeld(row: NotificationRow, { channel, receiver }: SendPass, { person, people, facts }: ReceiverFacts): boolean {
  const action = facts.actionOf(row);
  const assignee = action?.assignee;
  if (!person || !assignee || assignee.id === person.id || row.messageId !== null) return false;
  if ((row.kind !== "asked" && row.kind !== "reminded") || action.escalatedAt !== null) return false;
  return decidersOf(action, people).some(
    (other) => other.id === assignee.id && whyUnreached(other, channel, receiver) === undefined,
  );
}

const keyOf = ([first]: readonly NotificationRow[]): string => first?.messageId ?? first?.id ?? "";

async function writeMessage(
  pass: SendPass,
  rows: readonly NotificationRow[],
  person: NotifiedPerson | undefined,
  facts: SendFacts,
): Promise<ChannelMessage> {
  const key = keyOf(rows);
  // One notice for each action, the last one.
  const latest = [...new Map(rows.map((row) => [row.actionId, row])).values()];
  const notices = await facts.writeNotices(latest);
  const [only, ...others] = notices;
  const thread = only && others.length === 0 ? facts.threadOf(only.actionId) : undefined;
  return { ...addressTo(pass, facts.message, person), key, thread: thread?.key === key ? undefined : thread, notices };
}
