import type { Outcome } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { Result } from "../core/refusal.ts";
import { approvalQuestion, readVerdict } from "./approval-question.ts";
import { endWait } from "./end-wait.ts";
import type { McpCall } from "./call.ts";
import { holdCall, questionsDuring } from "./hold-call.ts";
import { askClient } from "./relay.ts";

/**
 * Asks the person at a client with a session while the inbox can also decide: the first answer counts. If the dialog is closed
 * or fails, the question stays in the inbox.
 */
export async function askAtClient(
  call: McpCall,
  tool: GatewayTool,
  id: string,
  waitSeconds: number,
): Promise<Result<Outcome> | "gone"> {
  const { context, principal } = call;
  const action = await context.engine.actions.get(principal, id);
  const question = action.ok ? approvalQuestion(tool, action.value) : null;
  if (!action.ok || !question) return endWait(call, tool, await holdCall(call, id, waitSeconds, questionsDuring(tool)));
  const over = new AbortController();
  call.answer.open();
  const asking = askClient(call, "elicitation/create", question, over.signal).then(
    async (answer) => {
      const answered = readVerdict(answer, action.value.isQuestion);
      if (!answered) return;
      const { verdict, ...said } = answered;
      // The answer may come second or no longer count; the held call reports the actual outcome.
      await context.engine.decisions.answerInClient(principal, id, verdict, { ...said, digest: action.value.digest });
    },
    () => undefined,
  );
  asking.catch((error: unknown) => context.log("error", "an answer at a client was not recorded", { error }));
  // A question must not close the form that is open at the client.
  const held = await holdCall(call, id, waitSeconds, "tell").finally(() => over.abort());
  return endWait(call, tool, held);
}
