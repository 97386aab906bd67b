import type { NotificationRow } from "../../store/statements/notifications.ts";

/** Groups notifications by the message that carries them; those that no message carries yet are one group, or each its own. */
export function messagesOf(rows: readonly NotificationRow[], { apart = false } = {}): NotificationRow[][] {
  const groups = new Map<string, NotificationRow[]>();
  for (const row of rows) {
    const group = row.messageId ?? (apart ? row.id : "");
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()];
}
