import { isCommentKind } from "@countersign/protocol";
import type { ChannelMessage } from "../../../ports/channel.ts";
import { cutBytes, headlineOf, isWaiting, plainText } from "../message-words.ts";
import { oneLine } from "../visible-text.ts";

/**
 * What a browser gets: a declarative push (https://www.w3.org/TR/push-api/#declarative-push-message), which Safari shows by
 * itself, and which the inbox's service worker shows everywhere else.
 */
export interface PushPayload {
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    /** Where a tap leads. */
    navigate: string;
    /** A notification replaces an earlier one with the same tag. */
    tag: string;
    silent: boolean;
  };
  /** Equal in every attempt. A repeat does not alert again while the first one is shown. */
  id: string;
}

/** Bytes of the body as JSON; a whole payload may take 3993, of which a title takes 1200 at most. */
const MAX_BODY = 2400;

/** Renders a message; `isChange` if it replaces one that was sent, which alerts nobody. */
export function renderPush(message: ChannelMessage, isChange: boolean): PushPayload {
  const [only, ...others] = message.notices;
  const single = only && others.length === 0 ? only : undefined;
  return {
    web_push: 8030,
    notification: {
      title: oneLine(`${headlineOf(message)} · ${message.workspace.name}`),
      body: fit(plainText(message)),
      navigate: single ? single.url : message.links.inbox,
      // What asks for a decision stays beside a comment, and is replaced when it is decided.
      tag: single && !isCommentKind(single.kind) ? single.actionId : message.key,
      silent: isChange,
    },
    id: isChange ? `${message.key}-changed` : message.key,
  };
}

/** Whether the message is one that a device should show at once, even while it saves power. */
export const isUrgent = ({ notices }: ChannelMessage): boolean =>
  notices.some((one) => one.kind === "glass_broken" || isWaiting(one));

/** Cuts a text until it fits: quotes and line breaks take two bytes. */
function fit(text: string): string {
  for (let bytes = MAX_BODY; ; bytes -= 100) {
    const body = cutBytes(text, bytes, "…");
    if (Buffer.byteLength(JSON.stringify(body)) <= MAX_BODY) return body;
  }
}
