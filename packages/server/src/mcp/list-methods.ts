import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import { isOwnUri, readResultUri } from "../core/kept-result.ts";
import type { Upstream } from "../ports/upstreams.ts";
import type { RequestMethod } from "../core/upstream-requests.ts";
import { metaOf, type McpCall } from "./call.ts";
import { APPROVAL_TOOL_DEFINITIONS } from "./approval-tool-definitions.ts";
import { SEARCH_TOOL_DEFINITIONS } from "./search-tool-definitions.ts";
import { isSearched, servedTools } from "./search-tools.ts";
import { peerOf } from "./peer-of.ts";
import { relay } from "./relay.ts";
import { requestUpstream } from "./request-upstream.ts";
import type { ListMethod } from "../engine/catalog/read-upstream-list.ts";

/** Lists are per agent and an administrator's change applies at once, so clients must not cache them. */
const CACHE = { ttlMs: 0, cacheScope: "private" };

export const cached = (call: McpCall, result: RpcResult): RpcResult =>
  call.era === "modern" ? { ...result, ...CACHE } : result;

export async function visibleUpstreams(call: Pick<McpCall, "context" | "principal" | "endpoint">): Promise<Upstream[]> {
  const { context, principal } = call;
  return context.lists.visible(principal.workspaceId, await context.views.of(call));
}

export async function listTools(call: McpCall): Promise<RpcResult> {
  const view = await call.context.views.read(call);
  const tools = isSearched(call, view) ? SEARCH_TOOL_DEFINITIONS : servedTools(call, view);
  return cached(call, { tools: [...tools, ...APPROVAL_TOOL_DEFINITIONS] });
}

const KEY = {
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
} as const;

export async function listOf(call: McpCall, method: ListMethod): Promise<RpcResult> {
  return cached(call, { [KEY[method]]: await call.context.lists.list(await visibleUpstreams(call), method, peerOf(call)) });
}

const notFound = (call: McpCall, uri: string): RpcError =>
  new RpcError(
    call.era === "modern" ? RPC_CODES.invalidParams : RPC_CODES.resourceNotFound,
    "There is no resource with this URI.",
    { uri },
  );

/** Reads a resource only at the upstream that lists it or a template that it fits. */
export async function readResource(call: McpCall): Promise<RpcResult | undefined> {
  const uri = needText(call.params, "uri");
  if (isOwnUri(uri)) return cached(call, await readKeptResult(call, uri));
  const upstream = await ownerOf(call, "resources/read", { uri });
  if (!upstream) throw notFound(call, uri);
  const result = await relayRequest(call, upstream, "resources/read", call.params);
  if (!result || call.era === "legacy") return result;
  const { resultType = "complete", ttlMs = 0 } = result;
  return resultType === "complete" ? { ...result, ttlMs, cacheScope: "private" } : result;
}

/** Reads a result that was too large for its action, whole or one page; only for the agent that proposed the action. */
async function readKeptResult(call: McpCall, uri: string): Promise<RpcResult> {
  const named = readResultUri(uri);
  const read = named && (await call.context.engine.actions.readResult(call.principal, named.actionId, named.page));
  if (read && !read.ok && read.refusal.code === "TOO_LARGE")
    throw new RpcError(RPC_CODES.invalidParams, read.refusal.detail, { uri });
  if (!read?.ok) throw notFound(call, uri);
  return { contents: [{ uri, mimeType: named?.page === undefined ? "application/json" : "text/plain", text: read.value }] };
}

export async function subscribeResource(call: McpCall): Promise<RpcResult | undefined> {
  const uri = needText(call.params, "uri");
  const { session, method } = call;
  if (isOwnUri(uri)) throw notFound(call, uri);
  if (!session) throw new RpcError(RPC_CODES.invalidRequest, "Only a client with a session can subscribe to resources.");
  const { peer } = session;
  const upstream = await ownerOf(call, "resources/subscribe", { uri });
  if (!upstream) throw notFound(call, uri);
  if (method === "resources/subscribe") {
    session.resources.add(uri);
    return subscribe(call, upstream, uri);
  }
  session.resources.delete(uri);
  // In a shared session, others may still be subscribed.
  if (upstream.hasOwnConnection(peer)) await upstream.request(method, { uri }, { signal: call.answer.gone, peer });
  return {};
}

/** Subscribes to a resource at its upstream, in the session of the call's peer. */
export const subscribe = (
  call: McpCall,
  upstream: Upstream,
  uri: string,
  waitSeconds?: number,
): Promise<RpcResult | undefined> =>
  requestUpstream(call, {
    upstream,
    method: "resources/subscribe",
    params: { uri },
    send: (params) => upstream.request("resources/subscribe", params, { signal: call.answer.gone, peer: peerOf(call) }),
    ...(waitSeconds !== undefined && { waitSeconds }),
  });

export async function getPrompt(call: McpCall): Promise<RpcResult | undefined> {
  const { upstream, name } = await ownerOfPrompt(call, call.params);
  return relayRequest(call, upstream, "prompts/get", { ...call.params, name });
}

export async function complete(call: McpCall): Promise<RpcResult | undefined> {
  const { ref } = call.params;
  if (!isJsonObject(ref)) throw new RpcError(RPC_CODES.invalidParams, "`ref` must name a prompt or a resource template.");
  if (ref["type"] === "ref/prompt") {
    const { upstream, name } = await ownerOfPrompt(call, ref);
    return relayRequest(call, upstream, "completion/complete", { ...call.params, ref: { type: "ref/prompt", name } });
  }
  const params = { ...call.params, ref: { type: "ref/resource", uri: needText(ref, "uri") } };
  const upstream = await ownerOf(call, "completion/complete", params);
  if (!upstream) throw new RpcError(RPC_CODES.invalidParams, "There is no such resource template.");
  return relayRequest(call, upstream, "completion/complete", params);
}

export async function ownerOf(call: McpCall, method: RequestMethod, params: JsonObject): Promise<Upstream | undefined> {
  return call.context.lists.ownerOf(await visibleUpstreams(call), method, params, peerOf(call));
}

async function ownerOfPrompt(call: McpCall, named: JsonObject): Promise<{ upstream: Upstream; name: string }> {
  return call.context.lists.ownerOfPrompt(await visibleUpstreams(call), needText(named, "name"), peerOf(call));
}

/** Answers to what the upstream asked, passed on when the client repeats the request. */
const ROUND_PARAMS = ["inputResponses", "requestState"] as const;

function relayRequest(
  call: McpCall,
  upstream: Upstream,
  method: RequestMethod,
  params: JsonObject,
): Promise<RpcResult | undefined> {
  const round = Object.fromEntries(ROUND_PARAMS.flatMap((key) => (params[key] === undefined ? [] : [[key, params[key]]])));
  const withoutMeta = { ...call, params: onlyToken(call) };
  return requestUpstream(call, {
    upstream,
    method,
    params,
    send: (known) => relay(withoutMeta, upstream, { ...known, ...round }),
  });
}

/** Drops the client's `_meta`, except its progress token. */
function onlyToken(call: McpCall): JsonObject {
  const { progressToken } = metaOf(call);
  return { ...call.params, _meta: progressToken === undefined ? {} : { progressToken } };
}

export function needText(params: JsonObject, key: string): string {
  const value = params[key];
  if (typeof value !== "string") throw new RpcError(RPC_CODES.invalidParams, `\`${key}\` must be a string.`);
  return value;
}
