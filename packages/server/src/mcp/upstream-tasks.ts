import type { JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import type { Upstream } from "../ports/upstreams.ts";
import type { McpCall } from "./call.ts";
import { labelAnswer } from "./upstream-question.ts";
import { peerOf } from "./peer-of.ts";

/** Renames a task that an upstream started; returns every other result as it is. */
export function exposeTask(call: McpCall, upstream: Pick<Upstream, "source">, result: RpcResult): RpcResult {
  if (result["resultType"] !== "task" || typeof result["taskId"] !== "string") return result;
  return { ...result, taskId: call.context.taskNames.expose(call.principal, upstream.source, result["taskId"]) };
}

/** Forwards a request about an upstream's task. */
export async function relayTask(call: McpCall, taskId: string): Promise<RpcResult> {
  const { context, principal, method, params, answer } = call;
  const named = context.taskNames.resolve(principal, taskId);
  const upstream = named && context.upstreams.ofSource(named.source);
  if (!named || !upstream || upstream.workspaceId !== principal.workspaceId) throw unknownTask();
  const sent: JsonObject = {
    ...params,
    taskId: named.taskId,
    _meta: { "io.modelcontextprotocol/clientCapabilities": call.capabilities },
  };
  const answered = await upstream.request(method, sent, { signal: answer.gone, peer: peerOf(call) });
  const result = labelAnswer(upstream, answered);
  return { ...result, ...(result["taskId"] === named.taskId && { taskId }) };
}

export const unknownTask = (): RpcError => new RpcError(RPC_CODES.invalidParams, "There is no task of yours with this id.");
