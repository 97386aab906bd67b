import { chatPath } from "./chat-queries.ts";
import type { ChatEvent } from "./merge-chat.ts";

const EVENT_NAMES = ["session", "message", "delta"] as const satisfies readonly ChatEvent["event"][];
const MAX_BACKOFF_SECONDS = 15;

interface Follower {
  /** Last known revision. */
  rev: () => number;
  onEvent: (event: ChatEvent) => void;
  /** False if what is on the screen may be out of date. */
  onLive: (isLive: boolean) => void;
}

/**
 * Follows a conversation until the returned function is called. The browser resumes a broken stream from its last event, but
 * gives up on one that the server refused; this reopens that one from the last known revision.
 */
export function followChat(id: string, { rev, onEvent, onLive }: Follower): () => void {
  let source: EventSource;
  let retry: number | undefined;
  let failures = 0;

  const open = (): void => {
    source = new EventSource(chatPath(id, `/events?after=${rev()}`));
    source.onopen = () => {
      failures = 0;
      onLive(true);
    };
    source.onerror = () => {
      onLive(false);
      if (source.readyState !== EventSource.CLOSED) return;
      retry = window.setTimeout(open, 1000 * Math.min(2 ** failures, MAX_BACKOFF_SECONDS));
      failures += 1;
    };
    for (const name of EVENT_NAMES) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) =>
        onEvent({ event: name, data: JSON.parse(data) } as ChatEvent),
      );
    }
  };
  const close = (): void => {
    window.clearTimeout(retry);
    source.close();
  };
  const reopen = (): void => {
    close();
    open();
  };
  // A browser allows few connections per server, so hidden tabs close theirs to leave room for the visible one.
  const look = (): void => (document.hidden ? close() : reopen());

  open();
  window.addEventListener("online", reopen);
  document.addEventListener("visibilitychange", look);
  return () => {
    window.removeEventListener("online", reopen);
    document.removeEventListener("visibilitychange", look);
    close();
  };
}
