import type { Chat, ChatMessage, ChatSession } from "@countersign/protocol";

/** Streamed text; `from` is its position in the message's text. */
interface ChatDelta {
  seq: number;
  from: number;
  text: string;
}
export type ChatEvent =
  | { event: "session"; data: ChatSession }
  | { event: "message"; data: ChatMessage }
  | { event: "delta"; data: ChatDelta };

/** Applies an event of the stream to the known conversation. Returns the same object if nothing is new. */
export function mergeEvent(chat: Chat, event: ChatEvent): Chat {
  switch (event.event) {
    case "session":
      return event.data.rev < chat.session.rev ? chat : { ...chat, session: event.data };
    case "message":
      return withMessage(chat, event.data);
    case "delta":
      return withDelta(chat, event.data);
  }
}

/** Merges a full read of a conversation into what is known of it. */
export function mergeRead(known: Chat | undefined, read: Chat): Chat {
  if (!known) return read;
  const bySeq = new Map(known.messages.map((message) => [message.seq, message]));
  const messages = read.messages.map((message) => newer(bySeq.get(message.seq), message));
  const last = messages.at(-1)?.seq ?? 0;
  messages.push(...known.messages.filter(({ seq }) => seq > last));
  return { ...read, session: known.session.rev > read.session.rev ? known.session : read.session, messages };
}

function withMessage(chat: Chat, message: ChatMessage): Chat {
  const at = chat.messages.findLastIndex(({ seq }) => seq <= message.seq);
  const known = chat.messages[at];
  if (known?.seq !== message.seq) return { ...chat, messages: chat.messages.toSpliced(at + 1, 0, message) };
  const next = newer(known, message);
  return next === known ? chat : { ...chat, messages: chat.messages.with(at, next) };
}

function withDelta(chat: Chat, { seq, from, text }: ChatDelta): Chat {
  const at = chat.messages.findLastIndex((message) => message.seq === seq);
  const known = chat.messages[at];
  if (known?.status !== "writing" || known.text.length !== from) return chat;
  return { ...chat, messages: chat.messages.with(at, { ...known, text: known.text + text }) };
}

/** While a message is written, its streamed text is ahead of its stored row; the row must not remove text from the screen. */
function newer(known: ChatMessage | undefined, next: ChatMessage): ChatMessage {
  if (!known) return next;
  if (next.rev < known.rev) return known;
  if (next.status === "writing" && next.text.length < known.text.length && known.text.startsWith(next.text))
    return { ...next, text: known.text };
  return next;
}
