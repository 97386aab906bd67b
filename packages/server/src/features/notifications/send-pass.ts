import type { OpenedChannel } from "../../ports/channel.ts";
import type { DueReceiver } from "../../store/statements/notifications.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";

/** One pass over what is due for one receiver. */
export interface SendPass {
  deps: NotificationsDeps;
  receiver: DueReceiver;
  channel: OpenedChannel;
  signal: AbortSignal;
}
