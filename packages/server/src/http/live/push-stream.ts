import type { Principal } from "../../core/principal.ts";
import type { LiveFeeds } from "./live-feeds.ts";

export const EVENT_STREAM_HEADERS = { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } as const;

export interface PushOptions {
  feeds: LiveFeeds;
  principal: Principal;
  request: Request;
  /** Client's address; undefined if unknown. */
  address: string | undefined;
  /** Aborting it ends the stream. */
  signal: AbortSignal;
  /** Maximum backlog. A slower client is disconnected; with `Last-Event-ID` it resumes from the database. */
  backlogBytes: number;
  /** First bytes, sent at once. */
  hello: Uint8Array;
}

/** The server's end of one client's event stream. */
export interface Push {
  isEnded(): boolean;
  /** Sends the bytes, or ends the stream if they exceed the backlog. */
  send(bytes: Uint8Array): void;
  /** Resolves once half of the backlog is free, or the stream has ended. */
  untilRoom(): Promise<void>;
  end(): void;
  /** `undo` runs when the stream ends. */
  onEnd(undo: () => void): void;
}

/** Creates a streaming response. `start` begins sending, until the client disconnects, its rights end or the server stops. */
export function pushResponse(
  { feeds, principal, request, address, signal, backlogBytes, hello }: PushOptions,
  onEnd: () => void,
  start: (push: Push) => void,
): Response {
  const undos = [onEnd];
  let ended = false;
  let onRoom: (() => void) | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array>;

  const push: Push = {
    isEnded: () => ended,
    send(bytes) {
      if (ended) return;
      if ((controller.desiredSize ?? 0) < bytes.byteLength) push.end();
      else controller.enqueue(bytes);
    },
    async untilRoom() {
      while (!ended && (controller.desiredSize ?? 0) < backlogBytes / 2)
        await new Promise<void>((resolve) => (onRoom = resolve));
    },
    end() {
      if (ended) return;
      ended = true;
      for (const undo of undos) undo();
      onRoom?.();
      try {
        controller.close();
      } catch {
        // The client cancelled it first.
      }
    },
    onEnd: (undo) => void undos.push(undo),
  };

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
        signal.addEventListener("abort", push.end);
        push.onEnd(() => signal.removeEventListener("abort", push.end));
        // A copy, because the later check of rights needs the credential but must not retain the connection.
        const credential = new Request(request.url, { headers: new Headers(request.headers) });
        const { workspaceId, role } = principal;
        push.onEnd(feeds.watch({ request: credential, workspaceId, address, role, end: push.end }));
        push.send(hello);
        if (signal.aborted) push.end();
        else start(push);
      },
      pull: () => onRoom?.(),
      cancel: push.end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: backlogBytes }),
  );
  return new Response(body, { headers: EVENT_STREAM_HEADERS });
}
