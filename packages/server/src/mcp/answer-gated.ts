import type { JsonObject, Outcome } from "@countersign/protocol";
import { sha256OfJson } from "../core/digest.ts";
import type { GatewayTool } from "../core/gateway-tool.ts";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import { isOpen } from "../core/open-outcome.ts";
import type { Refusal, Result } from "../core/refusal.ts";
import { askAtClient } from "./ask-at-client.ts";
import { continueInRounds, mayGoInRounds, openRound } from "./approval-rounds.ts";
import { offerOf } from "./client-offer.ts";
import { declaresForms, metaOf, type McpCall } from "./call.ts";
import { endWait } from "./end-wait.ts";
import { holdCall, questionsDuring } from "./hold-call.ts";
import { peerOf } from "./peer-of.ts";
import { labelsOf } from "./call-labels.ts";
import { besideOf } from "./relay.ts";
import type { Bound } from "./suspended.ts";
import { declaresTasks, taskOf } from "./tasks.ts";
import { tellOutcome, tellOutcomeOf, tellRefusal, tellResult } from "./tell-outcome.ts";

/** Maximum hold of a client that receives progress; others time out after a minute. */
const MAX_HELD_SECONDS = 3600;

/**
 * Submits a call to the gate and answers in the best way its client supports: a task, a question to the person at the client
 * while the inbox can also decide, a held response, or finally the text that the call waits. None of these runs the call.
 * Returns undefined when the client has disconnected.
 */
export async function answerGated(call: McpCall, tool: GatewayTool, input: JsonObject): Promise<RpcResult | undefined> {
  const { context, principal, params } = call;
  const bound = () => ({ name: tool.exposedName, digest: sha256OfJson(input) });
  const { requestState } = params;
  if (requestState !== undefined) return tell(call, tool, await continueInRounds(call, tool, bound()));

  const waitSeconds = waitSecondsOf(call, tool);
  call.answer.mayTakeLong();
  const asked = await context.engine.heldCalls.ask(
    principal,
    { ...labelsOf(call), toolName: tool.name, toolInput: input },
    tool.onWaitEnd === "expire" ? waitSeconds : undefined,
    offerOf(call, true),
  );
  if (!asked.ok) return refuseCall(asked.refusal);
  const { pendingActionId: id, result, repeated, proposalIds } = asked.value;
  if (proposalIds) return answerList(call, asked.value);
  // Rejection memory refused the call because of another action, whose end was delivered.
  if (repeated) return tellOutcomeOf(tool, asked.value);
  if (id === null) return tellResult(result ?? null);
  if (!isOpen(asked.value)) return tell(call, tool, await holdCall(call, id, 0, "tell"));
  if (declaresTasks(call)) return taskOf(call, id);
  const over = new AbortController();
  const upstream = context.upstreams.ofSource(tool.source);
  if (upstream) context.upstreams.bind(id, { peer: peerOf(call), beside: besideOf(call, upstream, over.signal) });
  try {
    return await waitFor(call, tool, id, bound, waitSeconds);
  } finally {
    // The client no longer waits, so nobody can answer what the upstream asks from now on.
    over.abort();
  }
}

async function waitFor(
  call: McpCall,
  tool: GatewayTool,
  id: string,
  bound: () => Bound,
  waitSeconds: number,
): Promise<RpcResult | undefined> {
  const canAsk = tool.inClient && declaresForms(call) && tool.delivery !== "queue";
  if (canAsk && call.era === "modern") return openRound(call, tool, id, bound());
  if (canAsk) return tell(call, tool, await askAtClient(call, tool, id, waitSeconds));
  const held = await holdCall(call, id, waitSeconds, questionsDuring(tool));
  const waits = held !== "gone" && held.ok && isOpen(held.value) && held.value.comments === undefined;
  const goesOn = waits && tool.onWaitEnd !== "expire" && mayGoInRounds(call, tool);
  if (goesOn) return openRound(call, tool, id, bound());
  return tell(call, tool, await endWait(call, tool, held));
}

/** Answers a list of calls, never held: open ones are told by id. Ends count as delivered, like that of a single call. */
async function answerList({ context, principal, answer }: McpCall, outcome: Outcome): Promise<RpcResult> {
  for (const { pendingActionId: id, repeated, status } of outcome.items ?? []) {
    if (id !== null && !repeated && !isOpen({ status }))
      await context.engine.heldCalls.collect(principal, id, 0, answer.absent);
  }
  return tellOutcome(outcome);
}

/** Seconds to hold the call: the administrator's setting, capped by what the client tolerates. */
function waitSecondsOf(call: McpCall, tool: GatewayTool): number {
  if (tool.delivery === "queue") return 0;
  const wanted = tool.waitSeconds ?? call.context.holdSeconds;
  const most = metaOf(call)["progressToken"] === undefined ? call.context.holdSeconds : MAX_HELD_SECONDS;
  return Math.min(wanted, most);
}

function tell(call: McpCall, tool: GatewayTool, held: Result<Outcome> | RpcResult | "gone"): RpcResult | undefined {
  if (held === "gone") return undefined;
  if (!("ok" in held)) return held as RpcResult;
  const result = held as Result<Outcome>;
  return result.ok ? tellOutcomeOf(tool, result.value) : refuseCall(result.refusal);
}

export function refuseCall(refusal: Refusal): RpcResult {
  if (refusal.code === "NOT_FOUND" || refusal.code === "FORBIDDEN") throw new RpcError(RPC_CODES.invalidParams, refusal.detail);
  return tellRefusal(refusal);
}
