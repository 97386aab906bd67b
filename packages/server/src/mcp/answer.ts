import type { ServerResponse } from "node:http";
import { ERRORS, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcId, type RpcResult } from "../core/json-rpc.ts";
import type { Refusal } from "../core/refusal.ts";
import { retryAfterSeconds } from "../transport/problem.ts";
import type { EventStream } from "./event-stream.ts";
import { errorBody } from "./rpc-message.ts";

/** A response that takes longer becomes a stream, whose headers are sent at once. */
const STREAM_AFTER_MS = 200;
/** How long a session's stream waits for its client to reconnect. */
const RETURN_MS = 5 * 60_000;

const JSON_HEADERS = ["Content-Type", "application/json", "Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"];

/** HTTP statuses that tell intermediaries of these errors. For 2026-07-28 only; earlier clients expect 200. */
const STATUS_OF: ReadonlyMap<number, number> = new Map([
  [RPC_CODES.methodNotFound, 404],
  [RPC_CODES.missingClientCapability, 400],
  [RPC_CODES.headerMismatch, 400],
  [RPC_CODES.unsupportedProtocolVersion, 400],
]);

export interface AnswerOptions {
  id: RpcId;
  isModern: boolean;
  /** Whether the client accepts an event stream. */
  acceptsStream: boolean;
  /** Creates the stream if one is needed: that of a session may be resumable, any other is for this request only. */
  makeStream(): EventStream;
}

/** Response to one request: one JSON body if only the result is sent and it comes soon, else a stream. */
export class McpResponse {
  readonly id: RpcId;
  #options: AnswerOptions;
  #response: ServerResponse;
  #stream: EventStream | null = null;
  #timer: NodeJS.Timeout | undefined;
  #done = false;
  #gone: AbortController | undefined;
  #present: AbortController | undefined;
  #return: ((isBack: boolean) => void) | undefined;

  constructor(response: ServerResponse, options: AnswerOptions) {
    this.id = options.id;
    this.#options = options;
    this.#response = response;
    response.once("close", () => {
      if (!this.#done && this.#stream === null) this.#abort();
    });
  }

  get isDone(): boolean {
    return this.#done;
  }

  /** Aborted when nobody will read the response any more; cancel whatever runs for it. */
  get gone(): AbortSignal {
    return (this.#gone ??= new AbortController()).signal;
  }

  /** Aborted while nobody reads the response; a client with a session may come back, see `untilBack`. */
  get absent(): AbortSignal {
    if (this.#present === undefined) {
      this.#present = new AbortController();
      if (this.#gone?.signal.aborted || (this.#stream && !this.#stream.isAttached)) this.#present.abort();
    }
    return this.#present.signal;
  }

  /** Resolves to true once the client is back, to false if it will not come back. */
  untilBack(): Promise<boolean> {
    if (this.#gone?.signal.aborted || this.#done) return Promise.resolve(false);
    if (!this.absent.aborted) return Promise.resolve(true);
    return new Promise((resolve) => (this.#return = resolve));
  }

  /** Turns the response into a stream after `afterMs`, unless it is done before. */
  mayTakeLong(afterMs = STREAM_AFTER_MS): void {
    if (this.#options.acceptsStream && !this.#done) this.#timer ??= setTimeout(() => this.open(), afterMs);
  }

  /** Turns the response into a stream now. Returns null if the client accepts none or the response is done without one. */
  open(): EventStream | null {
    if (this.#stream || this.#done || !this.#options.acceptsStream) return this.#stream;
    clearTimeout(this.#timer);
    const stream = this.#options.makeStream();
    let patience: NodeJS.Timeout | undefined;
    stream.onLeave = () => {
      this.#present?.abort();
      if (stream.name === null) return this.#abort();
      patience = setTimeout(() => this.#abort(), RETURN_MS);
      patience.unref();
    };
    stream.onReturn = () => {
      clearTimeout(patience);
      this.#present = undefined;
      this.#return?.(true);
      this.#return = undefined;
    };
    stream.onLost = () => {
      clearTimeout(patience);
      this.#abort();
    };
    this.#stream = stream;
    stream.attach(this.#response);
    return stream;
  }

  /** Sends a message besides the result; dropped if the client accepts no stream. */
  send(message: JsonObject): void {
    if (!this.#done) this.open()?.send(message);
  }

  notify(method: string, params: JsonObject): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  result(result: RpcResult): void {
    this.#finish(200, { jsonrpc: "2.0", id: this.id, result });
  }

  error(error: RpcError, status?: number): void {
    const byCode = this.#options.isModern ? (STATUS_OF.get(error.code) ?? 200) : 200;
    this.#finish(status ?? byCode, errorBody(this.id, error));
  }

  /**
   * Reports a fault of this server. `data` and the header `Retry-After` tell whether and when the same request may succeed. The
   * status is the refusal's in 2026-07-28; earlier clients expect 200.
   */
  fault(refusal: Refusal): void {
    const { status } = ERRORS[refusal.code];
    const retryAfter = retryAfterSeconds(refusal);
    const data = { code: refusal.code, ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }) };
    const words = `${refusal.detail} An action that was already stored does not change. Repeating the call does not request a second approval.`;
    const body = errorBody(this.id, new RpcError(RPC_CODES.internalError, words, data));
    const more = retryAfter === undefined ? [] : ["Retry-After", String(retryAfter)];
    this.#finish(this.#options.isModern ? status : 200, body, more);
  }

  /** Cancels the request: its client cancelled it or has disconnected. Nothing more is sent. */
  cancel(): void {
    if (this.#done) return;
    this.#abort();
    this.#done = true;
    clearTimeout(this.#timer);
    if (this.#stream) this.#stream.end();
    else if (!this.#response.headersSent) this.#response.writeHead(202).end();
  }

  #abort(): void {
    clearTimeout(this.#timer);
    (this.#gone ??= new AbortController()).abort();
    this.#present?.abort();
    this.#return?.(false);
  }

  #finish(status: number, body: JsonObject, more: readonly string[] = []): void {
    if (this.#done) return;
    this.#done = true;
    clearTimeout(this.#timer);
    if (this.#stream) {
      this.#stream.send(body);
      return this.#stream.end();
    }
    sendJson(this.#response, status, JSON.stringify(body), more);
  }
}

export function sendJson(response: ServerResponse, status: number, body: string, more: readonly string[] = []): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, [...JSON_HEADERS, "Content-Length", String(Buffer.byteLength(body)), ...more]);
  response.end(body);
}
