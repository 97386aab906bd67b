import { isCommentKind } from "@countersign/protocol";
import type { NotificationRow } from "../../store/statements/notifications.ts";

/**
 * Groups notifications by the message that carries them. Those that no message carries yet are each its own group with `apart`, or
 * two: comments are apart from what asks for decisions, because a message has one line for each action.
 */
export function messagesOf(rows: readonly NotificationRow[], { apart = false } = {}): NotificationRow[][] {
  const groups = new Map<string, NotificationRow[]>();
  for (const row of rows) {
    const group = row.messageId ?? (apart ? row.id : isCommentKind(row.kind) ? "comments" : "");
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()];
}
