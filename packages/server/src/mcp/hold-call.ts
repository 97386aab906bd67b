import type { Outcome } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { Result } from "../core/refusal.ts";
import type { QuestionHandling } from "../ports/actions.ts";
import { metaOf, type McpCall } from "./call.ts";

/** Progress interval: clients that watch progress time out after minutes, and none counts SSE comments. */
const PROGRESS_SECONDS = 10;

/**
 * Holds a call until its action ends, at most until `waitSeconds` after the call arrived, and sends progress if the client
 * asked for it. Disconnecting ends only the wait; returns `gone` if the client will not come back.
 */
export async function holdCall(
  call: McpCall,
  id: string,
  waitSeconds: number,
  questions: QuestionHandling,
): Promise<Result<Outcome> | "gone"> {
  const { context, answer, principal, arrivedAt } = call;
  const end = arrivedAt + waitSeconds * 1000;
  if (waitSeconds > 0) answer.open();
  const stopTelling = waitSeconds > 0 ? tellProgress(call, `Waiting for a person to decide on ${id}.`) : undefined;
  try {
    for (;;) {
      const { absent } = answer;
      const over = new AbortController();
      const finish = (): void => over.abort();
      const signals = [absent, context.closing, context.leaving(principal.workspaceId)];
      for (const signal of signals) signal.addEventListener("abort", finish);
      if (signals.some(({ aborted }) => aborted)) finish();
      const left = Math.max(0, (end - performance.now()) / 1000);
      const held = await context.engine.heldCalls
        .collect(principal, id, left, over.signal, questions)
        .finally(() => signals.forEach((signal) => signal.removeEventListener("abort", finish)));
      if (!absent.aborted) return held;
      // The abort leaves the end undelivered for whoever asks next, which may be this client once it is back.
      if (!(await answer.untilBack())) return "gone";
    }
  } finally {
    stopTelling?.();
  }
}

/** A question to the agent ends the wait for a call, unless the call expires when the wait ends. */
export const questionsDuring = ({ onWaitEnd }: Pick<GatewayTool, "onWaitEnd">): QuestionHandling =>
  onWaitEnd === "expire" ? "tell" : "end";

/** Sends progress now and every ten seconds, if the client asked for it. Returns a function that stops it. */
export function tellProgress(call: McpCall, message: string): () => void {
  const { progressToken } = metaOf(call);
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const tell = (): void => {
    call.answer.notify("notifications/progress", { progressToken, progress, message });
    progress += 1;
  };
  tell();
  const timer = setInterval(tell, PROGRESS_SECONDS * 1000);
  return () => clearInterval(timer);
}
