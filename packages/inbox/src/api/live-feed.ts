import type { LiveEvent, LiveEventName } from "@countersign/protocol";

/** State of the event stream. `reconnecting`: what is on the screen may be out of date. */
export type Connection = "connecting" | "live" | "reconnecting";
type WithoutId<E> = E extends LiveEvent ? Omit<E, "id"> : never;
/**
 * `resync`: events may have been missed, so everything shown has to be read again. `refused`: the server ended the stream on
 * purpose, for instance because the session is over.
 */
export type FeedEvent = WithoutId<LiveEvent> | { event: "resync" } | { event: "refused" };

const EVENT_NAMES = [
  "briefing",
  "action.created",
  "action.updated",
  "tool.changed",
  "repeat.changed",
  "emergency.changed",
  "checkpoint.changed",
  "content.changed",
  "member.changed",
] as const satisfies readonly LiveEventName[];
const MAX_BACKOFF_SECONDS = 15;

const listeners = new Set<(event: FeedEvent) => void>();
const watchers = new Set<() => void>();
let connection: Connection = "connecting";

export const readConnection = (): Connection => connection;

export function watchConnection(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

export function onFeedEvent(listener: (event: FeedEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Follows a workspace until the returned function is called. The browser resumes a broken stream by itself, but gives up on one
 * that the server refused (a restart behind a proxy, an ended session); this reopens that one.
 */
export function followWorkspace(workspaceId: string): () => void {
  let source: EventSource;
  let retry: number | undefined;
  let failures = 0;

  const open = (): void => {
    source = new EventSource(`/api/events?${new URLSearchParams({ workspaceId })}`);
    source.onopen = () => {
      failures = 0;
      setConnection("live");
      // Also at the first opening: what the page has read by then may have changed without an event.
      emit({ event: "resync" });
    };
    source.onerror = () => {
      setConnection("reconnecting");
      if (source.readyState !== EventSource.CLOSED) return;
      retry = window.setTimeout(open, 1000 * Math.min(2 ** failures, MAX_BACKOFF_SECONDS));
      failures += 1;
      emit({ event: "refused" });
    };
    for (const name of EVENT_NAMES) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        emit({ event: name, data: JSON.parse(data) } as FeedEvent);
      });
    }
  };
  const reopen = (): void => {
    window.clearTimeout(retry);
    source.close();
    open();
  };
  const lose = (): void => setConnection("reconnecting");

  open();
  window.addEventListener("online", reopen);
  window.addEventListener("offline", lose);
  return () => {
    window.clearTimeout(retry);
    window.removeEventListener("online", reopen);
    window.removeEventListener("offline", lose);
    source.close();
    setConnection("connecting");
  };
}

function setConnection(next: Connection): void {
  if (connection === next) return;
  connection = next;
  for (const changed of watchers) changed();
}

function emit(event: FeedEvent): void {
  for (const listener of listeners) listener(event);
}
