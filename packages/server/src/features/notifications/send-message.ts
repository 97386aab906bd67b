import { failpoint } from "../../engine/failpoint.ts";
import type { ChannelMessage } from "../../ports/channel.ts";
import { bindMessage, endNotifications, postponeReceiver, type NotificationRow } from "../../store/statements/notifications.ts";
import { recordFailure } from "./record-failure.ts";
import type { SendPass } from "./send-pass.ts";

/** Sends a message and records how it went. False if nothing more is to be sent to this receiver now. */
export async function sendMessage(pass: SendPass, rows: readonly NotificationRow[], message: ChannelMessage): Promise<boolean> {
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
