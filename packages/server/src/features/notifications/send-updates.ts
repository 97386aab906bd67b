import type { ChannelMessage, SendOutcome } from "../../ports/channel.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import {
  endNotifications,
  findAskingMessages,
  handBackNotifications,
  type NotificationRow,
} from "../../store/statements/notifications.ts";
import { messagesOf } from "./messages-of.ts";
import { recordFailure } from "./record-failure.ts";
import { readFacts, type SendFacts } from "./send-facts.ts";
import type { SendPass } from "./send-pass.ts";

interface UpdateReceiver {
  to: ChannelMessage["to"];
  /** Members of the workspace, if the receiver is one of them. */
  people: readonly NotifiedPerson[];
}

/** Messages changed in one pass, so that it ends before its lease does. */
const MESSAGES_AT_ONCE = 20;

/**
 * Changes the messages that asked the receiver about the actions of these rows, so that each shows its actions as they are now.
 * Repeating it is harmless. Returns the seconds for which the receiver is to be left alone, mostly 0.
 */
export async function sendUpdates(
  pass: SendPass,
  rows: readonly NotificationRow[],
  { to, people }: UpdateReceiver,
): Promise<number> {
  const { deps, receiver } = pass;
  const { kysely } = deps.database;
  const carried = await findAskingMessages(
    kysely,
    receiver,
    rows.flatMap(({ actionId }) => actionId ?? []),
  );
  const messages = messagesOf(carried);
  return recordOutcomes(pass, rows, messages, await changeMessages(pass, messages.slice(0, MESSAGES_AT_ONCE), { to, people }));
}

async function changeMessages(pass: SendPass, messages: Messages, { to, people }: UpdateReceiver): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  if (messages.length === 0) return outcomes;
  const facts = await readFacts(pass, messages.flat(), people);
  for (const message of messages) {
    const outcome = await changeMessage(pass, message, { ...facts.message, to }, facts);
    outcomes.set(message, outcome);
    // The service does not answer, or asks for a pause: it would be the same with the others.
    if (outcome.outcome === "retry") break;
  }
  return outcomes;
}

async function changeMessage(
  { channel, signal }: SendPass,
  rows: readonly NotificationRow[],
  frame: Pick<ChannelMessage, "workspace" | "links" | "to">,
  facts: SendFacts,
): Promise<SendOutcome> {
  const { messageId, externalRef } = rows[0] ?? {};
  const latest = [...new Map(rows.map((row) => [row.actionId, row])).values()];
  const notices = latest.flatMap((row) => facts.noticeOf({ ...row, kind: "updated" }) ?? []);
  const message = { ...frame, key: messageId ?? "", thread: undefined, notices };
  return channel.update(externalRef ?? "", message, signal);
}

type Messages = readonly (readonly NotificationRow[])[];
type Outcomes = Map<readonly NotificationRow[], SendOutcome>;

/** An action may be in several messages: it is done when all of them are. */
async function recordOutcomes(
  pass: SendPass,
  rows: readonly NotificationRow[],
  messages: Messages,
  outcomes: Outcomes,
): Promise<number> {
  const { kysely } = pass.deps.database;
  const sent: NotificationRow[] = [];
  const left: NotificationRow[] = [];
  let waitSeconds = 0;
  for (const row of rows) {
    const about = messages.filter((message) => message.some(({ actionId }) => actionId === row.actionId));
    const tried = about.flatMap((message) => outcomes.get(message) ?? []);
    const failure = tried.find((one) => one.outcome !== "sent");
    if (about.length === 0) await endNotifications(kysely, [row], { state: "suppressed", reason: NOT_ASKED });
    else if (failure) waitSeconds = Math.max(waitSeconds, await recordFailure(pass, [row], failure));
    else (tried.length === about.length ? sent : left).push(row);
  }
  await endNotifications(kysely, sent, { state: "sent", reason: null });
  await handBackNotifications(kysely, left, waitSeconds);
  return waitSeconds;
}

const NOT_ASKED = "No message that can be changed had been sent about the action.";
