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

/**
 * Bridges a client's line-based standard streams to the server's `/mcp`: each message is one POST, and messages from responses
 * and streams are written as lines. Makes no decisions; answers messages that cannot be delivered with an error.
 */
export function createMcpBridge({ url, key, write, tell }: BridgeOptions): Bridge {
  const underWay = new Map<string | number, AbortController>();
  const everything = new AbortController();
  const paramHeaders = new Map<string, ParamHeader[]>();
  let sessionId: string | undefined;
  let version: string | undefined;
  let opening: JsonObject | undefined;
  /** Resolves when the handshake is answered; other messages are sent after it. */
  let settled: Promise<unknown> = Promise.resolve();

  const isModern = ({ params }: JsonObject): boolean =>
    isJsonObject(params) &&
    isJsonObject(params["_meta"]) &&
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] !== undefined;

  function headersOf(message: JsonObject): Record<string, string> {
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

  /** Records what later requests depend on, and writes the message to the client unchanged. */
  function hand(line: string): Json | undefined {
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

  async function post(message: JsonObject, signal: AbortSignal): Promise<Response> {
    const send = () =>
      fetch(url, { method: "POST", headers: headersOf(message), body: JSON.stringify(message), signal, redirect: "manual" });
    const answer = await send();
    if (answer.status !== 404 || sessionId === undefined || opening === undefined || isModern(message)) return answer;
    // The server was restarted: repeats the handshake, then sends the message again.
    await answer.body?.cancel();
    await open(opening, signal);
    return send();
  }

  async function open(initialize: JsonObject, signal: AbortSignal): Promise<string> {
    const answer = await fetch(url, {
      method: "POST",
      headers: headersOf(initialize),
      body: JSON.stringify(initialize),
      signal,
    });
    const text = await answer.text();
    const message = parseJson(text);
    sessionId = answer.headers.get("mcp-session-id") ?? undefined;
    if (!answer.ok || !isJsonObject(message)) throw new Error(whyNot(answer.status, text));
    const chosen = isJsonObject(message["result"]) ? message["result"]["protocolVersion"] : undefined;
    version = typeof chosen === "string" ? chosen : undefined;
    return text;
  }

  async function deliver(message: JsonObject, id: Json | undefined, signal: AbortSignal): Promise<void> {
    if (message["method"] === "initialize" && !isModern(message)) {
      opening = message;
      hand(await open(message, signal));
      return listen();
    }
    const answer = await post(message, signal);
    const type = answer.headers.get("content-type") ?? "";
    if (type.includes("text/event-stream") && answer.body) return readStream(answer.body, id, signal);
    const text = await answer.text();
    if (answer.status === 202 || answer.status === 204) return;
    if (type.includes("problem+json") || text === "") throw new Error(whyNot(answer.status, text));
    hand(text);
  }

  /** Reads a stream until the response to `id`. Resumes an interrupted stream of a session after the last event. */
  async function readStream(
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
          const message = hand(event.data);
          if (id !== undefined && isJsonObject(message) && message["id"] === id && message["method"] === undefined) return;
        }
      } catch (error) {
        if (signal.aborted) throw error;
      }
      if (id === undefined && lastId === null) return;
      if (lastId === null || resumes === MAX_RESUMES) throw new Error("The server ended the answer before it was whole.");
      await new Promise((resolve) => setTimeout(resolve, RESUME_MS));
      const answer = await fetch(url, { headers: { ...headersOf({}), "last-event-id": lastId }, signal });
      if (!answer.ok || !answer.body) throw new Error(whyNot(answer.status, await answer.text()));
      body = answer.body;
    }
  }

  /** Opens the stream for messages outside of requests. Without it the client misses only those messages. */
  function listen(): void {
    const { signal } = everything;
    const read = async (): Promise<void> => {
      const answer = await fetch(url, { headers: headersOf({}), signal });
      if (answer.ok && answer.body) await readStream(answer.body, undefined, signal);
    };
    read().catch((error: unknown) => signal.aborted || tell(`No stream of notices: ${describeCause(error)}`));
  }

  function refuse(id: Json, words: string): void {
    write(JSON.stringify({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: words } }));
  }

  function send(message: JsonObject): void {
    const { id, method } = message;
    if (method === "notifications/cancelled" && isJsonObject(message["params"])) {
      const cancelled = message["params"]["requestId"];
      const running = typeof cancelled === "string" || typeof cancelled === "number" ? underWay.get(cancelled) : undefined;
      // In the modern era, closing the stream cancels the request.
      if (running && version === undefined) return running.abort();
    }
    const isRequest = method !== undefined && (typeof id === "string" || typeof id === "number");
    const own = new AbortController();
    if (isRequest) underWay.set(id, own);
    const delivered = settled
      .then(() => deliver(message, isRequest ? id : undefined, AbortSignal.any([own.signal, everything.signal])))
      .catch((error: unknown) => {
        if (own.signal.aborted || everything.signal.aborted) return;
        const words = `The approval server did not take this: ${describeCause(error)}`;
        tell(words);
        if (isRequest) refuse(id, words);
      })
      .finally(() => isRequest && underWay.delete(id));
    if (method === "initialize" || method === "notifications/initialized") settled = delivered;
  }

  return {
    take(line) {
      if (line.trim() === "") return;
      const message = parseJson(line);
      if (isJsonObject(message)) return send(message);
      write(
        JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "This line is no JSON-RPC message." } }),
      );
    },
    async close() {
      const ended = sessionId === undefined ? undefined : headersOf({});
      everything.abort();
      if (ended)
        await fetch(url, { method: "DELETE", headers: ended, signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    },
  };
}

/** Returns the server's own error message if there is one, else the status. */
function whyNot(status: number, text: string): string {
  const problem = parseJson(text);
  if (isJsonObject(problem) && typeof problem["detail"] === "string") return problem["detail"];
  const error = isJsonObject(problem) && isJsonObject(problem["error"]) ? problem["error"]["message"] : undefined;
  return typeof error === "string" ? error : `status ${status}`;
}
