import { useState } from "react";
import { newKey } from "../../api/new-key.ts";

interface Draft {
  text: string;
  /** Idempotency key of a message that was sent and not answered: a second sending stores nothing new. */
  key?: string;
}

const nameOf = (id: string): string => `countersign-chat-draft ${id}`;

function read(id: string): Draft {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(nameOf(id)) ?? "null");
    if (typeof kept !== "object" || kept === null || !("text" in kept) || typeof kept.text !== "string") return { text: "" };
    return { text: kept.text, ...("key" in kept && typeof kept.key === "string" && { key: kept.key }) };
  } catch {
    return { text: "" };
  }
}

/** Text that is not sent yet, kept per tab across a reload. */
export function useDraft(id: string) {
  const [draft, setDraft] = useState(() => read(id));
  const set = (next: Draft): void => {
    setDraft(next);
    if (next.text === "") window.sessionStorage.removeItem(nameOf(id));
    else window.sessionStorage.setItem(nameOf(id), JSON.stringify(next));
  };
  return {
    text: draft.text,
    /** Changed text is a new message and gets a new key. */
    write: (text: string): void => set({ text }),
    /** Returns the key to send this text with; the same until the text is changed or cleared. */
    keyToSend: (): string => {
      const key = draft.key ?? newKey();
      set({ ...draft, key });
      return key;
    },
    clear: (): void => set({ text: "" }),
  };
}
