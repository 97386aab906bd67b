import { isJsonObject, type JsonObject, type Outcome } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { RpcResult } from "../core/json-rpc.ts";
import type { Result } from "../core/refusal.ts";
import { endWait } from "./end-wait.ts";
import { approvalQuestion, readVerdict } from "./approval-question.ts";
import { declaresForms, type McpCall } from "./call.ts";
import { holdCall } from "./hold-call.ts";
import { newId } from "../engine/new-id.ts";
import { staleState, type Bound } from "./suspended.ts";
import { isOpen } from "../core/open-outcome.ts";

/** The clients' own limit is ten rounds for one call. */
const MAX_ROUNDS = 9;
/** For a person to look at a dialog; the question in the inbox lasts longer. */
const ROUND_SECONDS = 15 * 60;
const KEY = "approval";

/** A client that answers questions by calling again can also wait by calling again. */
export const mayGoInRounds = (call: McpCall, tool: GatewayTool): boolean =>
  call.era === "modern" && isJsonObject(call.capabilities["elicitation"]) && tool.delivery !== "queue";

/**
 * Answers that the client is to call again: with what its person says, where that counts, and in any case to go on waiting.
 * The state is good for this call alone, and once.
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
  const action = !isAsked && tool.inClient && declaresForms(call) ? await context.engine.get(principal, id) : undefined;
  const question = action?.ok ? approvalQuestion(tool, action.value) : null;
  const state: JsonObject = {
    kind: "approval",
    id,
    round,
    nonce: newId(),
    // What was shown is what an answer is about.
    ...(question && action?.ok && { digest: action.value.digest }),
  };
  return {
    resultType: "input_required",
    ...(question && { inputRequests: { [KEY]: { method: "elicitation/create", params: question } } }),
    requestState: context.stateCipher.encrypt(state, { by: principal, method, ...bound }, ROUND_SECONDS),
  };
}

/** Goes on with a call that came back. Throws where its state was used, is over, or is not of this very call. */
export async function continueInRounds(
  call: McpCall,
  tool: GatewayTool,
  bound: Bound,
): Promise<Result<Outcome> | RpcResult | "gone"> {
  const { context, principal, method, params } = call;
  const sealed = params["requestState"];
  const state = typeof sealed === "string" ? context.stateCipher.decrypt(sealed, { by: principal, method, ...bound }) : null;
  if (state?.["kind"] !== "approval") throw staleState();
  const { id, nonce, round, digest } = state as { id: string; nonce: string; round: number; digest?: string };
  if (!(await context.engine.takeRequestState(principal, nonce, ROUND_SECONDS))) throw staleState();

  const responses = params["inputResponses"];
  const verdict = digest !== undefined && isJsonObject(responses) ? readVerdict(responses[KEY]) : null;
  if (verdict && digest !== undefined) {
    const { comment } = verdict;
    // Who was first in the inbox stays first; the held call tells what is true.
    await context.engine.answerInClient(principal, id, verdict.verdict, { digest, ...(comment !== undefined && { comment }) });
  }
  const held = await holdCall(call, id, context.holdSeconds);
  if (held === "gone" || !held.ok || !isOpen(held.value)) return held;
  if (round < MAX_ROUNDS && tool.onWaitEnd !== "expire" && !context.closing.aborted) {
    return openRound(call, tool, id, bound, round + 1, true);
  }
  return endWait(call, tool, held);
}
