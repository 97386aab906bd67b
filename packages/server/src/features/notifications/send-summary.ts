import type { Risk } from "@countersign/protocol";
import { findWaitingIds } from "../../store/statements/daily-summaries.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import { endNotifications, handBackNotifications, type NotificationRow } from "../../store/statements/notifications.ts";
import { findToolTitles } from "../../store/statements/notifications.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import { addressTo, readFrame } from "./message-frame.ts";
import { isChosen } from "./plan-events.ts";
import { readRoutedActions } from "./read-actions.ts";
import { mayDecide, modeOf, whyUnreached } from "./recipients.ts";
import { sendMessage } from "./send-message.ts";
import type { SendPass } from "./send-pass.ts";
import { LATE_SECONDS } from "./send-updates.ts";
import { writeWaiting } from "./write-waiting.ts";

/** Waiting actions that a summary looks at, oldest first; the inbox has them all. */
const MAX_ACTIONS = 1000;

/**
 * Sends one summary of what waits for a person now; `rows` are their summaries that are due.
 * Another attempt is written anew. False if nothing more is to be sent to them now.
 */
export async function sendSummary(
  pass: SendPass,
  rows: readonly NotificationRow[],
  { person, people }: { person: NotifiedPerson; people: readonly NotifiedPerson[] },
): Promise<boolean> {
  const { kysely } = pass.deps.database;
  const unwanted = reasonAgainst(pass, person);
  if (unwanted !== undefined) {
    await endNotifications(kysely, rows, { state: "suppressed", reason: unwanted });
    return true;
  }
  const waiting = await findWaiting(pass, person, people);
  if (waiting === "late") {
    await handBackNotifications(kysely, rows, LATE_SECONDS);
    return true;
  }
  if (waiting.length === 0) {
    await endNotifications(kysely, rows, { state: "suppressed", reason: "No action was waiting for the person." });
    return true;
  }
  return sendMessage(pass, rows, await writeSummary(pass, rows, person, waiting));
}

const reasonAgainst = ({ channel, receiver }: SendPass, person: NotifiedPerson): string | undefined =>
  whyUnreached(person, channel, receiver) ??
  (modeOf(person.preference, receiver.connectionId) === "daily"
    ? undefined
    : "The person receives a notification about each action.");

/** What waits for the person, the highest risk first and then the oldest. `late`: of whom some of it asks is not known yet. */
async function findWaiting(
  { deps, receiver, channel }: SendPass,
  person: NotifiedPerson,
  people: readonly NotifiedPerson[],
): Promise<NotifiedAction[] | "late"> {
  const { kysely } = deps.database;
  const ids = await findWaitingIds(kysely, receiver.workspaceId, MAX_ACTIONS);
  const isOfTools = ({ toolName }: NotifiedAction): boolean =>
    channel.policy.tools.length === 0 || channel.policy.tools.includes(toolName);
  const { actions, late } = await readRoutedActions(deps, kysely, receiver.workspaceId, ids, isOfTools);
  if (late.size > 0) return "late";
  return ids
    .flatMap((id) => actions.get(id) ?? [])
    .filter((action) => isChosen(action, channel.policy) && !isWithAnother(action, person) && mayDecide(action, person, people))
    .toSorted((a, b) => rankOf(b) - rankOf(a));
}

/** What somebody else has taken on waits for them, until it waits too long. */
const isWithAnother = ({ assignee, escalatedAt }: NotifiedAction, { id }: NotifiedPerson): boolean =>
  Boolean(assignee) && assignee?.id !== id && escalatedAt === null;

/** What is not rated may be anything. */
const rankOf = ({ ratedRisk }: NotifiedAction): number => (ratedRisk as Risk | null) ?? Number.MAX_SAFE_INTEGER;

async function writeSummary(
  pass: SendPass,
  [first]: readonly NotificationRow[],
  person: NotifiedPerson,
  waiting: readonly NotifiedAction[],
) {
  const { deps, receiver, channel } = pass;
  const frame = await readFrame(pass);
  const names = [...new Set(waiting.map(({ toolName }) => toolName))];
  const titles = await findToolTitles(deps.database.kysely, receiver.workspaceId, names);
  const notices = waiting.map((action) =>
    writeWaiting({
      action,
      seq: first?.eventSeq ?? 0,
      channel,
      title: titles.get(action.toolName) ?? action.toolName,
      url: frame.addressOf(`/actions/${encodeURIComponent(action.id)}`),
      timeZone: person.preference.timeZone ?? "UTC",
    }),
  );
  return { ...addressTo(pass, frame, person), key: first?.messageId ?? first?.id ?? "", thread: undefined, notices };
}
