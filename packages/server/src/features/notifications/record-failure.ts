import type { SendOutcome } from "../../ports/channel.ts";
import {
  endNotifications,
  handBackNotifications,
  postponeReceiver,
  type NotificationRow,
} from "../../store/statements/notifications.ts";
import type { SendPass } from "./send-pass.ts";

/** Waits between attempts in seconds, as the Standard Webhooks specification suggests; about three days in all. */
const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** A receiver may ask for a later attempt, and not for an earlier one. */
const MAX_WAIT_SECONDS = 86_400;
/** While a receiver fails, everything else for it waits that long at most, so that it is asked once a minute. */
const BREAK_SECONDS = 60;

/** Records a failed attempt. Returns the seconds until the next one; 0 if there is none. */
export async function recordFailure(
  { deps: { database, retrySeconds = RETRY_SECONDS }, signal }: SendPass,
  rows: readonly NotificationRow[],
  failure: Exclude<SendOutcome, { outcome: "sent" }>,
): Promise<number> {
  const { kysely } = database;
  if (signal.aborted) {
    // This process ends; the next one sends it again.
    await handBackNotifications(kysely, rows, 0);
    return 0;
  }
  const { reason } = failure;
  const planned = retrySeconds[Math.max(...rows.map(({ attempts }) => attempts)) - 1];
  if (failure.outcome === "dead" || planned === undefined) {
    await endNotifications(kysely, rows, { state: "dead", reason });
    return 0;
  }
  const inSeconds = Math.max(planned * (0.8 + Math.random() * 0.4), Math.min(failure.inSeconds ?? 0, MAX_WAIT_SECONDS));
  await endNotifications(kysely, rows, { state: "planned", reason, inSeconds });
  return inSeconds;
}

/** Leaves a receiver alone that took nothing. */
export const breakFor = ({ deps, receiver }: SendPass, waitSeconds: number): Promise<void> =>
  postponeReceiver(deps.database.kysely, receiver, Math.min(waitSeconds, BREAK_SECONDS));
