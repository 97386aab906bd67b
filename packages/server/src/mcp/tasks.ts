import { isJsonObject, type Action, type JsonObject, type Outcome } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import { approvalQuestion, readVerdict } from "./approval-question.ts";
import { declaresForms, ownTools, type McpCall } from "./call.ts";
import { TASKS_EXTENSION } from "./era.ts";
import { needText } from "./list-methods.ts";
import { tellAsked, tellOutcomeOf } from "./tell-outcome.ts";
import { relayTask, unknownTask } from "./upstream-tasks.ts";

const POLL_MS = 2000;
const DONE: RpcResult = { resultType: "complete" };

/** The key holds the digest, so that an answer counts only for what was shown. */
const keyOf = ({ digest }: Pick<Action, "digest">): string => `approval_${digest.slice(0, 16)}`;

/** Whether the client supports tasks. It is not held: the task is the pending action, and outlives client and process. */
export const declaresTasks = ({ era, capabilities }: Pick<McpCall, "era" | "capabilities">): boolean =>
  era === "modern" && isJsonObject(capabilities["extensions"]) && isJsonObject(capabilities["extensions"][TASKS_EXTENSION]);

const STATUS = {
  queued: "working",
  pending: "working",
  approved: "working",
  executing: "working",
  // The outcome is unknown until a person settles it.
  outcome_unknown: "working",
  executed: "completed",
  failed: "completed",
  rejected: "completed",
  refined: "completed",
  expired: "completed",
  cancelled: "cancelled",
} as const satisfies Record<Outcome["status"], string>;

const lastUpdated = ({ createdAt, resolvedAt, executedAt }: Action): string => executedAt ?? resolvedAt ?? createdAt;

function describe(call: McpCall, action: Action, outcome: Pick<Outcome, "message">): JsonObject {
  return {
    taskId: action.id,
    statusMessage: `${outcome.message} See ${call.context.publicUrl}/actions/${action.id}`,
    createdAt: action.createdAt,
    lastUpdatedAt: lastUpdated(action),
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  };
}

async function needAction(call: McpCall, id: string): Promise<Action> {
  const action = await call.context.engine.actions.get(call.principal, id);
  if (!action.ok) throw unknownTask();
  return action.value;
}

/** Returns the task of an action that was just stored or existed before. */
export async function taskOf(call: McpCall, id: string): Promise<RpcResult> {
  const action = await needAction(call, id);
  const message = action.isQuestion ? "Waits for a person's answer." : "Waits for a person's approval.";
  return { resultType: "task", status: "working", ...describe(call, action, { message }) };
}

/** Answers a tasks method. Our tasks are named by the action's id, the others belong to an upstream. */
export async function answerTask(call: McpCall): Promise<RpcResult> {
  if (!declaresTasks(call)) {
    throw new RpcError(RPC_CODES.missingClientCapability, "Only clients that declare the tasks capability can use tasks.", {
      requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
    });
  }
  const id = needText(call.params, "taskId");
  if (id.startsWith("up.")) return relayTask(call, id);
  const action = await needAction(call, id);
  switch (call.method) {
    case "tasks/get":
      return getTask(call, id);
    case "tasks/cancel":
      // An action that runs or has ended is not cancelled; the next `tasks/get` says so.
      await call.context.engine.settlements.cancel(call.principal, id);
      return DONE;
    default:
      return updateTask(call, action);
  }
}

async function getTask(call: McpCall, id: string): Promise<RpcResult> {
  const { context, principal } = call;
  const collected = await context.engine.heldCalls.collect(principal, id, 0, call.answer.absent, "tell");
  if (!collected.ok) throw unknownTask();
  const outcome = collected.value;
  const action = await needAction(call, id);
  const tool = (await ownTools(call)).byName.get(outcome.toolName);
  const status = STATUS[outcome.status];
  const message = [outcome.message, ...tellAsked(outcome.comments ?? [])].join("\n");
  const task = { ...DONE, ...describe(call, action, { message }) };
  if (status === "completed") return { ...task, status, result: tellOutcomeOf(tool, outcome) };
  const question = outcome.status === "queued" ? questionOf(call, tool, action) : null;
  if (!question) return { ...task, status };
  return {
    ...task,
    status: "input_required",
    inputRequests: { [keyOf(action)]: { method: "elicitation/create", params: question } },
  };
}

const questionOf = (call: McpCall, tool: GatewayTool | undefined, action: Action): JsonObject | null =>
  tool?.inClient && declaresForms(call) ? approvalQuestion(tool, action) : null;

async function updateTask(call: McpCall, action: Action): Promise<RpcResult> {
  const { inputResponses } = call.params;
  const answered = isJsonObject(inputResponses) ? readVerdict(inputResponses[keyOf(action)], action.isQuestion) : null;
  if (!answered) return DONE;
  const { verdict, ...said } = answered;
  const { decisions } = call.context.engine;
  const decided = await decisions.answerInClient(call.principal, action.id, verdict, { ...said, digest: action.digest });
  // An earlier decision stands, as the next `tasks/get` shows; a missing right is reported now.
  if (!decided.ok && decided.refusal.code === "FORBIDDEN") throw new RpcError(RPC_CODES.invalidParams, decided.refusal.detail);
  return DONE;
}
