import type { Outcome } from "@countersign/protocol";
import type { Result } from "../core/refusal.ts";
import { metaOf, type McpCall } from "./call.ts";

/** Clients that watch progress give up after minutes, and none counts the comments of the stream. */
const PROGRESS_SECONDS = 10;

/**
 * Holds a call until its action is over, at most until `waitSeconds` after the call arrived, and says so to a client that asked for progress. A client
 * that goes away ends the waiting and nothing else; `gone` when it will not come back for the answer. `stop` ends it too,
 * with what is true then.
 */
export async function holdCall(
  call: McpCall,
  id: string,
  waitSeconds: number,
  stop?: AbortSignal,
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
      const signals = [absent, context.closing, ...(stop ? [stop] : [])];
      for (const signal of signals) signal.addEventListener("abort", finish);
      if (signals.some(({ aborted }) => aborted)) finish();
      const left = Math.max(0, (end - performance.now()) / 1000);
      const held = await context.engine
        .collect(principal, id, left, over.signal)
        .finally(() => signals.forEach((signal) => signal.removeEventListener("abort", finish)));
      if (!absent.aborted) return held;
      // Its end was not told: an abort keeps it for whoever asks next, which may be this client once it is back.
      if (!(await answer.untilBack())) return "gone";
    }
  } finally {
    stopTelling?.();
  }
}

/** Says at once and every ten seconds that the call is alive, to a client that asked for it. */
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
