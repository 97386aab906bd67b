import { randomBytes } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcId, type RpcResult } from "../core/json-rpc.ts";
import type { Principal } from "../core/principal.ts";
import type { UpstreamPeer } from "../core/upstream-port.ts";
import { EventStream } from "./event-stream.ts";
import type { RpcMessage } from "./rpc-message.ts";

/** Streams that ended are kept so many and so long, for a client that lost the end of one. */
const MAX_STREAMS = 16;
const KEPT_MS = 60_000;

export interface SessionOptions {
  version: string;
  capabilities: JsonObject;
  clientInfo: JsonObject | null;
}

/** One client of the versions that have sessions: what it declared, its streams, and what it was asked. */
export class Session {
  readonly id = randomBytes(24).toString("base64url");
  readonly principal: Principal;
  readonly version: string;
  readonly capabilities: JsonObject;
  readonly clientInfo: JsonObject | null;
  /** `logging/setLevel` of this client. */
  logLevel: string | null = null;
  /** Resources it wants to hear of. */
  readonly resources = new Set<string>();
  usedAt = 0;
  isClosed = false;
  /** The stream of its GET, which carries what belongs to no request. */
  standing: EventStream | null = null;
  onClose: () => void = () => {};
  /** Its own session at each upstream. */
  readonly peer: UpstreamPeer;
  readonly #streams = new Map<string, EventStream>();
  readonly #asked = new Map<RpcId, (answer: Extract<RpcMessage, { kind: "response" }>["answer"]) => void>();
  #streamCount = 0;
  #askCount = 0;

  constructor(principal: Principal, { version, capabilities, clientInfo }: SessionOptions) {
    this.principal = principal;
    this.version = version;
    this.capabilities = capabilities;
    this.clientInfo = clientInfo;
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
          throw new RpcError(RPC_CODES.methodNotFound, `The client does not answer ${method} outside a call.`);
        return this.ask((message) => standing.send(message), method, params, signal);
      },
    };
  }

  /** Streams may be taken up again since 2025-11-25; an earlier client could stumble over the empty first event. */
  makeStream(): EventStream {
    if (this.version < "2025-11-25") return new EventStream(null);
    this.#streamCount += 1;
    const stream = new EventStream(String(this.#streamCount));
    this.#streams.set(String(this.#streamCount), stream);
    this.prune();
    return stream;
  }

  /** Lets go of streams that ended long ago, or of the oldest where there are many. */
  prune(): void {
    const now = performance.now();
    for (const [name, { ended, endedAt }] of this.#streams) {
      if (ended && (this.#streams.size > MAX_STREAMS || now - endedAt > KEPT_MS)) this.#streams.delete(name);
    }
  }

  /** The stream an event was of, and how many of its events the client has. */
  findStream(lastEventId: string): { stream: EventStream; after: number } | undefined {
    const [, name = "", count] = /^(\d{1,9})\.(\d{1,9})$/.exec(lastEventId) ?? [];
    const stream = this.#streams.get(name);
    return stream && { stream, after: Number(count) };
  }

  /** Whether anything of it is under way, so that it is not forgotten. */
  get isBusy(): boolean {
    return (this.standing?.isAttached ?? false) || [...this.#streams.values()].some((stream) => !stream.ended);
  }

  /** Asks the client something on the stream of the call it belongs to; no answer is an error, never a yes. */
  async ask(send: (message: JsonObject) => void, method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult> {
    this.#askCount += 1;
    const id = `countersign-${this.#askCount}`;
    const answer = await new Promise<Extract<RpcMessage, { kind: "response" }>["answer"]>((resolve, reject) => {
      const stop = (): void => {
        send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason: "no longer needed" } });
        reject(new RpcError(RPC_CODES.internalError, "The client did not answer."));
      };
      if (signal.aborted || this.isClosed) return reject(new RpcError(RPC_CODES.internalError, "The client is gone."));
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

  /** An answer to something that was not asked, or was answered already, is dropped. */
  take(id: RpcId, answer: Extract<RpcMessage, { kind: "response" }>["answer"]): void {
    this.#asked.get(id)?.(answer);
  }

  notify(method: string, params: JsonObject): void {
    if (this.standing && !this.standing.ended) this.standing.send({ jsonrpc: "2.0", method, params });
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.standing?.end();
    for (const given of this.#asked.values()) given({ error: new RpcError(RPC_CODES.internalError, "The session is over.") });
    for (const stream of this.#streams.values()) stream.lose();
    this.onClose();
  }
}
