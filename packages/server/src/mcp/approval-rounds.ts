import { isJsonObject, type JsonObject, type Outcome } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { RpcResult } from "../core/json-rpc.ts";
import type { Result } from "../core/refusal.ts";
import { endWait } from "./end-wait.ts";
import { approvalQuestion, readVerdict } from "./approval-question.ts";
import { declaresForms, type McpCall } from "./call.ts";
import { holdCall, questionsDuring } from "./hold-call.ts";
import { newId } from "../engine/new-id.ts";
import { staleState, type Bound } from "./suspended.ts";
import { isOpen } from "../core/open-outcome.ts";

/** Clients themselves allow at most ten rounds per call. */
const MAX_ROUNDS = 9;
/** Time for a person to answer a dialog; the inbox allows longer. */
const ROUND_SECONDS = 15 * 60;
const KEY = "approval";

/** Whether the client can wait by repeating the request, as it does to answer questions. */
export const mayGoInRounds = (call: McpCall, tool: GatewayTool): boolean =>
  call.era === "modern" && isJsonObject(call.capabilities["elicitation"]) && tool.delivery !== "queue";

/**
 * Returns `input_required`: the client repeats the request, with its person's answer if one was asked for and counts, else to
 * go on waiting. The state is valid for this call alone, and once.
 */
export async function openRound(
  call: McpCall,
  tool: GatewayTool,
  id: string,
  bound: Bound,
  round = 1,
  isAsked = false,
): Promise<RpcResult> {
  const { context, principal, method } = call;
  const action = !isAsked && tool.inClient && declaresForms(call) ? await context.engine.actions.get(principal, id) : undefined;
  const question = action?.ok ? approvalQuestion(tool, action.value) : null;
  const state: JsonObject = {
    kind: "approval",
    id,
    round,
    nonce: newId(),
    // The digest binds an answer to what was shown.
    ...(question && action?.ok && { digest: action.value.digest, isQuestion: action.value.isQuestion }),
  };
  return {
    resultType: "input_required",
    ...(question && { inputRequests: { [KEY]: { method: "elicitation/create", params: question } } }),
    requestState: context.stateCipher.encrypt(state, { by: principal, method, ...bound }, ROUND_SECONDS),
  };
}

interface RoundState {
  id: string;
  nonce: string;
  round: number;
  /** Of the action that was shown; missing if nobody was asked at the client. */
  digest?: string;
  /** Whether the form was a question's own. */
  isQuestion?: boolean;
}

/** Continues a call that the client repeated. Throws if its state was used, has expired, or belongs to another call. */
export async function continueInRounds(
  call: McpCall,
  tool: GatewayTool,
  bound: Bound,
): Promise<Result<Outcome> | RpcResult | "gone"> {
  const { context, principal, method, params } = call;
  const sealed = params["requestState"];
  const state = typeof sealed === "string" ? context.stateCipher.decrypt(sealed, { by: principal, method, ...bound }) : null;
  if (state?.["kind"] !== "approval") throw staleState();
  const { id, nonce, round, digest, isQuestion } = state as unknown as RoundState;
  if (!(await context.engine.heldCalls.takeRequestState(principal, nonce, ROUND_SECONDS))) throw staleState();

  const responses = params["inputResponses"];
  const answered = digest !== undefined && isJsonObject(responses) ? readVerdict(responses[KEY], isQuestion === true) : null;
  if (answered && digest !== undefined) {
    const { verdict, ...said } = answered;
    // An earlier decision in the inbox stands; the held call reports the actual outcome.
    await context.engine.decisions.answerInClient(principal, id, verdict, { ...said, digest });
  }
  const held = await holdCall(call, id, context.holdSeconds, questionsDuring(tool));
  if (held === "gone" || !held.ok || !isOpen(held.value)) return held;
  // Another round would not tell the agent what people ask it.
  const isAsked = held.value.comments !== undefined;
  if (round < MAX_ROUNDS && !isAsked && tool.onWaitEnd !== "expire" && !context.closing.aborted) {
    return openRound(call, tool, id, bound, round + 1, true);
  }
  return endWait(call, tool, held);
}
