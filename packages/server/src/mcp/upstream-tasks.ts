import { createHmac, timingSafeEqual } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import type { Principal } from "../core/principal.ts";
import type { Upstream } from "../core/upstream-port.ts";
import type { McpCall } from "./call.ts";
import { labelAnswer } from "./upstream-question.ts";
import { peerOf } from "./peer-of.ts";

const MARK = "up.";

/** An upstream's task under a name that only the agent it was made for can use, on any process of this server. */
export interface TaskNames {
  expose(by: Principal, source: string, taskId: string): string;
  resolve(by: Principal, exposed: string): { source: string; taskId: string } | undefined;
}

/** The first secret signs, all are taken. */
export function createTaskNames(secrets: readonly [string, ...string[]]): TaskNames {
  const sign = (by: Principal, named: string, secret: string): string =>
    createHmac("sha256", secret)
      .update(JSON.stringify(["countersign mcp task", by.workspaceId, by.id, named]))
      .digest("base64url")
      .slice(0, 22);
  return {
    expose(by, source, taskId) {
      const named = Buffer.from(JSON.stringify([source, taskId])).toString("base64url");
      return `${MARK}${named}.${sign(by, named, secrets[0])}`;
    },
    resolve(by, exposed) {
      const [mark, named, signature, ...rest] = exposed.split(".");
      if (`${mark}.` !== MARK || named === undefined || signature === undefined || rest.length > 0) return undefined;
      const given = Buffer.from(signature);
      const isSignedWith = (secret: string): boolean => {
        const expected = Buffer.from(sign(by, named, secret));
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      if (!secrets.some(isSignedWith)) return undefined;
      const [source, taskId] = JSON.parse(Buffer.from(named, "base64url").toString()) as [string, string];
      return { source, taskId };
    },
  };
}

/** A task an upstream began, under our name for it; every other result as it is. */
export function exposeTask(call: McpCall, upstream: Pick<Upstream, "source">, result: RpcResult): RpcResult {
  if (result["resultType"] !== "task" || typeof result["taskId"] !== "string") return result;
  return { ...result, taskId: call.context.taskNames.expose(call.principal, upstream.source, result["taskId"]) };
}

/** Hands a request about an upstream's task on. */
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
