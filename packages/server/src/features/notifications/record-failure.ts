import type { SendOutcome } from "../../ports/channel.ts";
import { endNotifications, postponeReceiver, type NotificationRow } from "../../store/statements/notifications.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import type { SendPass } from "./send-pass.ts";

/** Waits between attempts in seconds, as the Standard Webhooks specification suggests; about three days in all. */
const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** While a receiver fails, everything else for it waits that long at most, so that it is asked once a minute. */
const BREAK_SECONDS = 60;

/** Returns the seconds until the next attempt; 0 if there is none. */
export async function recordFailure(
  { database, retrySeconds = RETRY_SECONDS }: NotificationsDeps,
  rows: readonly NotificationRow[],
  failure: Exclude<SendOutcome, { outcome: "sent" }>,
): Promise<number> {
  const { reason } = failure;
  const messageId = rows[0]?.messageId ?? undefined;
  const planned = retrySeconds[Math.max(...rows.map(({ attempts }) => attempts)) - 1];
  if (failure.outcome === "dead" || planned === undefined) {
    await endNotifications(database.kysely, rows, { state: "dead", reason, ...(messageId !== undefined && { messageId }) });
    return 0;
  }
  const inSeconds = failure.inSeconds ?? planned * (0.8 + Math.random() * 0.4);
  await endNotifications(database.kysely, rows, {
    state: "planned",
    reason,
    inSeconds,
    ...(messageId !== undefined && { messageId }),
  });
  return inSeconds;
}

/** Leaves a receiver alone that took nothing. */
export const breakFor = ({ deps, receiver }: SendPass, waitSeconds: number): Promise<void> =>
  postponeReceiver(deps.database.kysely, receiver, Math.min(waitSeconds, BREAK_SECONDS));
