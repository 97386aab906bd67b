import { useState } from "react";
import { newKey } from "../../api/new-key.ts";

/** A message that is sent when the running turn has ended. `key` is its idempotency key. */
export interface QueuedMessage {
  text: string;
  key: string;
}

interface Draft {
  text: string;
  /** Idempotency key of a message that was sent and not answered: a second sending stores nothing new. */
  key?: string;
  queued: readonly QueuedMessage[];
}

/** Few, so that they leave room for the conversation on a phone. */
const MAX_QUEUED = 3;

const nameOf = (id: string): string => `countersign-chat-draft ${id}`;
const EMPTY: Draft = { text: "", queued: [] };

function read(id: string): Draft {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(nameOf(id)) ?? "null");
    if (typeof kept !== "object" || kept === null || !("text" in kept) || typeof kept.text !== "string") return EMPTY;
    const queued = "queued" in kept && Array.isArray(kept.queued) ? kept.queued.filter(isQueued) : [];
    return { text: kept.text, queued, ...("key" in kept && typeof kept.key === "string" && { key: kept.key }) };
  } catch {
    return EMPTY;
  }
}

const isQueued = (one: unknown): one is QueuedMessage =>
  typeof one === "object" &&
  one !== null &&
  "text" in one &&
  typeof one.text === "string" &&
  "key" in one &&
  typeof one.key === "string";

function store(id: string, draft: Draft): Draft {
  if (draft.text === "" && draft.queued.length === 0) window.sessionStorage.removeItem(nameOf(id));
  else window.sessionStorage.setItem(nameOf(id), JSON.stringify(draft));
  return draft;
}

/** Text that is not sent yet, and messages that wait for the end of a turn; kept per tab across a reload. */
export function useDraft(id: string) {
  const [draft, setDraft] = useState(() => read(id));
  const change = (next: (now: Draft) => Draft): void => setDraft((now) => store(id, next(now)));
  return {
    text: draft.text,
    queued: draft.queued,
    canQueue: draft.queued.length < MAX_QUEUED,
    /** Changed text is a new message and gets a new key. */
    write: (text: string): void => change(({ queued }) => ({ text, queued })),
    /** Returns the key to send this text with; the same until the text is changed or cleared. */
    keyToSend: (): string => {
      const key = draft.key ?? newKey();
      change((now) => ({ ...now, key }));
      return key;
    },
    /** Clears the text that was sent with this key; text written since then stays. */
    clear: (key: string): void => change((now) => (now.key === key ? { text: "", queued: now.queued } : now)),
    /** Moves the text to the messages that wait. */
    queue: (): void => {
      const message = { text: draft.text.trim(), key: draft.key ?? newKey() };
      change(({ queued }) => ({ text: "", queued: [...queued, message] }));
    },
    unqueue: (key: string): void => change((now) => ({ ...now, queued: now.queued.filter((one) => one.key !== key) })),
    /** Moves a message that waits back into the field, in front of what stands there. */
    edit: ({ key, text }: QueuedMessage): void =>
      change((now) => ({
        text: now.text.trim() === "" ? text : `${text}\n${now.text}`,
        queued: now.queued.filter((one) => one.key !== key),
      })),
  };
}
