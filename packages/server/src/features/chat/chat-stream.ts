import type { Chats } from "./chats.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, type Result } from "../../core/refusal.ts";
import { encodeEvent, HEARTBEAT } from "../../http/live/frame-event.ts";
import type { LiveFeeds } from "../../http/live/live-feeds.ts";
import { EVENT_STREAM_HEADERS, pushResponse, type Push } from "../../http/live/push-stream.ts";

const BACKLOG_BYTES = 4 * 1_048_576;
const HEARTBEAT_MS = 15_000;
/** Polling interval while a turn runs, in case another process writes to it without a notification. */
const LOOK_MS = 400;

interface ChatStreamRequest {
  chats: Chats;
  feeds: LiveFeeds;
  principal: Principal;
  request: Request;
  address: string | undefined;
  id: string;
  /** Last revision that the client has; undefined sends the whole conversation. */
  after: number | undefined;
  signal: AbortSignal;
  onEnd: () => void;
}

/** Opens one client's stream of a conversation: what changed since its revision, then text deltas and changed rows. */
export async function openChatStream(asked: ChatStreamRequest): Promise<Result<Response>> {
  const { chats, principal, id, request } = asked;
  const sent = Number.parseInt(request.headers.get("last-event-id") ?? "", 10);
  const after = Number.isSafeInteger(sent) && sent >= 0 ? sent : (asked.after ?? 0);
  const found = await chats.changesAfter(principal, id, after);
  if (!found.ok) return found;
  if (request.method === "HEAD") return ok(new Response(null, { headers: EVENT_STREAM_HEADERS }));
  return ok(
    pushResponse({ ...asked, backlogBytes: BACKLOG_BYTES, hello: HEARTBEAT }, asked.onEnd, (push) =>
      follow(asked, after, push),
    ),
  );
}

function follow({ chats, principal, id }: ChatStreamRequest, after: number, push: Push): void {
  let rev = after;
  /** Number of waiting actions. Compared besides `rev`, because decisions change only this number. */
  let waiting = -1;
  let reading = false;
  let readAgain = false;
  let isRunning = false;

  async function read(): Promise<void> {
    readAgain = true;
    if (reading) return;
    reading = true;
    try {
      while (readAgain && !push.isEnded()) {
        readAgain = false;
        const found = await chats.changesAfter(principal, id, rev);
        if (!found.ok) return push.end();
        const { session, messages } = found.value;
        isRunning = session.status === "running";
        if (session.rev === rev && session.waiting === waiting) continue;
        for (const message of messages) push.send(encodeEvent("message", undefined, message));
        // Only the last event of a read carries an id, so a stream cut before it sends all of them again.
        push.send(encodeEvent("session", session.rev, session));
        ({ rev, waiting } = session);
      }
    } catch {
      push.end();
    } finally {
      reading = false;
    }
  }

  const look = setInterval(() => isRunning && void read(), LOOK_MS);
  const beat = setInterval(() => push.send(HEARTBEAT), HEARTBEAT_MS);
  push.onEnd(() => clearInterval(look));
  push.onEnd(() => clearInterval(beat));
  push.onEnd(
    chats.follow(principal.workspaceId, id, {
      onDelta: (delta) => push.send(encodeEvent("delta", undefined, delta)),
      onChange: () => void read(),
    }),
  );
  void read();
}
