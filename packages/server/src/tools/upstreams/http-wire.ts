import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { createHttpClient, drop, one, readBody, readText, type HttpAnswer, type HttpClient } from "./http-client.ts";
import type { HttpTarget } from "./http-target.ts";
import type { Mask } from "../../core/mask-secrets.ts";
import { parseJson } from "../../core/parse-json.ts";
import { createPauses, pause } from "./pauses.ts";
import { readEvents, type StreamNotes } from "./read-events.ts";
import type { SkippedMessage } from "./skip-message.ts";
import { MAX_MESSAGE_BYTES, WireFault, type OpenWire, type SendOptions, type WireEvents } from "./wire.ts";

const JSON_TYPE = "application/json";
const EVENTS_TYPE = "text/event-stream";
const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** Maximum attempts to resume a broken stream without a new event id; then its request is lost. */
const MAX_RESUMES = 20;
const GOODBYE_MS = 2000;

/** One connection to a server. */
interface HttpWireState {
  readonly mask: Mask;
  readonly maxMessageBytes: number;
  readonly events: WireEvents;
  readonly client: HttpClient;
  readonly closing: AbortController;
  /** Ends the stream of notices; there is a new one after each handshake. */
  notices: AbortController;
  version: string | undefined;
  isModern: boolean;
  session: string | undefined;
}

/** Streamable HTTP: each message is a POST, answered by JSON or a stream. Sessions and notifications: legacy era only. */
export const openHttp =
  (target: HttpTarget, mask: Mask, maxMessageBytes = MAX_MESSAGE_BYTES): OpenWire =>
  async (events) => {
    const state: HttpWireState = {
      mask,
      maxMessageBytes,
      events,
      client: createHttpClient(target, mask),
      closing: new AbortController(),
      notices: new AbortController(),
      version: undefined,
      isModern: false,
      session: undefined,
    };
    return {
      hasOwnStreams: true,
      get isStateless() {
        return state.session === undefined;
      },
      agree: (version, isModern) => agree(state, version, isModern),
      send: (message, options) => send(state, message, options),
      close: () => close(state),
    };
  };

function agree(state: HttpWireState, version: string, isModern: boolean): void {
  state.version = version === "" ? undefined : version;
  state.isModern = isModern;
  state.notices.abort();
  if (version === "" || isModern) return;
  state.notices = new AbortController();
  void readNotices(state, AbortSignal.any([state.closing.signal, state.notices.signal]));
}

async function send(
  state: HttpWireState,
  message: JsonObject,
  { requestId, signal: own, headers = {} }: SendOptions,
): Promise<void> {
  const { client, closing } = state;
  const signal = own ? AbortSignal.any([closing.signal, own]) : closing.signal;
  const method = message["method"];
  const answer = await client.call({
    method: "POST",
    headers: { "content-type": JSON_TYPE, accept: `${JSON_TYPE}, ${EVENTS_TYPE}`, ...commonHeaders(state), ...headers },
    body: JSON.stringify(message),
    signal,
  });
  if (method === "initialize") state.session = readSession(answer);
  if (answer.statusCode < 200 || answer.statusCode > 299) return refuse(state, answer, requestId);
  if (requestId === undefined) return drop(answer);
  if (typeOf(answer) === EVENTS_TYPE) return readStreamedAnswer(state, answer, requestId, signal);
  if (typeOf(answer) === JSON_TYPE) return readJsonAnswer(state, answer, requestId);
  await drop(answer);
  throw new WireFault(`answered with ${typeOf(answer) || "no content type"} instead of JSON or a stream`);
}

async function close(state: HttpWireState): Promise<void> {
  const { client, closing } = state;
  closing.abort();
  state.notices.abort();
  if (state.session !== undefined) {
    const goodbye = { method: "DELETE" as const, headers: commonHeaders(state), signal: AbortSignal.timeout(GOODBYE_MS) };
    await client.call(goodbye).then(drop, () => {});
  }
  await client.close();
}

const commonHeaders = ({ version, session }: HttpWireState): Record<string, string> => ({
  ...(version !== undefined && { "mcp-protocol-version": version }),
  ...(session !== undefined && { "mcp-session-id": session }),
});

async function readJsonAnswer(
  { mask, maxMessageBytes, events }: HttpWireState,
  answer: HttpAnswer,
  requestId: number,
): Promise<void> {
  const read = await readBody(answer, maxMessageBytes).catch((error: unknown) => Promise.reject(asFault(error, mask)));
  if (typeof read !== "string") {
    events.onTooLarge(read, requestId);
    throw new WireFault("answered without an answer to the request");
  }
  const body = parseJson(read);
  const all = Array.isArray(body) ? body : [body ?? null];
  if (!all.some((each) => answers(each, requestId))) throw new WireFault("answered without an answer to the request");
  for (const each of all) events.onMessage(each, requestId);
}

async function readStreamedAnswer(
  state: HttpWireState,
  answer: HttpAnswer,
  requestId: number,
  signal: AbortSignal,
): Promise<void> {
  const notes: StreamNotes = {};
  const isDone = await readStream(state, answer, requestId, notes).catch(() => false);
  if (isDone) return;
  if (state.isModern || notes.lastEventId === undefined) throw new WireFault("ended the stream without an answer");
  await resume(state, requestId, notes, signal);
}

