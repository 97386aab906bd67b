import type { Briefing } from "@countersign/protocol";
import type { Principal } from "../../core/principal.ts";
import { ok, type Result } from "../../core/refusal.ts";
import type { Engine } from "../../ports/engine.ts";
import { frameBriefing, frameEvent, type EventFrame } from "./frame-event.ts";
import type { LiveFeeds } from "./live-feeds.ts";
import { pushResponse } from "./push-stream.ts";
import { readerOf } from "./workspace-feed.ts";

const BACKLOG_BYTES = 1_048_576;
const CATCH_UP_EVENTS = 200;

interface LiveRequest {
  engine: Engine;
  feeds: LiveFeeds;
  principal: Principal;
  request: Request;
  address: string | undefined;
  /** Last event that the client has; null starts at the present. */
  afterSeq: number | null;
  sessionId: string | null;
  missionId: string | null;
  signal: AbortSignal;
  onEnd: () => void;
}

/** Opens one client's live events: a briefing, then events it missed, then new ones. */
export async function openLiveStream(live: LiveRequest): Promise<Result<Response>> {
  const { feed, release } = await live.feeds.acquire(live.principal.workspaceId);
  let started = false;
  try {
    // The cursor is taken before the briefing is read, so a concurrent change is sent twice rather than lost.
    const from = Math.min(live.afterSeq ?? feed.cursor(), feed.cursor());
    const briefing: Result<Briefing> = await live.engine.actions.briefing(live.principal, {
      ...(live.sessionId === null ? {} : { sessionId: live.sessionId }),
      ...(live.missionId === null ? {} : { missionId: live.missionId }),
    });
    if (!briefing.ok) return briefing;
    started = true;
    return ok(pushLive(live, feed, release, from, frameBriefing(from, briefing.value)));
  } finally {
    if (!started) release();
  }
}

type Feed = Awaited<ReturnType<LiveFeeds["acquire"]>>["feed"];

function pushLive(live: LiveRequest, feed: Feed, release: () => void, from: number, hello: Uint8Array): Response {
  const { engine, principal, sessionId, missionId } = live;
  const onEnd = (): void => {
    release();
    live.onEnd();
  };
  return pushResponse({ ...live, backlogBytes: BACKLOG_BYTES, hello }, onEnd, (push) => {
    let last = from;

    function sendFrame(frame: EventFrame): void {
      if (frame.seq <= last) return;
      last = frame.seq;
      const isOf = (wanted: string | null, own: string | null): boolean => wanted === null || own === null || own === wanted;
      if (isOf(sessionId, frame.sessionId) && isOf(missionId, frame.missionId)) push.send(frame.bytes);
    }

    /** Reads from the database until level with the feed, then joins it in the same tick, so that no event is missed. */
    async function follow(): Promise<void> {
      while (!push.isEnded() && last < feed.cursor()) {
        const { events } = await engine.events.after(readerOf(principal.workspaceId), last, CATCH_UP_EVENTS);
        for (const event of events) {
          await push.untilRoom();
          if (push.isEnded()) return;
          const frame = frameEvent(event);
          if (frame !== undefined) sendFrame(frame);
          last = event.seq;
        }
        if (events.length === 0) break;
      }
      if (!push.isEnded()) push.onEnd(feed.listen({ onFrame: sendFrame, onHeartbeat: push.send }));
    }

    follow().catch(push.end);
  });
}
