import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { z } from "zod";
import { sha256OfJson } from "../core/digest.ts";
import { unlistedFor } from "../core/client-needs.ts";
import { ASKABLE, NotListed, NotOffered } from "../core/not-offered.ts";
import { lackOf, tellLack } from "./client-offer.ts";
import type { GatewayTool } from "../core/gateway-tool.ts";
import { readsArguments } from "../core/judge-approval.ts";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import { STILL_LOADING } from "../engine/proposals/refuse-loading.ts";
import { APPROVAL_TOOLS } from "./approval-tools.ts";
import { answerGated } from "./answer-gated.ts";
import { refuseInput } from "./built-in-tool.ts";
import type { McpCall } from "./call.ts";
import { needText } from "./list-methods.ts";
import { CALL_TOOL } from "./search-tool-definitions.ts";
import { SEARCH } from "./search-tools.ts";
import { checkParamHeaders } from "./param-headers.ts";
import { relay } from "./relay.ts";
import { argumentsOf, strictArguments } from "./strict-arguments.ts";

const OWN = new Map([...APPROVAL_TOOLS, SEARCH].map((tool) => [tool.definition.name, tool]));

const namedCall = z.strictObject({
  name: z.string(),
  arguments: z.custom<JsonObject>(isJsonObject, "must be an object").optional(),
});

/** Returns undefined if the call is already answered or its client has disconnected. */
export async function callTool(call: McpCall): Promise<RpcResult | undefined> {
  const name = needText(call.params, "name");
  let read: JsonObject | undefined;
  const strict = (): JsonObject => (read ??= strictArguments(call));
  const own = OWN.get(name);
  if (own) return own.answer(call, strict());
  if (name !== CALL_TOOL.name) return callAgentTool(call, name, strict);
  const named = namedCall.safeParse(argumentsOf(call.params));
  if (!named.success) return refuseInput(named.error);
  // From here on the call is the one that is named: its approval, its action and its answer are those of a direct call.
  const { arguments: _, ...rest } = call.params;
  const params = { ...rest, ...(named.data as JsonObject) };
  return callAgentTool({ ...call, params }, named.data.name, () => argumentsOf(strict()), true);
}

async function callAgentTool(
  call: McpCall,
  name: string,
  strict: () => JsonObject,
  isIndirect = false,
): Promise<RpcResult | undefined> {
  const view = await call.context.views.of(call);
  const tool = view.byExposedName.get(name);
  if (!tool && call.context.upstreams.ofWorkspace(call.principal.workspaceId).some(({ status }) => status === "starting")) {
    call.answer.fault(STILL_LOADING.refusal);
    return undefined;
  }
  if (!tool) throw new RpcError(RPC_CODES.invalidParams, `There is no tool named ${name} for this agent.`);
  // A client sends no headers for the arguments of a tool whose schema it does not know from a list.
  if (call.era === "modern" && !isIndirect) {
    const declared = view.paramHeaders.get(name);
    if (declared) checkParamHeaders(declared, argumentsOf(call.params), call.headers);
  }
  // The gate refuses a client that lacks something, unless it repeats an earlier call.
  const isServed = lackOf(call, tool, false) === undefined;
  if (tool.definition && isServed && (await mayPass(call, tool, strict))) return pass(call, tool);
  return answerGated(call, tool, strict());
}

/**
 * Whether the call requires no approval. Arguments that an expression reads are parsed strictly; with approval `never`
 * and without routing rules the call is forwarded as it is. Above the lowest risk it is recorded before it is sent.
 */
async function mayPass({ context, principal, params }: McpCall, tool: GatewayTool, strict: () => JsonObject): Promise<boolean> {
  const runsUnasked = tool.approval === "never" && !readsArguments(tool);
  if (runsUnasked && tool.risk === 0) return true;
  const input = runsUnasked ? argumentsOf(params) : strict();
  const agent = { id: principal.id, name: principal.name, groups: [...principal.groups] };
  const judged = await context.engine.checks.judgeApproval(principal, tool, input, agent);
  // The gate checks again, and tells the agent the reason.
  if (!judged.ok || judged.value.isRequired) return false;
  if (tool.risk === 0) return true;
  // Refused if the call now requires approval or the agent may no longer make it; the gate checks again and says which.
  return (await context.engine.gateway.recordPassThrough(principal, tool, sha256OfJson(input))).ok;
}

async function pass(call: McpCall, tool: GatewayTool): Promise<RpcResult> {
  const upstream = call.context.upstreams.ofSource(tool.source);
  if (!upstream || upstream.workspaceId !== call.principal.workspaceId) {
    throw new RpcError(RPC_CODES.internalError, "The server of this tool is not connected. Nothing has run.");
  }
  const ownName = tool.upstreamName ?? tool.name;
  try {
    return await relay(call, upstream, { ...call.params, name: ownName });
  } catch (error) {
    const { engine } = call.context;
    if (error instanceof NotListed) await engine.gateway.noteClientNeed(upstream, ownName, unlistedFor(error.declared));
    const asked = error instanceof NotOffered ? ASKABLE.get(error.method) : undefined;
    if (asked === undefined) throw error;
    await engine.gateway.noteClientNeed(upstream, ownName, asked);
    return tellLack(
      `${tool.exposedName} asked for ${asked} during the call, which this client does not offer. The call was stopped there; its earlier effects remain. This client no longer sees the tool.`,
    );
  }
}
