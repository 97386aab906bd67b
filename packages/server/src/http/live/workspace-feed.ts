import type { Principal } from "../../core/principal.ts";
import type { Log } from "../../ports/log.ts";
import type { Engine } from "../../ports/engine.ts";
import { frameEvent, HEARTBEAT, type EventFrame } from "./frame-event.ts";

const PAGE_EVENTS = 500;
/** Polling interval; the maximum delay if a notification is lost. */
const SAFETY_SECONDS = 2;
const HEARTBEAT_SECONDS = 15;

export interface FeedListener {
  onFrame(frame: EventFrame): void;
  onHeartbeat(bytes: Uint8Array): void;
}

/** Reads one workspace's audit chain once for all listeners. */
export interface WorkspaceFeed {
  /** Every event up to this sequence number has been handed to the listeners. */
  cursor(): number;
  listen(listener: FeedListener): () => void;
  stop(): void;
}

/** Principal that reads for the workspace, not for a person. Live events contain no content of an action. */
export const readerOf = (workspaceId: string): Principal => ({
  kind: "system",
  id: "live",
  name: "Live events",
  workspaceId,
  role: null,
  groups: [],
});

export async function startWorkspaceFeed(
  engine: Engine,
  workspaceId: string,
  onRightsChanged: () => void,
  log: Log,
): Promise<WorkspaceFeed> {
  const by = readerOf(workspaceId);
  const listeners = new Set<FeedListener>();
  let cursor = (await engine.events.after(by, 0, 1)).head;
  let reading = false;
  let readAgain = false;

  async function read(): Promise<void> {
    readAgain = true;
    if (reading) return;
    reading = true;
    try {
      while (readAgain) {
        readAgain = false;
        const { events, head } = await engine.events.after(by, cursor, PAGE_EVENTS);
        for (const event of events) {
          cursor = event.seq;
          const frame = frameEvent(event);
          if (frame !== undefined) for (const listener of listeners) listener.onFrame(frame);
          if (/^(member|key|workspace)\./.test(event.kind)) onRightsChanged();
        }
        if (events.length > 0 && cursor < head) readAgain = true;
      }
    } catch (error) {
      // The next tick tries again from the same cursor, so nothing is skipped.
      log("warn", "live events could not be read", { error });
    } finally {
      reading = false;
    }
  }

  const forget = engine.events.onChange(workspaceId, () => void read());
  const safety = setInterval(() => void read(), SAFETY_SECONDS * 1000).unref();
  const beat = setInterval(() => {
    for (const listener of listeners) listener.onHeartbeat(HEARTBEAT);
  }, HEARTBEAT_SECONDS * 1000).unref();
  // Reads events that arrived between reading the head and calling `onChange`.
  void read();
  return {
    cursor: () => cursor,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      forget();
      clearInterval(safety);
      clearInterval(beat);
    },
  };
}
