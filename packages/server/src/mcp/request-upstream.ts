import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { sha256OfJson } from "../core/digest.ts";
import type { GatewayTool } from "../core/gateway-tool.ts";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import { isOpen } from "../core/open-outcome.ts";
import type { Upstream } from "../ports/upstreams.ts";
import { knownParams, type RequestMethod } from "../core/upstream-requests.ts";
import { labelsOf } from "./call-labels.ts";
import type { McpCall } from "./call.ts";
import { holdCall } from "./hold-call.ts";
import { peerOf } from "./peer-of.ts";
import { besideOf } from "./relay.ts";
import { tellOutcome } from "./tell-outcome.ts";

/** Key that a stored result must have to be one of the method's; a note that a result was too large has none. */
const HOLDS: Readonly<Partial<Record<RequestMethod, string>>> = {
  "resources/read": "contents",
  "prompts/get": "messages",
  "completion/complete": "completion",
};

interface Request {
  upstream: Upstream;
  method: RequestMethod;
  params: JsonObject;
  /** Sends the request; called only if it requires no approval. */
  send: (params: JsonObject) => Promise<RpcResult>;
  /** Seconds to hold the client while a person decides. Default: `holdSeconds`. */
  waitSeconds?: number;
}

/**
 * Requests a resource, prompt, completion or subscription from an upstream, under the rules of a tool call. Without required
 * approval it is recorded and sent, but refused during an emergency stop; otherwise it waits for a person and runs under a
 * claim. Returns undefined when the client has disconnected.
 */
export async function requestUpstream(call: McpCall, request: Request): Promise<RpcResult | undefined> {
  const { context, principal } = call;
  const { upstream, method } = request;
  const view = await context.views.of(call);
  const tool = view.requests.get(`${upstream.source} ${method}`);
  if (!tool) throw new RpcError(RPC_CODES.invalidParams, `This agent cannot send ${method} to ${upstream.name}.`);
  const input = knownParams(method, request.params);
  const agent = { id: principal.id, name: principal.name, groups: [...principal.groups] };
  const judged = await context.engine.checks.judgeApproval(principal, tool, input, agent);
  if (!judged.ok) throw new RpcError(RPC_CODES.internalError, judged.refusal.detail);
  if (judged.value.isRequired) return askFor(call, request, tool, input);
  const recorded = await context.engine.gateway.recordPassThrough(principal, tool, sha256OfJson(input));
  if (!recorded.ok) {
    throw new RpcError(
      RPC_CODES.internalError,
      `${upstream.name} received nothing: the emergency stop is on, or this agent can no longer send ${method}.`,
    );
  }
  return request.send(input);
}

async function askFor(call: McpCall, request: Request, tool: GatewayTool, input: JsonObject): Promise<RpcResult | undefined> {
  const { context, principal, answer } = call;
  answer.mayTakeLong();
  const asked = await context.engine.heldCalls.ask(principal, { ...labelsOf(call), toolName: tool.name, toolInput: input });
  if (!asked.ok) throw new RpcError(RPC_CODES.invalidParams, asked.refusal.detail);
  let outcome = asked.value;
  const { pendingActionId: id, repeated } = outcome;
  if (id !== null && !repeated) {
    const over = new AbortController();
    context.upstreams.bind(id, { peer: peerOf(call), beside: besideOf(call, request.upstream, over.signal) });
    const wait = tool.delivery === "queue" ? 0 : (request.waitSeconds ?? context.holdSeconds);
    const held = await holdCall(call, id, isOpen(outcome) ? wait : 0, "leave").finally(() => over.abort());
    if (held === "gone") return undefined;
    if (!held.ok) throw new RpcError(RPC_CODES.invalidParams, held.refusal.detail);
    outcome = held.value;
  }
  const { result, effectiveInput } = outcome;
  const held = HOLDS[request.method];
  if (outcome.status === "executed" && isJsonObject(result) && (held === undefined || result[held] !== undefined)) {
    if (!effectiveInput) return result;
    const meta = isJsonObject(result["_meta"]) ? result["_meta"] : {};
    return { ...result, _meta: { ...meta, "countersign/effectiveInput": effectiveInput } };
  }
  const told = tellOutcome(outcome);
  const content = Array.isArray(told["content"]) ? told["content"] : [];
  const words = content.flatMap((part) => (isJsonObject(part) && typeof part["text"] === "string" ? part["text"] : []));
  throw new RpcError(RPC_CODES.internalError, words.join("\n"), told["structuredContent"]);
}
