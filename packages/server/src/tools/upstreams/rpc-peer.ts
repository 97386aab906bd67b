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
    const words = `${name} executed the call and answered with ${skipped.bytes} bytes, more than maxResultMebibytes allows; the answer was not kept.`;
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

/** One connection to a server. */
interface RpcPeerState {
  readonly name: string;
  readonly events: ConnectionEvents;
  /** The requests in flight, by id. */
  readonly waiting: Map<number, Waiting>;
  readonly answering: ServerRequests;
  readonly life: AbortController;
  era: Era | undefined;
  lastId: number;
  isOver: boolean;
}

/** `name` is the upstream's, for messages to people and agents. */
export async function openConnection(name: string, open: OpenWire, events: ConnectionEvents): Promise<RpcPeer> {
  const state: RpcPeerState = {
    name,
    events,
    waiting: new Map(),
    answering: answerServer({
      name,
      send: (message) => wire.send(message, {}).catch(() => events.onFault("did not take the answer to its request")),
      exchangeOf: (of, method) => exchangeOf(state, of, method),
    }),
    life: new AbortController(),
    era: undefined,
    lastId: 0,
    isOver: false,
  };
  const wire = await open({
    onMessage(message, of) {
      const all = Array.isArray(message) ? message.slice(0, MAX_BATCH) : [message];
      for (const each of all) take(state, each, of);
    },
    onEnd(problem) {
      failAll(state, problem);
      events.onEnd(problem);
    },
    onTooLarge: (skipped, of) => skip(state, skipped, of),
    onFault: events.onFault,
  });

  return {
    wire,
    get era() {
      return state.era;
    },
    set era(era) {
      state.era = era;
    },
    get running() {
      return [...state.waiting.values()].filter(({ method }) => method !== STANDING).length;
    },
    request: (method, params, exchange) => request(state, wire, method, params, exchange),
    notify: (method, params) => notify(state, wire, method, params),
    async close(problem) {
      failAll(state, problem);
      await wire.close();
    },
  };
}

