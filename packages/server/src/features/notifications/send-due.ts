import { failpoint } from "../../engine/failpoint.ts";
import type { SendOutcome } from "../../ports/channel.ts";
import {
  claimForEndpoint,
  claimTogether,
  endNotifications,
  postponeReceiver,
  suppressReceiver,
  type DueReceiver,
  type NotificationRow,
} from "../../store/statements/notifications.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { recordFailure } from "./record-failure.ts";
import { readFacts } from "./send-facts.ts";
import type { SendPass } from "./send-pass.ts";
import { sendTogether } from "./send-together.ts";

const LEASE_SECONDS = 90;
/** Messages to one endpoint at once, and notifications that one message to a person or a room may carry. */
const AT_ONCE = { endpoint: 20, people: 1000, room: 1000 } as const;
/** A channel that cannot be opened is tried again after that. */
const BROKEN_SECONDS = 60;

/**
 * Sends everything that is due for one receiver. A fault of the receiver is recorded; other faults are thrown. False if there
 * was nothing to do: what is due waits for an earlier event, or another process is sending to the receiver.
 */
export async function sendDue(deps: NotificationsDeps, receiver: DueReceiver, signal: AbortSignal): Promise<boolean> {
  const { leaseSeconds = LEASE_SECONDS } = deps;
  const { kysely } = deps.database;
  for (let passes = 0; !signal.aborted; passes += 1) {
    // Opened again for each pass, so that changed settings apply to the rest of a backlog, which may be thousands of messages.
    const channel = await deps.channels.open(receiver.workspaceId, receiver.connectionId);
    if ("problem" in channel) {
      await leaveOut(deps, receiver, channel);
      return false;
    }
    const claim = channel.audience === "endpoint" ? claimForEndpoint : claimTogether;
    const claimed = await claim(kysely, receiver, { limit: AT_ONCE[channel.audience], leaseSeconds });
    if (claimed.length === 0) return passes > 0;
    failpoint("notify.claimed");
    const pass = { deps, receiver, channel, signal };
    const more = channel.audience === "endpoint" ? await sendEach(pass, claimed) : await sendTogether(pass, claimed);
    if (!more) return true;
  }
  return false;
}

async function leaveOut(
  { database: { kysely }, log }: NotificationsDeps,
  receiver: DueReceiver,
  { problem, isGone }: { problem: string; isGone: boolean },
): Promise<void> {
  if (isGone) return suppressReceiver(kysely, receiver, problem);
  await postponeReceiver(kysely, receiver, BROKEN_SECONDS, { updates: true });
  log("warn", "a notification channel cannot be used", { connection: receiver.connectionId, problem });
}

/**
 * Sends each as a message of its own. What was accepted is recorded together. False if the endpoint took none of them, or asks
 * for a pause, so that it is left alone for a while.
 */
async function sendEach(pass: SendPass, rows: readonly NotificationRow[]): Promise<boolean> {
  const { deps, channel, signal } = pass;
  const { kysely } = deps.database;
  const facts = await readFacts(pass, rows);
  const notices = await facts.writeSingly(rows);
  const tried = await Promise.all(
    rows.map(async (row) => {
      const notice = notices.get(row.id);
      const message = { ...facts.message, key: row.id, thread: undefined, to: null, notices: notice ? [notice] : [] };
      return { row, outcome: notice ? await channel.send(message, signal) : GONE };
    }),
  );
  failpoint("notify.sent");
  const sent = tried.filter(({ outcome }) => outcome.outcome === "sent").map(({ row }) => row);
  await endNotifications(kysely, sent, { state: "sent", reason: null });
  // At once, so that nobody sees a failed attempt before its pause and lets it be due in between.
  return kysely.transaction().execute(async (transaction) => {
    let waitSeconds = 0;
    let isAsked = false;
    for (const { row, outcome } of tried) {
      if (outcome.outcome === "sent") continue;
      waitSeconds = Math.max(waitSeconds, await recordFailure(transaction, pass, [row], outcome));
      isAsked ||= outcome.outcome === "retry" && outcome.inSeconds !== undefined;
    }
    if (waitSeconds === 0 || (sent.length > 0 && !isAsked)) return true;
    await postponeReceiver(transaction, pass.receiver, waitSeconds, { updates: true });
    return false;
  });
}

const GONE: SendOutcome = { outcome: "dead", reason: "The action no longer exists." };
