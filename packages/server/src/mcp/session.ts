import { randomBytes } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcId, type RpcResult } from "../core/json-rpc.ts";
import type { Endpoint } from "../core/endpoint.ts";
import type { Principal } from "../core/principal.ts";
import type { UpstreamPeer } from "../ports/upstreams.ts";
import type { Viewer } from "./agent-view.ts";
import { EventStream } from "./event-stream.ts";
import type { RpcMessage } from "./rpc-message.ts";

/** Retention of finished streams (count, milliseconds), so that clients can resume. */
const MAX_STREAMS = 16;
const KEPT_MS = 60_000;

export interface SessionOptions {
  version: string;
  capabilities: JsonObject;
}

/** Session of a client of an earlier version: what it declared, its streams, and requests it has not answered yet. */
export class Session {
  readonly id = randomBytes(24).toString("base64url");
  readonly principal: Principal;
  /** Where it was opened. */
  readonly endpoint: Endpoint;
  readonly version: string;
  readonly capabilities: JsonObject;
  /** Level set by `logging/setLevel`; null until then. */
  logLevel: string | null = null;
  /** URIs of the resources that the client subscribed to. */
  readonly resources = new Set<string>();
  usedAt = 0;
  isClosed = false;
  /** Stream of the client's GET, for messages that belong to no request. */
  standing: EventStream | null = null;
  onClose: () => void = () => {};
  /** Owner of the client's own session at each upstream. */
  readonly peer: UpstreamPeer;
  readonly #streams = new Map<string, EventStream>();
  readonly #asked = new Map<RpcId, (answer: Extract<RpcMessage, { kind: "response" }>["answer"]) => void>();
  #streamCount = 0;
  #askCount = 0;

  constructor({ principal, endpoint }: Viewer, { version, capabilities }: SessionOptions) {
    this.principal = principal;
    this.endpoint = endpoint;
    this.version = version;
    this.capabilities = capabilities;
    this.peer = this.#makePeer();
  }

  #makePeer(): UpstreamPeer {
    const isClosed = (): boolean => this.isClosed;
    const logLevel = (): string | null => this.logLevel;
    return {
      key: `session ${this.id}`,
      agentId: this.principal.id,
      capabilities: this.capabilities,
      get isOver() {
        return isClosed();
      },
      get logLevel() {
        return logLevel();
      },
      onRequest: async (method, params, signal) => {
        const { standing } = this;
        if (method !== "roots/list" || this.capabilities["roots"] === undefined || !standing?.isAttached)
          throw new RpcError(RPC_CODES.methodNotFound, `The client supports ${method} only during a call.`);
        return this.ask((message) => standing.send(message), method, params, signal);
      },
    };
  }

  /** Creates a stream. It can be resumed since 2025-11-25; an earlier client could fail on the empty first event. */
  makeStream(): EventStream {
    if (this.version < "2025-11-25") return new EventStream(null);
    this.#streamCount += 1;
    const stream = new EventStream(String(this.#streamCount));
    this.#streams.set(String(this.#streamCount), stream);
    this.prune();
    return stream;
  }

  /** Drops streams that ended more than `KEPT_MS` ago, and the oldest ended ones beyond `MAX_STREAMS`. */
  prune(): void {
    const now = performance.now();
    for (const [name, { ended, endedAt }] of this.#streams) {
      if (ended && (this.#streams.size > MAX_STREAMS || now - endedAt > KEPT_MS)) this.#streams.delete(name);
    }
  }

  /** Returns the stream of an event and how many of its events the client has; undefined if unknown. */
  findStream(lastEventId: string): { stream: EventStream; after: number } | undefined {
    const [, name = "", count] = /^(\d{1,9})\.(\d{1,9})$/.exec(lastEventId) ?? [];
    const stream = this.#streams.get(name);
    return stream && { stream, after: Number(count) };
  }

  /** Whether a stream is open, so that the session is not dropped as idle. */
  get isBusy(): boolean {
    return (this.standing?.isAttached ?? false) || [...this.#streams.values()].some((stream) => !stream.ended);
  }

  /** Sends the client a request on the stream of its call. Throws if no answer comes; silence is never consent. */
  async ask(send: (message: JsonObject) => void, method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult> {
    this.#askCount += 1;
    const id = `countersign-${this.#askCount}`;
    const answer = await new Promise<Extract<RpcMessage, { kind: "response" }>["answer"]>((resolve, reject) => {
      const stop = (): void => {
        send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason: "no longer needed" } });
        reject(new RpcError(RPC_CODES.internalError, "The client did not answer."));
      };
      if (signal.aborted || this.isClosed) return reject(new RpcError(RPC_CODES.internalError, "The client has disconnected."));
      signal.addEventListener("abort", stop, { once: true });
      this.#asked.set(id, (given) => {
        signal.removeEventListener("abort", stop);
        resolve(given);
      });
      send({ jsonrpc: "2.0", id, method, params });
    }).finally(() => this.#asked.delete(id));
    if ("error" in answer) throw answer.error;
    return answer.result;
  }

  /** Delivers the client's answer. Drops it if nothing was asked or it was answered already. */
  take(id: RpcId, answer: Extract<RpcMessage, { kind: "response" }>["answer"]): void {
    this.#asked.get(id)?.(answer);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.standing?.end();
    for (const given of this.#asked.values()) given({ error: new RpcError(RPC_CODES.internalError, "The session has ended.") });
    for (const stream of this.#streams.values()) stream.lose();
    this.onClose();
  }
}
