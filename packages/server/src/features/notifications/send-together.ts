import { isAskingKind } from "@countersign/protocol";
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
import { quietSeconds } from "./quiet-hours.ts";
import { NO_PERSON } from "./plan-events.ts";
import { messagesOf } from "./messages-of.ts";
import { decidersOf } from "./recipients.ts";
import { recordFailure } from "./record-failure.ts";
import { readFacts, type SendFacts } from "./send-facts.ts";
import type { SendPass } from "./send-pass.ts";
import { sendUpdates } from "./send-updates.ts";

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
    await endNotifications(kysely, claimed, { state: "suppressed", reason: "The person is no member any more." });
    return true;
  }
  // Planned while the channel told people; it is a room now.
  if (!person && receiver.recipient !== NO_PERSON) {
    await endNotifications(kysely, claimed, { state: "suppressed", reason: "The channel tells no people any more." });
    return true;
  }
  // A change disturbs nobody, so it waits neither for quiet hours nor for the rate.
  const updates = claimed.filter(({ kind }) => kind === "updated");
  const told = claimed.filter(({ kind }) => kind !== "updated");
  if (updates.length > 0) await sendUpdates(pass, updates, { to: addressOf(person), people });
  if (told.length === 0) return true;
  const quiet = quietSeconds(person?.preference.quiet ?? null, new Date());
  const wait = Math.max(quiet, await waitForMessages(kysely, receiver, RATE));
  if (wait > 0) {
    await handBackNotifications(kysely, told, wait);
    await postponeReceiver(kysely, receiver, wait, { updates: false });
    return false;
  }
  const facts = await readFacts(pass, told, people);
  const [rows, ...others] = messagesOf(await dropOutdated(pass, told, { person, people, facts }));
  // Each message has a lease of its own, and counts before the next one.
  await handBackNotifications(kysely, others.flat(), 0);
  return rows === undefined || send(pass, rows, writeMessage(pass, rows, person, facts));
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
  if (!action) return "The action is gone.";
  if (person?.preference.muted.includes(receiver.connectionId)) return "The person turned this channel off.";
  if (channel.usesAccounts && person?.account === null) return "The person's account is not connected any more.";
  if (row.kind === "decided" || (row.kind === "failed" && !person)) {
    if (!facts.wasAsked(row)) return "Nothing had been sent about the action.";
    return row.kind === "decided" && channel.updates && facts.canUpdate(row) ? "The message itself is changed." : undefined;
  }
  if (!isAskingKind(row.kind)) return undefined;
  if (action.status !== "pending") return "It was decided before.";
  return !person || decidersOf(action, people).some(({ id }) => id === person.id)
    ? undefined
    : "The person may not decide on it any more.";
}

const addressOf = (person: NotifiedPerson | undefined): ChannelMessage["to"] =>
  person ? { name: person.name, email: person.email, account: person.account } : null;

const keyOf = ([first]: readonly NotificationRow[]): string => first?.messageId ?? first?.id ?? "";

function writeMessage(
  { deps, receiver }: SendPass,
  rows: readonly NotificationRow[],
  person: NotifiedPerson | undefined,
  facts: SendFacts,
): ChannelMessage {
  const key = keyOf(rows);
  // One notice for each action, the last one.
  const latest = [...new Map(rows.map((row) => [row.actionId, row])).values()];
  const notices = latest.flatMap((row) => facts.noticeOf(row) ?? []);
  const [only, ...others] = notices;
  const thread = only && others.length === 0 ? facts.threadOf(only.actionId) : undefined;
  const message = { ...facts.message, key, thread: thread?.key === key ? undefined : thread, to: null, notices };
  if (!person) return message;
  const token = deps.unsubscribe.tokenOf({ ...receiver, userId: person.id });
  return {
    ...message,
    to: addressOf(person),
    links: { ...message.links, unsubscribe: `${deps.publicUrl()}/api/notifications/unsubscribe/${token}` },
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
    await endNotifications(kysely, bound, { state: "sent", reason: null, ref: outcome.ref });
    return true;
  }
  // At once, so that nobody sees the failed attempt before its pause and lets it be due in between.
  return kysely.transaction().execute(async (transaction) => {
    const waitSeconds = await recordFailure(transaction, pass, bound, outcome);
    if (waitSeconds > 0) await postponeReceiver(transaction, pass.receiver, waitSeconds, { updates: true });
    return waitSeconds === 0;
  });
}
