import type { Briefing } from "@countersign/protocol";
import type { Principal } from "../../core/principal.ts";
import type { Result } from "../../core/refusal.ts";
import type { Engine } from "../../engine/engine.ts";
import { frameBriefing, frameEvent, type Frame } from "./frame-event.ts";
import type { LiveFeeds } from "./live-feeds.ts";
import { readerOf } from "./workspace-feed.ts";

/** A client this far behind is dropped; it comes back with `Last-Event-ID` and reads on from the database. */
const BACKLOG_BYTES = 1_048_576;
const CATCH_UP_EVENTS = 200;

interface LiveRequest {
  engine: Engine;
  feeds: LiveFeeds;
  principal: Principal;
  request: Request;
  /** The last event the client has; `null` starts at the present. */
  afterSeq: number | null;
  sessionId: string | null;
  missionId: string | null;
  signal: AbortSignal;
  onEnd: () => void;
}

/** One client's live events: a briefing, what it missed, then what happens. */
export async function openLiveStream(live: LiveRequest): Promise<Result<Response>> {
  const { feed, release } = await live.feeds.acquire(live.principal.workspaceId);
  let started = false;
  try {
    // Taken before the briefing is read: what changes meanwhile is told twice rather than never.
    const from = Math.min(live.afterSeq ?? feed.cursor(), feed.cursor());
    const briefing: Result<Briefing> = await live.engine.briefing(live.principal, {
      ...(live.sessionId === null ? {} : { sessionId: live.sessionId }),
      ...(live.missionId === null ? {} : { missionId: live.missionId }),
    });
    if (!briefing.ok) return briefing;
    started = true;
    const body = streamFrom(live, feed, release, from, frameBriefing(from, briefing.value));
    return {
      ok: true,
      value: new Response(body, { headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } }),
    };
  } finally {
    if (!started) release();
  }
}

type Feed = Awaited<ReturnType<LiveFeeds["acquire"]>>["feed"];

function streamFrom(
  live: LiveRequest,
  feed: Feed,
  release: () => void,
  from: number,
  briefing: Uint8Array,
): ReadableStream<Uint8Array> {
  const { engine, feeds, request, principal, sessionId, missionId, signal } = live;
  const onEnd: (() => void)[] = [release, live.onEnd];
  let last = from;
  let ended = false;
  let onRoom: (() => void) | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array>;

  function end(): void {
    if (ended) return;
    ended = true;
    for (const undo of onEnd) undo();
    onRoom?.();
    try {
      controller.close();
    } catch {
      // The client cancelled it first.
    }
  }
  function send(bytes: Uint8Array): void {
    if (ended) return;
    if ((controller.desiredSize ?? 0) < bytes.byteLength) end();
    else controller.enqueue(bytes);
  }
  function sendFrame(frame: Frame): void {
    if (frame.seq <= last) return;
    last = frame.seq;
    const isOf = (wanted: string | null, own: string | null): boolean => wanted === null || own === null || own === wanted;
    if (isOf(sessionId, frame.sessionId) && isOf(missionId, frame.missionId)) send(frame.bytes);
  }
  async function room(): Promise<void> {
    while (!ended && (controller.desiredSize ?? 0) < BACKLOG_BYTES / 2)
      await new Promise<void>((resolve) => (onRoom = resolve));
  }

  /** Reads by itself until level with the feed, then joins it in the same turn, so that nothing falls between. */
  async function follow(): Promise<void> {
    while (!ended && last < feed.cursor()) {
      const { events } = await engine.eventsAfter(readerOf(principal.workspaceId), last, CATCH_UP_EVENTS);
      for (const event of events) {
        await room();
        if (ended) return;
        const frame = frameEvent(event);
        if (frame !== undefined) sendFrame(frame);
        last = event.seq;
      }
      if (events.length === 0) break;
    }
    if (!ended) onEnd.push(feed.listen({ onFrame: sendFrame, onHeartbeat: send }));
  }

  return new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
        signal.addEventListener("abort", end);
        onEnd.push(() => signal.removeEventListener("abort", end));
        onEnd.push(feeds.watch({ request: credentialOnly(request), workspaceId: principal.workspaceId, end }));
        send(briefing);
        if (signal.aborted) end();
        follow().catch(end);
      },
      pull() {
        onRoom?.();
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_BYTES }),
  );
}

/** What a later check of rights needs, without holding on to the connection. */
const credentialOnly = (request: Request) => new Request(request.url, { headers: new Headers(request.headers) });
