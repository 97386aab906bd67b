import { useState } from "react";

interface Draft {
  text: string;
  /** Of a message that was sent and not answered: sent again, it is stored once. */
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

/** What was written and not sent yet, kept in this tab over a reload. */
export function useDraft(id: string) {
  const [draft, setDraft] = useState(() => read(id));
  const set = (next: Draft): void => {
    setDraft(next);
    if (next.text === "") window.sessionStorage.removeItem(nameOf(id));
    else window.sessionStorage.setItem(nameOf(id), JSON.stringify(next));
  };
  return {
    text: draft.text,
    /** Other words are another message. */
    write: (text: string): void => set({ text }),
    /** The key under which these words are sent, the same until they are changed or taken. */
    keyToSend: (): string => {
      const key = draft.key ?? newKey();
      set({ ...draft, key });
      return key;
    },
    clear: (): void => set({ text: "" }),
  };
}

/** `crypto.randomUUID` is only there over HTTPS and on the machine itself. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
