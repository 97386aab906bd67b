import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { sha256OfJson } from "../core/digest.ts";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import { ASKABLE, NotOffered } from "../core/not-offered.ts";
import type { Upstream, UpstreamExchange } from "../ports/upstreams.ts";
import { OWN_META } from "./call-labels.ts";
import { declares, metaOf, type McpCall } from "./call.ts";
import { META } from "./era.ts";
import { isLoudEnough } from "./log-levels.ts";
import { peerOf } from "./peer-of.ts";
import { labelAnswer, labelError, upstreamQuestion } from "./upstream-question.ts";
import { exposeTask } from "./upstream-tasks.ts";

const CAPABILITIES = [...new Set(ASKABLE.values())];
/**
 * Milliseconds after which a forwarded request is answered by a stream, which has no HTTP status for an error. Longer than an
 * upstream needs to start for an agent's first request.
 */
export const RELAY_STREAM_AFTER_MS = 2000;
/** Maximum rounds of questions per call to a client with a session, as in the SDKs. */
const MAX_ROUNDS = 10;

/**
 * Forwards a request to an upstream and returns its whole result. Progress, log messages and the upstream's questions go to the
 * calling client, in the form of its era.
 */
export async function relay(call: McpCall, upstream: Upstream, params: JsonObject): Promise<RpcResult> {
  try {
    return labelAnswer(upstream, await send(call, upstream, params));
  } catch (error) {
    throw labelError(upstream, error);
  }
}

async function send(call: McpCall, upstream: Upstream, params: JsonObject): Promise<RpcResult> {
  const { answer, era, context } = call;
  answer.mayTakeLong(context.relayStreamAfterMs);
  const askable = CAPABILITIES.some((capability) => declares(call, capability));
  if (era === "legacy" || !askable) {
    const exchange = exchangeOf(() => call, upstream, answer.gone, askable);
    const asked = await requestOrEnd(call, upstream, params, exchange);
    return era === "legacy" ? askInSession(call, upstream, params, asked) : exposeTask(call, upstream, offered(call, asked));
  }
  const bound = () => ({ name: nameOf(params), digest: sha256OfJson(params["arguments"] ?? null) });
  const { requestState } = params;
  const result =
    typeof requestState === "string" && context.stateCipher.isOurs(requestState)
      ? await context.suspended.resume(call, bound(), requestState)
      : await context.suspended.start(call, bound(), (running) =>
          requestOrEnd(call, upstream, params, {
            ...exchangeOf(() => running.current, upstream, running.signal, false),
            onRequest: async (asked, askedParams, signal) => {
              refuseUndeclared(running.current, asked);
              return running.ask(asked, upstreamQuestion(upstream, asked, askedParams), signal);
            },
          }),
        );
  return exposeTask(call, upstream, offered(call, result));
}

/** Sends a request. Aborts it if the upstream asks for what the client does not offer: no answer would come. */
async function requestOrEnd(
  call: McpCall,
  upstream: Upstream,
  params: JsonObject,
  exchange: UpstreamExchange,
): Promise<RpcResult> {
  const ending = new AbortController();
  let lacked: NotOffered | undefined;
  try {
    return await upstream.request(call.method, outgoing(call, params), {
      ...exchange,
      signal: AbortSignal.any([exchange.signal, ending.signal]),
      onRefused(method) {
        // A server can do without roots, and gets an error instead.
        if (method === "roots/list") return;
        lacked ??= new NotOffered(method);
        ending.abort();
      },
    });
  } catch (error) {
    throw lacked ?? error;
  }
}

/** Passes on what a modern upstream asks only if the client can answer it; throws `NotOffered` otherwise. */
function offered(call: McpCall, result: RpcResult): RpcResult {
  if (result["resultType"] !== "input_required") return result;
  const asked = isJsonObject(result["inputRequests"]) ? Object.values(result["inputRequests"]) : [];
  for (const request of asked)
    if (isJsonObject(request) && typeof request["method"] === "string") refuseUndeclared(call, request["method"]);
  return result;
}

const nameOf = ({ name, uri }: JsonObject): string => (typeof name === "string" ? name : typeof uri === "string" ? uri : "");

/**
 * Replaces the client's protocol keys in `_meta`: the upstream receives only the client's capabilities and log level. Labels
 * meant for the gate are left out.
 */
