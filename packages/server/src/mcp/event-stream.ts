import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { eventFrame } from "../transport/event-frame.ts";

const COMMENT_MS = 15_000;
/** Limit of the messages that a resumable stream keeps for replay. */
const MAX_KEPT_CHARACTERS = 2 * 1024 * 1024;
const RETRY_MS = 1000;

export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
} as const;

/**
 * One event stream. With a name, as in sessions, it outlives its HTTP response: messages are kept, and sent when the client
 * returns with `Last-Event-ID`.
 */
export class EventStream {
  readonly name: string | null;
  ended = false;
  endedAt = 0;
  /** Called when the client disconnects, which is final for a stream without a name. */
  onLeave: () => void = () => {};
  onReturn: () => void = () => {};
  onEnd: () => void = () => {};
  /** Called when a stream that had not ended can no longer be resumed. */
  onLost: () => void = () => {};
  #response: ServerResponse | null = null;
  #comments: NodeJS.Timeout | undefined;
  #kept: string[] = [];
  #keptCharacters = 0;
  #sent = 0;

  constructor(name: string | null) {
    this.name = name;
  }

  get isAttached(): boolean {
    return this.#response !== null;
  }

  /** Sends the headers at once, so that no client waits for them, then the kept messages after number `after`. */
  attach(response: ServerResponse, headers: OutgoingHttpHeaders = {}, after?: number): void {
    this.#detach();
    response.writeHead(200, { ...STREAM_HEADERS, ...headers });
    response.flushHeaders();
    this.#response = response;
    response.once("close", () => {
      if (this.#response !== response) return;
      this.#detach();
      if (!this.ended) this.onLeave();
    });
    this.#comments = setInterval(() => response.write(": waiting\n\n"), COMMENT_MS);
    if (this.name !== null && after === undefined) this.#write(eventFrame({ id: `${this.name}.0`, retry: RETRY_MS, data: "" }));
    if (after !== undefined) {
      for (const frame of this.#kept.slice(Math.max(0, after - (this.#sent - this.#kept.length)))) this.#write(frame);
      if (!this.ended) this.onReturn();
    }
    if (this.ended) this.#finish();
  }

  send(message: object): void {
    if (this.ended) return;
    const event = { event: "message", data: JSON.stringify(message) };
    if (this.name === null) return this.#write(eventFrame(event));
    this.#sent += 1;
    const frame = eventFrame({ id: `${this.name}.${this.#sent}`, ...event });
    this.#keep(frame);
    this.#write(frame);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.endedAt = performance.now();
    this.onEnd();
    if (this.#response) this.#finish();
  }

  lose(): void {
    if (!this.ended) this.onLost();
    this.end();
  }

  #keep(frame: string): void {
    this.#kept.push(frame);
    this.#keptCharacters += frame.length;
    while (this.#keptCharacters > MAX_KEPT_CHARACTERS && this.#kept.length > 1)
      this.#keptCharacters -= this.#kept.shift()!.length;
  }

  #write(text: string): void {
    this.#response?.write(text);
  }

  #finish(): void {
    const response = this.#response;
    this.#detach();
    response?.end();
  }

  #detach(): void {
    clearInterval(this.#comments);
    this.#response = null;
  }
}
