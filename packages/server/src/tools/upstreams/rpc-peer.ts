import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../../core/json-rpc.ts";
import type { UpstreamExchange } from "../../ports/upstreams.ts";
import type { Era } from "./era.ts";
import { answerServer, type ServerRequests } from "./server-requests.ts";
import type { SkippedMessage } from "./skip-message.ts";
import { WireFault, type OpenWire, type Wire } from "./wire.ts";

export interface ConnectionEvents {
  /** Receives a notification that belongs to no request of this peer. */
  onNotice(method: string, params: JsonObject): void;
  onEnd(problem: string): void;
  onFault(fault: string): void;
  /** Handles a server's request that belongs to no call. If absent, such requests are refused. */
  onRequest?: UpstreamExchange["onRequest"];
}

/** Outcome unknown: the server may have acted on a request whose response will never arrive. */
export class AnswerLost extends RpcError {
  constructor(message: string) {
    super(RPC_CODES.internalError, message);
    this.name = "AnswerLost";
  }
}

/** The server ran the request, but its response exceeds the size limit. */
export class AnswerTooLarge extends RpcError {
  readonly skipped: SkippedMessage;
  /** The response is an error, or a result with `isError`. */
  readonly isError: boolean;

  constructor(name: string, skipped: SkippedMessage, isError: boolean) {
    const words = `${name} carried it out and answered with ${skipped.bytes} bytes, more than maxResultMebibytes allows; the answer was not kept.`;
    super(RPC_CODES.internalError, words);
    this.name = "AnswerTooLarge";
    this.skipped = skipped;
    this.isError = isError;
  }
}

/** JSON-RPC peer for one server. Assigns its own ids and progress tokens, so that callers cannot collide. */
export interface RpcPeer {
  readonly wire: Wire;
  /** Set by the handshake; messages sent before are not changed. */
  era: Era | undefined;
  request(method: string, params: JsonObject, exchange: UpstreamExchange): Promise<RpcResult>;
  /** Resolves when the message is delivered or cannot be; never rejects. */
  notify(method: string, params: JsonObject): Promise<void>;
  /** Number of requests in flight, without the long-lived `subscriptions/listen`. */
  readonly running: number;
  /** Closes the transport. Requests in flight are rejected with this problem and an unknown outcome. */
  close(problem: string): Promise<void>;
}

interface Waiting {
  method: string;
  exchange: UpstreamExchange;
  resolve(result: RpcResult): void;
  reject(error: Error): void;
}

const MAX_BATCH = 1000;
/** The request that stays open as long as the peer. */
const STANDING = "subscriptions/listen";

