import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { EventSourceParserStream } from "eventsource-parser/stream";
import {
  encodeHeaderValue,
  findParamHeaders,
  MODERN_VERSION,
  NAMED_BY,
  paramValue,
  type ParamHeader,
} from "../core/mcp-headers.ts";
import { parseJson } from "../core/parse-json.ts";
import { describeCause } from "./call-server.ts";

const INTERNAL_ERROR = -32603;
const MAX_RESUMES = 20;
const RESUME_MS = 1000;

export interface BridgeOptions {
  url: string;
  key: string;
  /** Writes one message as one line, given without its line break. */
  write(line: string): void;
  /** Reports to the person who reads the client's log. Messages contain no secret. */
  tell(words: string): void;
}

export interface Bridge {
  take(line: string): void;
  /** Aborts open requests and ends the session. */
  close(): Promise<void>;
}

/** One client's connection to the server. */
interface BridgeState extends BridgeOptions {
  /** Requests without an answer yet, by id. */
  readonly underWay: Map<string | number, AbortController>;
  readonly everything: AbortController;
  /** Arguments that are also sent as headers, by tool. */
  readonly paramHeaders: Map<string, ParamHeader[]>;
  sessionId: string | undefined;
  version: string | undefined;
  /** The client's `initialize`, kept to repeat the handshake. */
  opening: JsonObject | undefined;
  /** Resolves when the handshake is answered; other messages are sent after it. */
  settled: Promise<unknown>;
}

/**
 * Bridges a client's line-based standard streams to the server's `/mcp`: each message is one POST, and messages from responses
 * and streams are written as lines. Makes no decisions; answers messages that cannot be delivered with an error.
 */
export function createMcpBridge(options: BridgeOptions): Bridge {
  const state: BridgeState = {
    ...options,
    underWay: new Map(),
    everything: new AbortController(),
    paramHeaders: new Map(),
    sessionId: undefined,
    version: undefined,
    opening: undefined,
    settled: Promise.resolve(),
  };
  return {
    take: (line) => take(state, line),
    close: () => close(state),
  };
}

function take(state: BridgeState, line: string): void {
  if (line.trim() === "") return;
  const message = parseJson(line);
  if (isJsonObject(message)) return send(state, message);
  state.write(
    JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "This line is not a JSON-RPC message." } }),
  );
}

async function close(state: BridgeState): Promise<void> {
  const ended = state.sessionId === undefined ? undefined : headersOf(state, {});
  state.everything.abort();
  if (!ended) return;
  await fetch(state.url, { method: "DELETE", headers: ended, signal: AbortSignal.timeout(2000) }).catch(() => undefined);
}

function send(state: BridgeState, message: JsonObject): void {
  const { underWay, everything } = state;
  const { id, method } = message;
  if (method === "notifications/cancelled" && isJsonObject(message["params"])) {
    const cancelled = message["params"]["requestId"];
    const running = typeof cancelled === "string" || typeof cancelled === "number" ? underWay.get(cancelled) : undefined;
    // In the modern era, closing the stream cancels the request.
    if (running && state.version === undefined) return running.abort();
  }
  const isRequest = method !== undefined && (typeof id === "string" || typeof id === "number");
  const own = new AbortController();
  if (isRequest) underWay.set(id, own);
  const delivered = state.settled
    .then(() => deliver(state, message, isRequest ? id : undefined, AbortSignal.any([own.signal, everything.signal])))
    .catch((error: unknown) => {
      if (own.signal.aborted || everything.signal.aborted) return;
      const words = `The Countersign server could not be reached: ${describeCause(error)}`;
      state.tell(words);
      if (isRequest) refuse(state, id, words);
    })
    .finally(() => isRequest && underWay.delete(id));
  if (method === "initialize" || method === "notifications/initialized") state.settled = delivered;
}

function refuse({ write }: BridgeState, id: Json, words: string): void {
  write(JSON.stringify({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: words } }));
}

async function deliver(state: BridgeState, message: JsonObject, id: Json | undefined, signal: AbortSignal): Promise<void> {
  if (message["method"] === "initialize" && !isModern(message)) {
    state.opening = message;
    hand(state, await open(state, message, signal));
    return listen(state);
  }
  const answer = await post(state, message, signal);
  const type = answer.headers.get("content-type") ?? "";
  if (type.includes("text/event-stream") && answer.body) return readStream(state, answer.body, id, signal);
  const text = await answer.text();
  if (answer.status === 202 || answer.status === 204) return;
  if (type.includes("problem+json") || text === "") throw new Error(whyNot(answer.status, text));
  hand(state, text);
}

async function post(state: BridgeState, message: JsonObject, signal: AbortSignal): Promise<Response> {
  const once = () =>
    fetch(state.url, {
      method: "POST",
      headers: headersOf(state, message),
      body: JSON.stringify(message),
      signal,
      redirect: "manual",
    });
  const answer = await once();
  if (answer.status !== 404 || state.sessionId === undefined || state.opening === undefined || isModern(message)) return answer;
  // The server was restarted: repeats the handshake, then sends the message again.
  await answer.body?.cancel();
  await open(state, state.opening, signal);
  return once();
}

