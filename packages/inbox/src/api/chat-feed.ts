import { chatPath } from "./chat-queries.ts";
import type { ChatEvent } from "./merge-chat.ts";
import { openFeed } from "./open-feed.ts";
import { inShownWorkspace } from "./request.ts";

const EVENT_NAMES = ["session", "message", "delta"] as const satisfies readonly ChatEvent["event"][];

interface Follower {
  /** Last known revision. */
  rev: () => number;
  onEvent: (event: ChatEvent) => void;
  /** False if what is on the screen may be out of date. */
  onLive: (isLive: boolean) => void;
}

/**
 * Subscribes to the events of the chat session `id`; the returned function unsubscribes. A reopened stream continues after the
 * last known revision, so no event is missed.
 */
export function followChat(id: string, { rev, onEvent, onLive }: Follower): () => void {
  const { close, reopen } = openFeed({
    address: () => inShownWorkspace(chatPath(id, `/events?after=${rev()}`)),
    names: EVENT_NAMES,
    onOpen: () => onLive(true),
    onLost: () => onLive(false),
    onEvent: (event, data) => onEvent({ event, data } as ChatEvent),
  });
  // A browser allows few connections per server, so hidden tabs close theirs to leave room for the visible one.
  const look = (): void => (document.hidden ? close() : reopen());

  window.addEventListener("online", reopen);
  document.addEventListener("visibilitychange", look);
  return () => {
    window.removeEventListener("online", reopen);
    document.removeEventListener("visibilitychange", look);
    close();
  };
}
