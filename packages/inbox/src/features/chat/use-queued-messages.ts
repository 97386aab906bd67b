import type { ChatSession } from "@countersign/protocol";
import { useEffect, useRef, useState } from "react";
import type { QueuedMessage, useDraft } from "./use-draft.ts";
import type { useTurn } from "./use-session-change.ts";

interface Held {
  key: string;
  rev: number;
  /** The server refused it because a turn still ran; any other refusal waits for the person. */
  isEarly: boolean;
}

/**
 * Sends the messages that wait, one for each turn that ends. They are held when an answer or a sending failed, until the person
 * sends them: the same would happen to the next one.
 */
export function useQueuedMessages(
  session: ChatSession,
  isFailed: boolean,
  draft: ReturnType<typeof useDraft>,
  turn: ReturnType<typeof useTurn>,
) {
  const [next] = draft.queued;
  const [held, setHeld] = useState<Held>();
  const sending = useRef<string>(undefined);
  const isRefused = held !== undefined && held.key === next?.key && (!held.isEarly || held.rev === session.rev);
  const isFree = session.status !== "running" && session.archivedAt === null && !turn.isPending;
  const { unqueue } = draft;
  const { mutate } = turn;
  const send = (message: QueuedMessage): void => {
    if (sending.current === message.key) return;
    sending.current = message.key;
    mutate(
      { name: "messages", body: message },
      {
        onSuccess: () => unqueue(message.key),
        onError: ({ code }) => setHeld({ key: message.key, rev: session.rev, isEarly: code === "INVALID_STATE" }),
        onSettled: () => (sending.current = undefined),
      },
    );
  };
  const isDue = next !== undefined && isFree && !isFailed && !isRefused;
  useEffect(() => {
    if (isDue) send(next);
  });
  return { isHeld: next !== undefined && isFree && !isDue, sendNow: () => next && send(next) };
}
