import type { SendOutcome } from "../../ports/channel.ts";
import type { Database } from "../../store/database.ts";
import { endNotifications, handBackNotifications, type NotificationRow } from "../../store/statements/notifications.ts";
import type { SendPass } from "./send-pass.ts";

/** Waits between attempts in seconds, as the Standard Webhooks specification suggests; about three days in all. */
const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** A receiver may ask for a later attempt, and not for an earlier one. */
const MAX_WAIT_SECONDS = 86_400;
/** While a receiver fails, everything else for it waits that long, so that it is asked once a minute, or as it asks. */
const BREAK_SECONDS = 60;

type Failure = Exclude<SendOutcome, { outcome: "sent" }>;

/** Seconds for which the receiver asks to be left alone; 0 if it does not. */
export const askedSeconds = (failure: Extract<Failure, { outcome: "retry" }>): number =>
  Math.min(failure.inSeconds ?? 0, MAX_WAIT_SECONDS);

/** Records a failed attempt. Returns the seconds for which the receiver is to be left alone; 0 if there is no further attempt. */
export async function recordFailure(
  kysely: Database["kysely"],
  { deps: { retrySeconds = RETRY_SECONDS }, signal }: SendPass,
  rows: readonly NotificationRow[],
  failure: Failure,
): Promise<number> {
  const { reason } = failure;
  const planned = retrySeconds[Math.max(...rows.map(({ attempts }) => attempts)) - 1];
  if (failure.outcome === "dead" || (planned === undefined && !signal.aborted)) {
    await endNotifications(kysely, rows, { state: "dead", reason });
    return 0;
  }
  // What cannot have arrived was not sent: a later attempt may be written anew.
  const left = failure.mayHaveArrived ? rows : rows.map((row) => ({ ...row, messageId: null }));
  if (signal.aborted || planned === undefined) {
    // This process ends; the next one sends it again.
    await handBackNotifications(kysely, left, 0);
    return 0;
  }
  const asked = askedSeconds(failure);
  const inSeconds = Math.max(planned * (0.8 + Math.random() * 0.4), asked);
  await endNotifications(kysely, left, { state: "planned", reason, inSeconds });
  return Math.max(Math.min(inSeconds, BREAK_SECONDS), asked);
}
