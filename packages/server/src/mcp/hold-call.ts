import type { ServerContext } from "@modelcontextprotocol/server";
import type { Outcome } from "@countersign/protocol";
import type { Result } from "../core/refusal.ts";
import type { McpCall } from "./mcp-call.ts";

/** Clients that watch progress give up after minutes, and none counts the comments of the stream. */
const PROGRESS_SECONDS = 10;

/**
 * Holds a call until its action is over, at most `waitSeconds`, and says so to a client that asked for progress. A client
 * that goes away ends the waiting and nothing else.
 */
export async function holdCall(
  call: McpCall,
  id: string,
  waitSeconds: number,
  context: ServerContext,
): Promise<Result<Outcome>> {
  const over = new AbortController();
  const end = (): void => over.abort();
  const { signal, id: requestId } = context.mcpReq;
  if (signal.aborted || call.closing.aborted) end();
  signal.addEventListener("abort", end);
  call.closing.addEventListener("abort", end);
  const release = call.held.add(call.principal, requestId, end);
  const stopTelling = tellProgress(context, `Waiting for a person to decide on ${id}.`);
  try {
    return await call.engine.collect(call.principal, id, Math.min(waitSeconds, call.holdSeconds), over.signal);
  } finally {
    stopTelling();
    release();
    call.closing.removeEventListener("abort", end);
  }
}

function tellProgress({ mcpReq }: ServerContext, message: string): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const tell = (): void => {
    const params = { progressToken, progress, message };
    progress += 1;
    // A client that is gone is noticed by the signal; the notification itself may be lost.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  tell();
  const timer = setInterval(tell, PROGRESS_SECONDS * 1000);
  return () => clearInterval(timer);
}
