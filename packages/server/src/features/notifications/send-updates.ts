import type { Kysely } from "kysely";
import type { ChannelMessage, SendOutcome } from "../../ports/channel.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { Schema } from "../../store/schema.ts";
import {
  endNotifications,
  findAskingMessages,
  handBackNotifications,
  tellInsteadOfChanging,
  type NotificationRow,
} from "../../store/statements/notifications.ts";
import { messagesOf } from "./messages-of.ts";
import { askedSeconds, recordFailure } from "./record-failure.ts";
import { readFacts, type SendFacts } from "./send-facts.ts";
import type { SendPass } from "./send-pass.ts";

interface UpdateReceiver {
  to: ChannelMessage["to"];
  /** Members of the workspace, if the receiver is one of them. */
  people: readonly NotifiedPerson[];
}

/** Messages changed in one pass, and the time after which no further one is begun, so that a pass ends before its lease. */
const [MESSAGES_AT_ONCE, MAX_MS] = [20, 25_000];

/** Pause before actions are read again whose routing rules were not evaluated in time. */
export const LATE_SECONDS = 2;

/**
 * Changes the messages that asked the receiver about the actions of these rows, so that each shows its actions as they are now.
 * Repeating it is harmless. What fails is tried again by itself. Returns the seconds for which the service asks to be left alone.
 */
export async function sendUpdates(pass: SendPass, rows: readonly NotificationRow[], receiver: UpdateReceiver): Promise<number> {
  const { kysely } = pass.deps.database;
  const ids = rows.flatMap(({ actionId }) => actionId ?? []);
  const messages = messagesOf(await findAskingMessages(kysely, pass.receiver, ids));
  const about = new Map(rows.map((row) => [row, messages.filter((message) => carries(message, row))]));
  const unasked = rows.filter((row) => about.get(row)?.length === 0);
  await endNotifications(kysely, unasked, { state: "suppressed", reason: NOT_ASKED });
  const chosen = chooseRows(about);
  const outcomes = await changeMessages(pass, [...new Set(chosen.flatMap((row) => about.get(row) ?? []))], receiver);
  await kysely.transaction().execute((transaction) => recordOutcomes(transaction, pass, about, outcomes));
  return Math.max(
    0,
    ...[...outcomes.values()].map((one) => (one !== "late" && one.outcome === "retry" ? askedSeconds(one) : 0)),
  );
}

const NOT_ASKED = "There is no earlier message about the action to update.";

const carries = (message: Message, { actionId }: NotificationRow): boolean => message.some((one) => one.actionId === actionId);

/** Rows with all their messages, as many as one pass takes, and at least one: so each pass ends some. */
function chooseRows(about: About): NotificationRow[] {
  const messages = new Set<Message>();
  const chosen: NotificationRow[] = [];
  for (const [row, carried] of about) {
    const size = new Set([...messages, ...carried]).size;
    if (carried.length === 0 || (chosen.length > 0 && size > MESSAGES_AT_ONCE)) continue;
    for (const message of carried) messages.add(message);
    chosen.push(row);
  }
  return chosen;
}

async function changeMessages(pass: SendPass, messages: readonly Message[], { to, people }: UpdateReceiver): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  if (messages.length === 0) return outcomes;
  const facts = await readFacts(pass, messages.flat(), people);
  const changed = new Map<string, SendOutcome>();
  const end = performance.now() + MAX_MS;
  for (const message of messages) {
    if (performance.now() > end) break;
    // Only a message about one action has buttons, which depend on who decides.
    if (actionsOf(message).size === 1 && message.some(facts.isLate)) {
      outcomes.set(message, "late");
      continue;
    }
    // A push replaces an earlier one about the same action and has the same reference, so one change is enough for both.
    const ref = message[0]?.externalRef ?? "";
    const outcome = changed.get(ref) ?? (await changeMessage(pass, message, { ...facts.message, to }, facts));
    changed.set(ref, outcome);
    outcomes.set(message, outcome);
    // The service does not answer, or asks for a pause: it would be the same with the others. A refusal is of one message.
    if (outcome.outcome === "retry" && (outcome.mayHaveArrived || outcome.inSeconds !== undefined)) break;
  }
  return outcomes;
}

const actionsOf = (message: Message): ReadonlySet<string | null> => new Set(message.map(({ actionId }) => actionId));

async function changeMessage(
  { channel, signal }: SendPass,
  rows: Message,
  frame: Pick<ChannelMessage, "workspace" | "links" | "to">,
  facts: SendFacts,
): Promise<SendOutcome> {
  const { messageId, externalRef } = rows[0] ?? {};
  const latest = [...new Map(rows.map((row) => [row.actionId, row])).values()];
  const notices = await facts.writeNotices(latest.map((row) => ({ ...row, kind: "updated" })));
  const message = { ...frame, key: messageId ?? "", thread: undefined, notices };
  return channel.update(externalRef ?? "", message, signal);
}

/** What one message carries. */
type Message = readonly NotificationRow[];
/** The messages that asked about the action of each row. */
type About = ReadonlyMap<NotificationRow, readonly Message[]>;
/** `late`: left for later, because the routing rules of an action were not evaluated in time. */
type Outcomes = Map<Message, SendOutcome | "late">;

/** An action may be in several messages: it is done when all of them were changed, or are gone. */
async function recordOutcomes(kysely: Kysely<Schema>, pass: SendPass, about: About, outcomes: Outcomes): Promise<void> {
  const sent: NotificationRow[] = [];
  const left: NotificationRow[] = [];
  const late: NotificationRow[] = [];
  const failed: NotificationRow[] = [];
  let waitSeconds = 0;
  for (const [row, messages] of about) {
    const tried = messages.flatMap((message) => outcomes.get(message) ?? []);
    const failure = failureOf(tried);
    if (messages.length === 0) continue;
    if (failure?.outcome === "retry" || (failure && tried.length === messages.length && tried.every(isLost))) {
      waitSeconds = Math.max(waitSeconds, await recordFailure(kysely, pass, [row], failure));
      failed.push(row);
    } else if (tried.includes("late")) late.push(row);
    else if (tried.length < messages.length) left.push(row);
    else sent.push(row);
  }
  await endNotifications(kysely, sent, { state: "sent", reason: null });
  await handBackNotifications(kysely, left, waitSeconds);
  await handBackNotifications(kysely, late, Math.max(waitSeconds, LATE_SECONDS));
  await tellInsteadOfChanging(
    kysely,
    pass.receiver,
    failed.flatMap(({ actionId }) => actionId ?? []),
  );
}

type Tried = SendOutcome | "late";
type Failure = Exclude<SendOutcome, { outcome: "sent" }>;

const isLost = (one: Tried): boolean => one !== "late" && one.outcome !== "sent";

/** The failure to record for several messages: one that can be retried, else the first one. Undefined if none failed. */
function failureOf(tried: readonly Tried[]): Failure | undefined {
  const failures = tried.flatMap((one) => (one === "late" || one.outcome === "sent" ? [] : [one]));
  return failures.find(({ outcome }) => outcome === "retry") ?? failures[0];
}