/** `name` is the upstream's, for messages to people and agents. */
export async function openConnection(name: string, open: OpenWire, events: ConnectionEvents): Promise<RpcPeer> {
  const waiting = new Map<number, Waiting>();
  const life = new AbortController();
  let lastId = 0;
  let isOver = false;

  const failAll = (problem: string): void => {
    isOver = true;
    life.abort();
    for (const { reject } of waiting.values())
      reject(new AnswerLost(`${name} ${problem}; whether the call took effect is unknown.`));
    waiting.clear();
    answering.cancelAll();
  };

  const wire = await open({
    onMessage(message, of) {
      const all = Array.isArray(message) ? message.slice(0, MAX_BATCH) : [message];
      for (const each of all) take(each, of);
    },
    onEnd(problem) {
      failAll(problem);
      events.onEnd(problem);
    },
    onTooLarge: skip,
    onFault: events.onFault,
  });

  const answering: ServerRequests = answerServer({
    name,
    send: (message) => wire.send(message, {}).catch(() => events.onFault("did not take the answer to its request")),
    /**
     * Finds the call whose client is asked. A request's own stream identifies it. A shared stream does only while one call is in
     * flight: with two, a person could be asked about another person's call.
     */
    exchangeOf(of, method) {
      if (of !== undefined) return waiting.get(of)?.exchange;
      const calls = [...waiting.values()].filter(({ method, exchange }) => exchange.onRequest || method === "tools/call");
      const call = calls.length === 1 ? calls[0]?.exchange : undefined;
      // Roots are the same for all calls of one client; every other question is about one call.
      return method === "roots/list" && !call?.onRequest && events.onRequest
        ? { signal: life.signal, onRequest: events.onRequest }
        : call;
    },
  });

  function take(message: Json, of: number | undefined): void {
    if (!isJsonObject(message) || message["jsonrpc"] !== "2.0")
      return events.onFault("sent a message that is not JSON-RPC 2.0");
    const { id, method } = message;
    if (typeof method === "string") {
      const params = isJsonObject(message["params"]) ? message["params"] : {};
      if (id === undefined) return takeNotification(method, params, of);
      if (typeof id !== "string" && typeof id !== "number") return events.onFault("sent a request whose id is no id");
      // Servers of the modern era send no requests: they return `input_required` instead.
      const isKnown = connection.era?.isModern !== true;
      return answering.take(id, isKnown ? method : "", params, of);
    }
    const asked = typeof id === "number" ? waiting.get(id) : undefined;
    if (!asked || typeof id !== "number") {
      const { error } = message;
      return events.onFault(
        id === null && isJsonObject(error) ? "could not read a message of ours" : "answered what nobody asked, or twice",
      );
    }
    waiting.delete(id);
    settle(asked, message);
  }

  /** A too large response ends only the call it answers; a too large request is refused, so that the server does not wait. */
  function skip(skipped: SkippedMessage, of: number | undefined): void {
    const { bytes, messages } = skipped;
    events.onFault(`sent a message of ${bytes} bytes, which is more than is taken; it was left out`);
    for (const { id, hasMethod } of messages)
      if (hasMethod && id !== undefined) answering.refuse(id, "The request is too large.");
    const answers = messages.filter(({ hasMethod }) => !hasMethod);
    const named = answers.filter(({ id }) => typeof id === "number" && waiting.has(id));
    // A response without a known id counts as that of its stream's request, or of the only request in flight.
    const others = answers.slice(0, 1).map((one) => ({ ...one, id: of ?? onlyId() }));
    const ended = named.length > 0 ? named : others;
    for (const { id, isError } of ended) {
      const asked = typeof id === "number" ? waiting.get(id) : undefined;
      if (!asked || typeof id !== "number") continue;
      waiting.delete(id);
      asked.reject(new AnswerTooLarge(name, skipped, isError));
    }
  }

  function settle({ resolve, reject }: Waiting, message: JsonObject): void {
    const { result, error } = message;
    if (isJsonObject(result) && error === undefined) return resolve(result);
    if (isJsonObject(error) && typeof error["code"] === "number" && result === undefined) {
      const words = typeof error["message"] === "string" ? error["message"] : "";
      return reject(new RpcError(error["code"], words, error["data"]));
    }
    events.onFault("sent an answer that is neither a result nor an error");
    return reject(new AnswerLost(`${name} sent an answer that is neither a result nor an error.`));
  }

  function takeNotification(method: string, params: JsonObject, of: number | undefined): void {
    if (method === "notifications/progress") {
      const { progressToken, ...rest } = params;
      const asked = typeof progressToken === "number" ? waiting.get(progressToken) : undefined;
      return asked?.exchange.onProgress?.(rest);
    }
    if (method === "notifications/cancelled") return answering.cancel(params["requestId"]);
    const isShared = /^notifications\/(.*list_changed|resources\/updated|elicitation\/complete|subscriptions\/)/.test(method);
    const owner = isShared ? undefined : of === undefined ? onlyOne() : waiting.get(of);
    if (owner?.exchange.onNotification) return owner.exchange.onNotification(method, params);
    return events.onNotice(method, params);
  }

  const onlyOne = (): Waiting | undefined => {
    const id = onlyId();
    return id === undefined ? undefined : waiting.get(id);
  };
  const onlyId = (): number | undefined => {
    const ids = [...waiting].flatMap(([id, { method }]) => (method === STANDING ? [] : id));
    return ids.length === 1 ? ids[0] : undefined;
  };

  const connection: RpcPeer = {
    wire,
    era: undefined,
    get running() {
      return [...waiting.values()].filter(({ method }) => method !== STANDING).length;
    },
    request(method, params, exchange) {
      if (isOver) return Promise.reject(offline(name));
      if (exchange.signal.aborted) return Promise.reject(takenBack(name));
      const id = (lastId += 1);
      const prepared = connection.era?.prepare(method, params, exchange.onProgress ? id : undefined) ?? { params, headers: {} };
      return new Promise<RpcResult>((resolve, reject) => {
        const stream = new AbortController();
        const onAbort = (): void => {
          if (!waiting.delete(id)) return;
          // Over HTTP in the modern era, closing the stream cancels the request.
          if (method !== "initialize" && !(wire.hasOwnStreams && connection.era?.isModern)) {
            void connection.notify("notifications/cancelled", { requestId: id, reason: "The caller took the request back." });
          }
          stream.abort();
          reject(takenBack(name));
        };
        const done =
          <T>(end: (value: T) => void) =>
          (value: T): void => {
            exchange.signal.removeEventListener("abort", onAbort);
            end(value);
          };
        waiting.set(id, { method, exchange, resolve: done(resolve), reject: done(reject) });
        exchange.signal.addEventListener("abort", onAbort, { once: true });
        const message = { jsonrpc: "2.0", id, method, params: prepared.params };
        wire.send(message, { requestId: id, signal: stream.signal, headers: prepared.headers }).catch((error: unknown) => {
          const asked = waiting.get(id);
          waiting.delete(id);
          asked?.reject(toRpcError(name, error));
        });
      });
    },
    async notify(method, params) {
      if (isOver) return;
      const prepared = connection.era?.prepare(method, params, undefined) ?? { params, headers: {} };
      const message = { jsonrpc: "2.0", method, ...(Object.keys(prepared.params).length > 0 && { params: prepared.params }) };
      await wire.send(message, { headers: prepared.headers }).catch(() => events.onFault(`did not take ${method}`));
    },
    async close(problem) {
      failAll(problem);
      await wire.close();
    },
  };
  return connection;
}

export const offline = (name: string, problem?: string | null): RpcError =>
  new RpcError(RPC_CODES.internalError, `${name} is offline${problem ? `: it ${problem}` : ""}. It received nothing.`);

const takenBack = (name: string): RpcError => new AnswerLost(`The request to ${name} was taken back.`);

function toRpcError(name: string, error: unknown): Error {
  if (error instanceof RpcError) return error;
  if (!(error instanceof WireFault)) return new AnswerLost(`${name} could not be reached: ${String(error)}`);
  if (error.isSessionOver) return error;
  if (error.wasNotTaken) return new RpcError(RPC_CODES.internalError, `${name} ${error.message}. It received nothing.`);
  return new AnswerLost(`${name} ${error.message}; whether the call took effect is unknown.`);
}