function outgoing(call: McpCall, params: JsonObject): JsonObject {
  const { progressToken: _, ...meta } = metaOf(call);
  for (const key of Object.keys(meta)) {
    if (key.startsWith("io.modelcontextprotocol/") || key.startsWith(OWN_META)) delete meta[key];
  }
  meta[META.clientCapabilities] = call.era === "modern" || call.session ? call.capabilities : {};
  if (call.logLevel !== null) meta[META.logLevel] = call.logLevel;
  return { ...params, _meta: meta };
}

/** Handlers for a client that waits for a gated call: log messages and, in a session until `over`, the upstream's questions. */
export function besideOf(
  call: McpCall,
  upstream: Upstream,
  over: AbortSignal,
): Pick<UpstreamExchange, "onNotification" | "onRequest"> {
  const { onNotification, onRequest } = exchangeOf(
    () => call,
    upstream,
    call.answer.gone,
    call.era === "legacy" && call.session !== null,
  );
  return {
    ...(onNotification && { onNotification }),
    ...(onRequest && {
      onRequest: (method, params, signal) => {
        if (over.aborted) throw new NotOffered(method, "The client of this call has disconnected.");
        return onRequest(method, params, AbortSignal.any([signal, over]));
      },
    }),
  };
}

function exchangeOf(current: () => McpCall, upstream: Upstream, signal: AbortSignal, canAsk: boolean): UpstreamExchange {
  const wantsProgress = metaOf(current())["progressToken"] !== undefined;
  return {
    signal,
    peer: peerOf(current()),
    ...(wantsProgress && {
      onProgress: (params) => {
        const { answer, ...call } = current();
        const { progressToken } = metaOf(call);
        if (progressToken !== undefined) answer.notify("notifications/progress", { ...params, progressToken });
      },
    }),
    onNotification: (method, params) => {
      const call = current();
      if (method !== "notifications/message" || isLoudEnough(call, params)) call.answer.notify(method, params);
    },
    ...(canAsk && {
      onRequest: async (method, params, asked) => {
        const call = current();
        refuseUndeclared(call, method);
        return askClient(call, method, upstreamQuestion(upstream, method, params), asked);
      },
    }),
  };
}

function refuseUndeclared(call: McpCall, method: string): void {
  const needed = ASKABLE.get(method);
  if (needed === undefined || !declares(call, needed)) {
    throw new NotOffered(method);
  }
}

/** Asks a client with a session, on the stream of the call. */
export function askClient(call: McpCall, method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult> {
  if (!call.session) throw new RpcError(RPC_CODES.methodNotFound, "The client of this call does not support questions.");
  return call.session.ask((message) => call.answer.send(message), method, params, AbortSignal.any([signal, call.answer.gone]));
}

/** Asks a client with a session what a modern upstream wants to know, and repeats the request with the answers. */
async function askInSession(call: McpCall, upstream: Upstream, params: JsonObject, first: RpcResult): Promise<RpcResult> {
  let result = first;
  for (let round = 0; result["resultType"] === "input_required"; round += 1) {
    if (round === MAX_ROUNDS) throw new RpcError(RPC_CODES.internalError, `${upstream.name} asked too many questions.`);
    const { inputRequests, requestState } = result;
    const questions = isJsonObject(inputRequests) ? Object.entries(inputRequests) : [];
    const inputResponses = Object.fromEntries(
      await Promise.all(questions.map(async ([key, question]) => [key, await askOne(call, upstream, question)] as const)),
    );
    const again = { ...params, inputResponses, ...(requestState !== undefined && { requestState }) };
    const exchange = exchangeOf(() => call, upstream, call.answer.gone, true);
    result = await requestOrEnd(call, upstream, again, exchange);
  }
  const { resultType, ...rest } = result;
  return resultType === "complete" ? rest : result;
}

async function askOne(call: McpCall, upstream: Upstream, question: unknown): Promise<RpcResult> {
  const { method, params } = isJsonObject(question) ? question : {};
  if (typeof method !== "string") throw new RpcError(RPC_CODES.internalError, "The upstream sent a request without a method.");
  refuseUndeclared(call, method);
  const shown = upstreamQuestion(upstream, method, isJsonObject(params) ? params : {});
  return askClient(call, method, shown, call.answer.gone);
}
