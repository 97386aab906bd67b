import type { LiveEvent, LiveEventName } from "@countersign/protocol";
import { openFeed } from "./open-feed.ts";

/** State of the event stream. `reconnecting`: what is on the screen may be out of date. */
export type StreamState = "connecting" | "live" | "reconnecting";
type WithoutId<E> = E extends LiveEvent ? Omit<E, "id"> : never;
/**
 * `resync`: events may have been missed, so everything shown must be refetched. `refused`: the server ended the stream on
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
  "view.changed",
] as const satisfies readonly LiveEventName[];

const listeners = new Set<(event: FeedEvent) => void>();
const watchers = new Set<() => void>();
let connection: StreamState = "connecting";

export const readConnection = (): StreamState => connection;

export function watchConnection(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

export function onFeedEvent(listener: (event: FeedEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows a workspace's events until the returned function is called. */
export function followWorkspace(workspaceId: string): () => void {
  const { close, reopen } = openFeed({
    address: () => `/api/events?${new URLSearchParams({ workspaceId })}`,
    names: EVENT_NAMES,
    onOpen: () => {
      setConnection("live");
      // Also at the first opening, because data that the page has already read may have changed without an event.
      emit({ event: "resync" });
    },
    onLost: (isRefused) => {
      setConnection("reconnecting");
      if (isRefused) emit({ event: "refused" });
    },
    onEvent: (event, data) => emit({ event, data } as FeedEvent),
  });
  const lose = (): void => setConnection("reconnecting");

  window.addEventListener("online", reopen);
  window.addEventListener("offline", lose);
  return () => {
    window.removeEventListener("online", reopen);
    window.removeEventListener("offline", lose);
    close();
    setConnection("connecting");
  };
}

function setConnection(next: StreamState): void {
  if (connection === next) return;
  connection = next;
  for (const changed of watchers) changed();
}

function emit(event: FeedEvent): void {
  for (const listener of listeners) listener(event);
}