function request(
  state: RpcPeerState,
  wire: Wire,
  method: string,
  params: JsonObject,
  exchange: UpstreamExchange,
): Promise<RpcResult> {
  const { name, waiting } = state;
  if (state.isOver) return Promise.reject(offline(name));
  if (exchange.signal.aborted) return Promise.reject(takenBack(name));
  const id = (state.lastId += 1);
  const prepared = state.era?.prepare(method, params, exchange.onProgress ? id : undefined) ?? { params, headers: {} };
  return new Promise<RpcResult>((resolve, reject) => {
    const stream = new AbortController();
    const onAbort = (): void => {
      if (!waiting.delete(id)) return;
      // Over HTTP in the modern era, closing the stream cancels the request.
      if (method !== "initialize" && !(wire.hasOwnStreams && state.era?.isModern)) {
        const cancelled = { requestId: id, reason: "The caller cancelled the request." };
        void notify(state, wire, "notifications/cancelled", cancelled);
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
}

async function notify({ events, era, isOver }: RpcPeerState, wire: Wire, method: string, params: JsonObject): Promise<void> {
  if (isOver) return;
  const prepared = era?.prepare(method, params, undefined) ?? { params, headers: {} };
  const message = { jsonrpc: "2.0", method, ...(Object.keys(prepared.params).length > 0 && { params: prepared.params }) };
  await wire.send(message, { headers: prepared.headers }).catch(() => events.onFault(`did not take ${method}`));
}

function failAll(state: RpcPeerState, problem: string): void {
  const { name, waiting, answering, life } = state;
  state.isOver = true;
  life.abort();
  for (const { reject } of waiting.values()) reject(new AnswerLost(`${name} ${problem}; the outcome of the call is unknown.`));
  waiting.clear();
  answering.cancelAll();
}

function take(state: RpcPeerState, message: Json, of: number | undefined): void {
  const { events, waiting, answering } = state;
  if (!isJsonObject(message) || message["jsonrpc"] !== "2.0") return events.onFault("sent a message that is not JSON-RPC 2.0");
  const { id, method } = message;
  if (typeof method === "string") {
    const params = isJsonObject(message["params"]) ? message["params"] : {};
    if (id === undefined) return takeNotification(state, method, params, of);
    if (typeof id !== "string" && typeof id !== "number") return events.onFault("sent a request with an invalid id");
    // Servers of the modern era send no requests: they return `input_required` instead.
    const isKnown = state.era?.isModern !== true;
    return answering.take(id, isKnown ? method : "", params, of);
  }
  const asked = typeof id === "number" ? waiting.get(id) : undefined;
  if (!asked || typeof id !== "number") {
    const { error } = message;
    return events.onFault(
      id === null && isJsonObject(error) ? "could not read one of our messages" : "sent an unexpected or duplicate response",
    );
  }
  waiting.delete(id);
  settle(state, asked, message);
}

function takeNotification(state: RpcPeerState, method: string, params: JsonObject, of: number | undefined): void {
  const { events, waiting, answering } = state;
  if (method === "notifications/progress") {
    const { progressToken, ...rest } = params;
    const asked = typeof progressToken === "number" ? waiting.get(progressToken) : undefined;
    return asked?.exchange.onProgress?.(rest);
  }
  if (method === "notifications/cancelled") return answering.cancel(params["requestId"]);
  const isShared = /^notifications\/(.*list_changed|resources\/updated|elicitation\/complete|subscriptions\/)/.test(method);
  const ownerId = isShared ? undefined : (of ?? onlyId(state));
  const owner = ownerId === undefined ? undefined : waiting.get(ownerId);
  if (owner?.exchange.onNotification) return owner.exchange.onNotification(method, params);
  return events.onNotice(method, params);
}

function settle({ name, events }: RpcPeerState, { resolve, reject }: Waiting, message: JsonObject): void {
  const { result, error } = message;
  if (isJsonObject(result) && error === undefined) return resolve(result);
  if (isJsonObject(error) && typeof error["code"] === "number" && result === undefined) {
    const words = typeof error["message"] === "string" ? error["message"] : "";
    return reject(new RpcError(error["code"], words, error["data"]));
  }
  events.onFault("sent an answer that is neither a result nor an error");
  return reject(new AnswerLost(`${name} sent an answer that is neither a result nor an error.`));
}

/** A too large response ends only the call it answers; a too large request is refused, so that the server does not wait. */
function skip(state: RpcPeerState, skipped: SkippedMessage, of: number | undefined): void {
  const { name, events, waiting, answering } = state;
  const { bytes, messages } = skipped;
  events.onFault(`sent a message of ${bytes} bytes, which exceeds the limit and was ignored`);
  for (const { id, hasMethod } of messages)
    if (hasMethod && id !== undefined) answering.refuse(id, "The request is too large.");
  const answers = messages.filter(({ hasMethod }) => !hasMethod);
  const named = answers.filter(({ id }) => typeof id === "number" && waiting.has(id));
  // A response without a known id counts as that of its stream's request, or of the only request in flight.
  const others = answers.slice(0, 1).map((one) => ({ ...one, id: of ?? onlyId(state) }));
  const ended = named.length > 0 ? named : others;
  for (const { id, isError } of ended) {
    const asked = typeof id === "number" ? waiting.get(id) : undefined;
    if (!asked || typeof id !== "number") continue;
    waiting.delete(id);
    asked.reject(new AnswerTooLarge(name, skipped, isError));
  }
}

/**
 * Finds the call whose client is asked. A request's own stream identifies it. A shared stream does only while one call is in
 * flight: with two, a person could be asked about another person's call.
 */
function exchangeOf(
  { events, waiting, life }: RpcPeerState,
  of: number | undefined,
  method: string,
): UpstreamExchange | undefined {
  if (of !== undefined) return waiting.get(of)?.exchange;
  const calls = [...waiting.values()].filter(({ method, exchange }) => exchange.onRequest || method === "tools/call");
  const call = calls.length === 1 ? calls[0]?.exchange : undefined;
  // Roots are the same for all calls of one client; every other question is about one call.
  return method === "roots/list" && !call?.onRequest && events.onRequest
    ? { signal: life.signal, onRequest: events.onRequest }
    : call;
}

/** Id of the only request in flight; undefined if there are none or several. */
function onlyId({ waiting }: RpcPeerState): number | undefined {
  const ids = [...waiting].flatMap(([id, { method }]) => (method === STANDING ? [] : id));
  return ids.length === 1 ? ids[0] : undefined;
}

export const offline = (name: string, problem?: string | null): RpcError =>
  new RpcError(RPC_CODES.internalError, `${name} is offline${problem ? `: it ${problem}` : ""}. The call was not sent.`);

const takenBack = (name: string): RpcError => new AnswerLost(`The request to ${name} was cancelled.`);

function toRpcError(name: string, error: unknown): Error {
  if (error instanceof RpcError) return error;
  if (!(error instanceof WireFault)) return new AnswerLost(`${name} could not be reached: ${String(error)}`);
  if (error.isSessionOver) return error;
  if (error.wasNotTaken) return new RpcError(RPC_CODES.internalError, `${name} ${error.message}. The call was not sent.`);
  return new AnswerLost(`${name} ${error.message}; the outcome of the call is unknown.`);
}
