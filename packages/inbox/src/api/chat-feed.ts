import { chatPath } from "./chat-queries.ts";
import type { ChatEvent } from "./merge-chat.ts";

const EVENT_NAMES = ["session", "message", "delta"] as const satisfies readonly ChatEvent["event"][];
const MAX_BACKOFF_SECONDS = 15;

interface Follower {
  /** The last revision that is known here. */
  rev: () => number;
  onEvent: (event: ChatEvent) => void;
  /** `false`: what is on the screen may be out of date. */
  onLive: (isLive: boolean) => void;
}

/**
 * Follows a conversation until the returned function is called. The browser resumes a cut stream with the last event it had;
 * a stream that the server refused it gives up, so that is opened again here, from the last revision that is known.
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
  // A browser keeps few connections to a server: those of tabs that nobody looks at would hold up the one they look at.
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
