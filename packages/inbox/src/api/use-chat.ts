import type { Chat } from "@countersign/protocol";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followChat } from "./chat-feed.ts";
import { chatQuery } from "./chat-queries.ts";
import { keys } from "./keys.ts";
import { mergeEvent, type ChatEvent } from "./merge-chat.ts";

/** Interval of drawing, since text arrives faster: the first event of a burst is drawn at once, later ones together. */
const DRAW_MS = 30;

/** Reads a conversation and follows its stream while mounted. */
export function useChat(id: string) {
  const cache = useQueryClient();
  const chat = useQuery(chatQuery(id));
  const [isLive, setIsLive] = useState(true);
  const isRead = chat.data !== undefined;

  useEffect(() => {
    if (!isRead) return;
    let waiting: ChatEvent[] = [];
    let timer: number | undefined;
    const draw = (): void => {
      const events = waiting;
      waiting = [];
      timer = events.length === 0 ? undefined : window.setTimeout(draw, DRAW_MS);
      if (events.length === 0) return;
      cache.setQueryData<Chat>(keys.chat(id), (known) => known && events.reduce(mergeEvent, known));
      if (events.some(({ event }) => event === "session")) void cache.invalidateQueries({ queryKey: keys.chatSessions });
    };
    const stop = followChat(id, {
      rev: () => cache.getQueryData<Chat>(keys.chat(id))?.session.rev ?? 0,
      onLive: setIsLive,
      onEvent: (event) => {
        waiting.push(event);
        if (timer === undefined) draw();
      },
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [cache, id, isRead]);

  return { ...chat, isLive };
}
