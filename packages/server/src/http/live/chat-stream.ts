import type { Chats } from "../../core/chats.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, type Result } from "../../core/refusal.ts";
import { encodeEvent, HEARTBEAT } from "./frame-event.ts";
import type { LiveFeeds } from "./live-feeds.ts";
import { EVENT_STREAM_HEADERS, pushResponse, type Push } from "./push-stream.ts";

const BACKLOG_BYTES = 4 * 1_048_576;
const HEARTBEAT_MS = 15_000;
/** What another process writes into a turn of its own is seen after this, should nobody tell. */
const LOOK_MS = 400;

interface ChatStreamRequest {
  chats: Chats;
  feeds: LiveFeeds;
  principal: Principal;
  request: Request;
  id: string;
  /** The last revision the client has; everything of the conversation without. */
  after: number | undefined;
  signal: AbortSignal;
  onEnd: () => void;
}

/** One client's view of a conversation: what changed since it last looked, then words as they come and rows as they change. */
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
  /** Told by itself too: decisions change it and nothing else of the conversation. */
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
        // The last of a look carries the id: a cut before it has all of them sent again.
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
