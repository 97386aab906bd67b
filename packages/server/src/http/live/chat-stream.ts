import type { ChatEventName } from "@countersign/protocol";
import type { Chats } from "../../core/chats.ts";
import type { Principal } from "../../core/principal.ts";
import type { Result } from "../../core/refusal.ts";
import type { LiveFeeds } from "./live-feeds.ts";
import { HEARTBEAT } from "./frame-event.ts";

/** A client this far behind is dropped; it comes back with `Last-Event-ID` and reads on from the database. */
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

const encoder = new TextEncoder();
const frame = (name: ChatEventName, data: unknown, id?: number): Uint8Array =>
  encoder.encode(`event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);

/** One client's view of a conversation: what changed since it last looked, then words as they come and rows as they change. */
export async function openChatStream(asked: ChatStreamRequest): Promise<Result<Response>> {
  const { chats, principal, id, request } = asked;
  const sent = Number.parseInt(request.headers.get("last-event-id") ?? "", 10);
  const after = Number.isSafeInteger(sent) && sent >= 0 ? sent : (asked.after ?? 0);
  const found = await chats.changesAfter(principal, id, after);
  if (!found.ok) return found;
  const headers = { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" };
  const body = request.method === "HEAD" ? null : streamOf(asked, after);
  return { ok: true, value: new Response(body, { headers }) };
}

function streamOf(
  { chats, feeds, principal, request, id, signal, onEnd: onStreamEnd }: ChatStreamRequest,
  after: number,
): ReadableStream<Uint8Array> {
  const onEnd: (() => void)[] = [onStreamEnd];
  let rev = after;
  /** Told by itself too: decisions change it and nothing else of the conversation. */
  let waiting = -1;
  let ended = false;
  let reading = false;
  let readAgain = false;
  let isRunning = false;
  let controller: ReadableStreamDefaultController<Uint8Array>;

  function end(): void {
    if (ended) return;
    ended = true;
    for (const undo of onEnd) undo();
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

  async function read(): Promise<void> {
    readAgain = true;
    if (reading) return;
    reading = true;
    try {
      while (readAgain && !ended) {
        readAgain = false;
        const found = await chats.changesAfter(principal, id, rev);
        if (!found.ok) return end();
        const { session, messages } = found.value;
        isRunning = session.status === "running";
        if (session.rev === rev && session.waiting === waiting) continue;
        for (const message of messages) send(frame("message", message));
        // The last of a look carries the id: a cut before it has all of them sent again.
        send(frame("session", session, session.rev));
        ({ rev, waiting } = session);
      }
    } catch {
      end();
    } finally {
      reading = false;
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
        signal.addEventListener("abort", end);
        const look = setInterval(() => isRunning && void read(), LOOK_MS);
        const beat = setInterval(() => send(HEARTBEAT), HEARTBEAT_MS);
        const headers = new Headers(request.headers);
        onEnd.push(
          () => signal.removeEventListener("abort", end),
          () => clearInterval(look),
          () => clearInterval(beat),
          feeds.watch({ request: new Request(request.url, { headers }), workspaceId: principal.workspaceId, end }),
          chats.follow(principal.workspaceId, id, {
            onDelta: (delta) => send(frame("delta", delta)),
            onChange: () => void read(),
          }),
        );
        send(HEARTBEAT);
        if (signal.aborted) end();
        else void read();
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_BYTES }),
  );
}
