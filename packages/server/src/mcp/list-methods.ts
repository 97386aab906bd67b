import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import type { Upstream } from "../core/upstream-port.ts";
import type { Call } from "./call.ts";
import { peerOf } from "./peer-of.ts";
import { relay } from "./relay.ts";
import type { ListMethod } from "./upstream-lists.ts";

/** A list is an agent's own, and an administrator's change counts at once: nobody keeps it. */
const CACHE = { ttlMs: 0, cacheScope: "private" };

export const cached = (call: Call, result: RpcResult): RpcResult => (call.era === "modern" ? { ...result, ...CACHE } : result);

export async function visibleUpstreams({ front, principal }: Pick<Call, "front" | "principal">): Promise<Upstream[]> {
  return front.lists.visible(principal, await front.views.of(principal));
}

export async function listTools(call: Call): Promise<RpcResult> {
  const { listed } = await call.front.views.read(call.principal);
  return cached(call, { tools: [...listed] });
}

const KEY = {
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
} as const;

export async function listOf(call: Call, method: ListMethod): Promise<RpcResult> {
  return cached(call, { [KEY[method]]: await call.front.lists.list(await visibleUpstreams(call), method, peerOf(call)) });
}

const notFound = (call: Call, uri: string): RpcError =>
  new RpcError(
    call.era === "modern" ? RPC_CODES.invalidParams : RPC_CODES.resourceNotFound,
    "There is no resource with this URI.",
    { uri },
  );

/** A resource is read at the upstream that lists it; where none does, at each that could have it, until one has. */
export async function readResource(call: Call): Promise<RpcResult> {
  const uri = needText(call.params, "uri");
  const owners = await call.front.lists.ownersOfResource(await visibleUpstreams(call), uri, peerOf(call));
  let last: unknown;
  for (const upstream of owners) {
    try {
      const result = await relay(call, upstream, call.params);
      const { resultType = "complete", ttlMs = 0 } = result;
      if (call.era === "legacy" || resultType !== "complete") return result;
      return { ...result, ttlMs, cacheScope: "private" };
    } catch (error) {
      last = error;
      if (!(error instanceof RpcError)) throw error;
    }
  }
  if (owners.length === 1 && !(last instanceof RpcError && last.code === RPC_CODES.resourceNotFound)) throw last;
  throw notFound(call, uri);
}

export async function subscribeResource(call: Call): Promise<RpcResult> {
  const uri = needText(call.params, "uri");
  const { session, method } = call;
  if (!session) throw new RpcError(RPC_CODES.invalidRequest, "Only a client with a session hears of resources.");
  const [upstream] = await call.front.lists.ownersOfResource(await visibleUpstreams(call), uri, peerOf(call));
  if (!upstream) throw notFound(call, uri);
  if (method === "resources/subscribe") {
    session.resources.add(uri);
    return upstream.request(method, { uri }, { signal: call.answer.gone, peer: session.peer });
  }
  session.resources.delete(uri);
  // Over a connection that is shared others may go on listening.
  if (upstream.hasOwnConnection(session.peer))
    await upstream.request(method, { uri }, { signal: call.answer.gone, peer: session.peer });
  return {};
}

export async function getPrompt(call: Call): Promise<RpcResult> {
  const owner = await call.front.lists.ownerOfPrompt(await visibleUpstreams(call), needText(call.params, "name"), peerOf(call));
  return relay(call, owner.upstream, { ...call.params, name: owner.name });
}

export async function complete(call: Call): Promise<RpcResult> {
  const { ref } = call.params;
  const upstreams = await visibleUpstreams(call);
  if (isJsonObject(ref) && ref["type"] === "ref/prompt") {
    const owner = await call.front.lists.ownerOfPrompt(upstreams, needText(ref, "name"), peerOf(call));
    return relay(call, owner.upstream, { ...call.params, ref: { ...ref, name: owner.name } });
  }
  if (!isJsonObject(ref)) throw new RpcError(RPC_CODES.invalidParams, "`ref` must name a prompt or a resource template.");
  const uri = needText(ref, "uri");
  const templates = await Promise.all(
    upstreams.map(async (upstream) => ({
      upstream,
      items: await call.front.lists.list([upstream], "resources/templates/list", peerOf(call)),
    })),
  );
  const owner = templates.find(({ items }) => items.some(({ uriTemplate }) => uriTemplate === uri))?.upstream;
  const [other] = owner ? [owner] : await call.front.lists.ownersOfResource(upstreams, uri, peerOf(call));
  if (!other) throw new RpcError(RPC_CODES.invalidParams, "There is no such resource template.");
  return relay(call, other, call.params);
}

export function needText(params: JsonObject, key: string): string {
  const value = params[key];
  if (typeof value !== "string") throw new RpcError(RPC_CODES.invalidParams, `\`${key}\` must be a string.`);
  return value;
}
