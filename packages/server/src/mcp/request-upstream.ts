import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { sha256OfJson } from "../core/digest.ts";
import type { GatewayTool } from "../core/gateway-tool.ts";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import { needsApproval } from "../core/needs-approval.ts";
import { isOpen } from "../core/open-outcome.ts";
import type { Upstream } from "../core/upstream-port.ts";
import { knownParams, type RequestMethod } from "../core/upstream-requests.ts";
import type { McpCall } from "./call.ts";
import { holdCall } from "./hold-call.ts";
import { peerOf } from "./peer-of.ts";
import { besideOf } from "./relay.ts";
import { tellOutcome } from "./tell-outcome.ts";

/** Without it an answer that was kept is none of the method's, such as words that say that it was too large. */
const HOLDS: Readonly<Partial<Record<RequestMethod, string>>> = {
  "resources/read": "contents",
  "prompts/get": "messages",
  "completion/complete": "completion",
};

interface Request {
  upstream: Upstream;
  method: RequestMethod;
  params: JsonObject;
  /** Sends it, once nothing stands against that. */
  send: (params: JsonObject) => Promise<RpcResult>;
  /** How long its client is held while a person decides. */
  waitSeconds?: number;
}

/**
 * Asks an upstream for a resource, a prompt, a completion or a subscription, under the same rules as a call of a tool: what needs
 * nobody is recorded and sent, and refused during an emergency stop; everything else waits for a person and runs by a claim.
 * `undefined`: the client is gone.
 */
export async function requestUpstream(call: McpCall, request: Request): Promise<RpcResult | undefined> {
  const { context, principal } = call;
  const { upstream, method } = request;
  const view = await context.views.of(principal);
  const tool = view.requests.get(`${upstream.source} ${method}`);
  if (!tool) throw new RpcError(RPC_CODES.invalidParams, `This agent may not ask ${upstream.name} for ${method}.`);
  const input = knownParams(method, request.params);
  const agent = { id: principal.id, name: principal.name, groups: [...principal.groups] };
  if (needsApproval(tool, input, agent)) return askFor(call, request, tool, input);
  const recorded = await context.engine.recordPassThrough(principal, tool.name, sha256OfJson(input));
  if (!recorded.ok) {
    throw new RpcError(
      RPC_CODES.internalError,
      `${upstream.name} received nothing: an emergency stop holds everything, or this agent may not ask for ${method} any more.`,
    );
  }
  return request.send(input);
}

async function askFor(call: McpCall, request: Request, tool: GatewayTool, input: JsonObject): Promise<RpcResult | undefined> {
  const { context, principal, answer } = call;
  answer.mayTakeLong();
  const asked = await context.engine.askOnce(principal, { toolName: tool.name, toolInput: input });
  if (!asked.ok) throw new RpcError(RPC_CODES.invalidParams, asked.refusal.detail);
  let outcome = asked.value;
  const { pendingActionId: id, repeated } = outcome;
  if (id !== null && !repeated) {
    const over = new AbortController();
    context.upstreams.bind(id, { peer: peerOf(call), beside: besideOf(call, request.upstream, over.signal) });
    const wait = tool.delivery === "queue" ? 0 : (request.waitSeconds ?? context.holdSeconds);
    const held = await holdCall(call, id, isOpen(outcome) ? wait : 0).finally(() => over.abort());
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