/**
 * Reopens a stream that ended without the response. The server continues it after the last event id received. Asking for that
 * is safe to repeat, also after a broken connection or a server that is busy.
 */
async function resume(state: HttpWireState, requestId: number, notes: StreamNotes, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < MAX_RESUMES; attempt += 1) {
    await pause(Math.min(notes.retryMs ?? RETRY_MS, LONGEST_RETRY_MS), signal);
    if (signal.aborted) return;
    const answer = await openStream(state, notes, signal).catch(() => undefined);
    if (!answer) continue;
    if (typeOf(answer) !== EVENTS_TYPE) {
      await drop(answer);
      if (answer.statusCode >= 500) continue;
      break;
    }
    const before = notes.lastEventId;
    if (await readStream(state, answer, requestId, notes).catch(() => false)) return;
    if (notes.lastEventId !== before) attempt = 0;
  }
  throw new WireFault("ended the stream without an answer and did not resume it");
}

/** Reads messages outside any request, while the session lasts. Many servers offer no such stream. */
async function readNotices(state: HttpWireState, signal: AbortSignal): Promise<void> {
  const notes: StreamNotes = {};
  const pauses = createPauses();
  while (!signal.aborted) {
    try {
      const answer = await openStream(state, notes, signal);
      const isOpen = answer.statusCode === 200 && typeOf(answer) === EVENTS_TYPE;
      if (!isOpen) {
        await drop(answer);
        if (answer.statusCode < 500) return;
      } else {
        pauses.reset();
        await readStream(state, answer, undefined, notes).catch(() => false);
      }
    } catch {
      // Retried below; the health check detects a server that is gone.
    }
    await pause(Math.max(notes.retryMs ?? RETRY_MS, pauses.next()), signal);
  }
}

function openStream(state: HttpWireState, notes: StreamNotes, signal: AbortSignal): Promise<HttpAnswer> {
  const last = notes.lastEventId === undefined ? {} : { "last-event-id": notes.lastEventId };
  return state.client.call({ method: "GET", headers: { accept: EVENTS_TYPE, ...commonHeaders(state), ...last }, signal });
}

/** Passes on the stream's messages. Returns true once one of them is the response to request `of`. */
async function readStream(
  { maxMessageBytes, events }: HttpWireState,
  answer: HttpAnswer,
  of: number | undefined,
  notes: StreamNotes,
): Promise<boolean> {
  for await (const { data, skipped } of readEvents(answer.body, maxMessageBytes, notes)) {
    if (skipped) {
      events.onTooLarge(skipped, of);
      if (of === undefined || !skipsAnswer(skipped, of)) continue;
      answer.body.destroy();
      return true;
    }
    const message = parseJson(data);
    if (message === undefined) {
      // An event without data only sets the event id to resume from.
      if (data !== "") events.onFault("sent an event that is not JSON");
      continue;
    }
    const isAnswer = of !== undefined && answers(message, of);
    events.onMessage(message, of);
    if (isAnswer) {
      answer.body.destroy();
      return true;
    }
  }
  return false;
}

/** A JSON-RPC error in the body is the response; otherwise throws a `WireFault` derived from the status. */
async function refuse(state: HttpWireState, answer: HttpAnswer, requestId: number | undefined): Promise<void> {
  const { statusCode: status } = answer;
  const body = parseJson(await readText(answer, 1024 * 1024).catch(() => ""));
  const isOfSession = status === 404 && state.session !== undefined && !state.isModern;
  if (isOfSession) throw new WireFault("ended the session", { wasNotTaken: true, isSessionOver: true, status });
  const isAnswer =
    isJsonObject(body) && isJsonObject(body["error"]) && (body["id"] === requestId || (body["id"] ?? null) === null);
  if (isAnswer && requestId !== undefined) return state.events.onMessage({ ...body, id: requestId }, requestId);
  if (status >= 300 && status < 400) {
    throw new WireFault(`answered with a redirect (HTTP ${status}), which is not followed; enter the new address`, {
      wasNotTaken: true,
      status,
    });
  }
  const why =
    status === 401 || status === 403
      ? "refuses our credential"
      : status === 404
        ? "has no MCP server at this address"
        : "refused the message";
  throw new WireFault(`${why} (HTTP ${status})`, { wasNotTaken: status < 500, status });
}

const asFault = (error: unknown, mask: Mask): WireFault =>
  error instanceof WireFault ? error : new WireFault(`broke the connection (${mask(String(error)).slice(0, 300)})`);

const typeOf = (answer: HttpAnswer): string =>
  (one(answer.headers["content-type"]) ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

function readSession(answer: HttpAnswer): string | undefined {
  const id = one(answer.headers["mcp-session-id"]);
  return id !== undefined && /^[\u0021-\u007e]{1,1000}$/.test(id) ? id : undefined;
}

function answers(message: Json, id: number): boolean {
  if (!isJsonObject(message) || message["method"] !== undefined) return false;
  const { error } = message;
  return message["id"] === id || (isJsonObject(error) && (message["id"] ?? null) === null);
}

/** A response without a readable id counts as that of the request whose stream carried it. */
const skipsAnswer = ({ messages }: SkippedMessage, id: number): boolean =>
  messages.every(({ hasMethod }) => !hasMethod) || messages.some((seen) => !seen.hasMethod && seen.id === id);
