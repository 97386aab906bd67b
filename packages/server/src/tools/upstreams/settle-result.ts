import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../../core/json-rpc.ts";
import { NotOffered } from "../../core/not-offered.ts";
import type { UpstreamExchange } from "../../ports/upstreams.ts";
import { pause } from "./pauses.ts";

/** Sends requests: an upstream, or one session at it. */
export interface Requester {
  readonly name: string;
  request(method: string, params: JsonObject, exchange: UpstreamExchange): Promise<RpcResult>;
}

const MAX_ROUNDS = 20;
const MIN_POLL_MS = 100;
const POLL_MS = 1000;
const LONGEST_POLL_MS = 30_000;

/**
 * Follows a modern server's interim response to the result: requests the input it requires and repeats the call with it, and
 * polls a task until it ends. For callers without a client that could do this itself.
 */
export async function settleResult(
  to: Requester,
  method: string,
  params: JsonObject,
  first: RpcResult,
  exchange: UpstreamExchange,
): Promise<RpcResult> {
  let result = first;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (result["resultType"] === "task") return followTask(to, result, exchange);
    if (result["resultType"] !== "input_required") return result;
    const inputResponses = await askAll(to.name, result["inputRequests"], exchange);
    const { requestState } = result;
    result = await to.request(
      method,
      { ...params, inputResponses, ...(requestState !== undefined && { requestState }) },
      exchange,
    );
  }
  throw new RpcError(RPC_CODES.internalError, `${to.name} asked for input ${MAX_ROUNDS} times and did not finish.`);
}

async function askAll(name: string, requests: unknown, exchange: UpstreamExchange): Promise<JsonObject> {
  const { onRequest, signal } = exchange;
  const asked = isJsonObject(requests) ? Object.entries(requests) : [];
  if (asked.length > 0 && !onRequest) {
    for (const [, request] of asked)
      if (isJsonObject(request) && typeof request["method"] === "string") exchange.onRefused?.(request["method"]);
    throw new RpcError(RPC_CODES.internalError, `${name} asks for input during the call, and no client can answer.`);
  }
  const answers = await Promise.all(
    asked.map(async ([key, request]): Promise<[string, JsonObject]> => {
      const { method, params } = isJsonObject(request) ? request : {};
      if (typeof method !== "string") throw new RpcError(RPC_CODES.internalError, `${name} asks for input in an invalid form.`);
      const answer = onRequest?.(method, isJsonObject(params) ? params : {}, signal).catch((error: unknown) => {
        if (error instanceof NotOffered) exchange.onRefused?.(method);
        throw error;
      });
      return [key, (await answer) ?? {}];
    }),
  );
  return Object.fromEntries(answers);
}

async function followTask(to: Requester, created: RpcResult, exchange: UpstreamExchange): Promise<RpcResult> {
  const { taskId } = created;
  if (typeof taskId !== "string") throw new RpcError(RPC_CODES.internalError, `${to.name} began a task without an id.`);
  const answered = new Set<string>();
  const cancel = (): void => {
    const { signal } = new AbortController();
    to.request("tasks/cancel", { taskId }, { signal }).catch(() => {});
  };
  exchange.signal.addEventListener("abort", cancel, { once: true });
  try {
    let task = created;
    for (;;) {
      const { status } = task;
      if (status === "completed" && isJsonObject(task["result"])) return task["result"];
      if (status === "failed") throw taskError(to.name, task["error"]);
      if (status === "cancelled") throw new RpcError(RPC_CODES.internalError, `${to.name} cancelled the task.`);
      if (status === "input_required") await feedTask(to, taskId, task, answered, exchange);
      const wanted = task["pollIntervalMs"];
      const ms = typeof wanted === "number" ? Math.min(Math.max(wanted, MIN_POLL_MS), LONGEST_POLL_MS) : POLL_MS;
      await pause(status === "completed" ? 0 : ms, exchange.signal);
      task = await to.request("tasks/get", { taskId }, exchange);
    }
  } finally {
    exchange.signal.removeEventListener("abort", cancel);
  }
}

async function feedTask(
  to: Requester,
  taskId: string,
  task: RpcResult,
  answered: Set<string>,
  exchange: UpstreamExchange,
): Promise<void> {
  const requests = isJsonObject(task["inputRequests"]) ? task["inputRequests"] : {};
  const open = Object.entries(requests).filter(([key]) => !answered.has(key));
  if (open.length === 0) return;
  const inputResponses = await askAll(to.name, Object.fromEntries(open), exchange);
  for (const [key] of open) answered.add(key);
  await to.request("tasks/update", { taskId, inputResponses }, exchange);
}

function taskError(name: string, error: unknown): RpcError {
  const { code, message, data } = isJsonObject(error) ? error : {};
  const words = typeof message === "string" ? message : `${name} reported that the task failed.`;
  return new RpcError(typeof code === "number" ? code : RPC_CODES.internalError, words, data);
}