async function open(state: BridgeState, initialize: JsonObject, signal: AbortSignal): Promise<string> {
  const answer = await fetch(state.url, {
    method: "POST",
    headers: headersOf(state, initialize),
    body: JSON.stringify(initialize),
    signal,
  });
  const text = await answer.text();
  const message = parseJson(text);
  state.sessionId = answer.headers.get("mcp-session-id") ?? undefined;
  if (!answer.ok || !isJsonObject(message)) throw new Error(whyNot(answer.status, text));
  const chosen = isJsonObject(message["result"]) ? message["result"]["protocolVersion"] : undefined;
  state.version = typeof chosen === "string" ? chosen : undefined;
  return text;
}

/** Opens the stream for messages outside of requests. Without it the client misses only those messages. */
function listen(state: BridgeState): void {
  const { signal } = state.everything;
  const read = async (): Promise<void> => {
    const answer = await fetch(state.url, { headers: headersOf(state, {}), signal });
    if (answer.ok && answer.body) await readStream(state, answer.body, undefined, signal);
  };
  read().catch((error: unknown) => signal.aborted || state.tell(`The stream of notifications failed: ${describeCause(error)}`));
}

/** Reads a stream until the response to `id`. Resumes an interrupted stream of a session after the last event. */
async function readStream(
  state: BridgeState,
  first: ReadableStream<Uint8Array<ArrayBuffer>>,
  id: Json | undefined,
  signal: AbortSignal,
): Promise<void> {
  let body = first;
  let lastId: string | null = null;
  for (let resumes = 0; ; resumes += 1) {
    try {
      for await (const event of body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())) {
        lastId = event.id ?? lastId;
        if (event.data === "") continue;
        const message = hand(state, event.data);
        if (id !== undefined && isJsonObject(message) && message["id"] === id && message["method"] === undefined) return;
      }
    } catch (error) {
      if (signal.aborted) throw error;
    }
    if (id === undefined && lastId === null) return;
    if (lastId === null || resumes === MAX_RESUMES) throw new Error("The server ended the response before it was complete.");
    await new Promise((resolve) => setTimeout(resolve, RESUME_MS));
    const answer = await fetch(state.url, { headers: { ...headersOf(state, {}), "last-event-id": lastId }, signal });
    if (!answer.ok || !answer.body) throw new Error(whyNot(answer.status, await answer.text()));
    body = answer.body;
  }
}

/** Records what later requests depend on, and writes the message to the client unchanged. */
function hand({ paramHeaders, write }: BridgeState, line: string): Json | undefined {
  const message = parseJson(line);
  if (isJsonObject(message) && isJsonObject(message["result"]) && Array.isArray(message["result"]["tools"])) {
    for (const tool of message["result"]["tools"]) {
      if (!isJsonObject(tool) || typeof tool["name"] !== "string" || !isJsonObject(tool["inputSchema"])) continue;
      paramHeaders.set(tool["name"], findParamHeaders(tool["inputSchema"]));
    }
  }
  write(line.replaceAll("\n", " "));
  return message;
}

function headersOf({ key, sessionId, version, paramHeaders }: BridgeState, message: JsonObject): Record<string, string> {
  const { method } = message;
  const params = isJsonObject(message["params"]) ? message["params"] : {};
  const common = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  if (typeof method !== "string" || !isModern(message)) {
    return {
      ...common,
      ...(sessionId !== undefined && method !== "initialize" && { "mcp-session-id": sessionId }),
      ...(version !== undefined && method !== "initialize" && { "mcp-protocol-version": version }),
    };
  }
  const field = NAMED_BY.get(method);
  const name = field === undefined ? undefined : params[field];
  const input = isJsonObject(params["arguments"]) ? params["arguments"] : {};
  const declared = method === "tools/call" && typeof name === "string" ? (paramHeaders.get(name) ?? []) : [];
  return {
    ...common,
    "mcp-protocol-version": MODERN_VERSION,
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": encodeHeaderValue(name) }),
    ...Object.fromEntries(
      declared.flatMap(({ header, path }) => {
        const value = paramValue(input, path);
        return value === undefined ? [] : [[header, encodeHeaderValue(value)]];
      }),
    ),
  };
}

const isModern = ({ params }: JsonObject): boolean =>
  isJsonObject(params) &&
  isJsonObject(params["_meta"]) &&
  params["_meta"]["io.modelcontextprotocol/protocolVersion"] !== undefined;

/** Returns the server's own error message if there is one, else the status. */
function whyNot(status: number, text: string): string {
  const problem = parseJson(text);
  if (isJsonObject(problem) && typeof problem["detail"] === "string") return problem["detail"];
  const error = isJsonObject(problem) && isJsonObject(problem["error"]) ? problem["error"]["message"] : undefined;
  return typeof error === "string" ? error : `status ${status}`;
}
