import type { ChannelKind, Notice } from "../../ports/channel.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import { isTimeZone } from "./quiet-hours.ts";
import { describeAction } from "./write-notice.ts";

interface WaitingFacts {
  action: NotifiedAction;
  /** Of the last event when the summary was planned. */
  seq: number;
  channel: Pick<ChannelKind, "audience" | "policy"> & { mask(text: string): string };
  /** Title of the action's tool. */
  title: string;
  /** Of the action's page. */
  url: string;
  /** Of the person who reads it. */
  timeZone: string;
}

/** One line of a daily summary: an action that waits, without arguments. */
export const writeWaiting = ({ action, seq, channel, title, url, timeZone }: WaitingFacts): Notice => ({
  kind: "daily_summary",
  at: action.createdAt.toISOString(),
  actionId: action.id,
  seq,
  url,
  status: action.status,
  version: null,
  words: `Waiting since ${momentIn(action.createdAt, timeZone)}.`,
  ...describeAction({ action, channel, title, mask: channel.mask }),
});

/** Such as 27 November at 09:10. */
const momentIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone: isTimeZone(timeZone) ? timeZone : "UTC",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);
