import type { Claim } from "@countersign/protocol";
import { CountersignProblem, LeaseLost } from "./errors.ts";

export interface Lease {
  /** Aborted when the tool's time is over, or when the lease is lost. */
  readonly signal: AbortSignal;
  /** Ends the heartbeat. Returns when the lease ends, in milliseconds of `performance.now()`. */
  stop(): number;
}

/**
 * Extends the lease while a handler runs. Sends a heartbeat every third of the lease, so that two may be lost. Heartbeats end
 * when the tool's time is over: a handler that does not stop then loses its lease and is shown as such.
 */
export function keepLease(
  claim: Claim,
  heartbeat: () => Promise<{ leaseSeconds: number }>,
  tell: (error: unknown) => void,
): Lease {
  const controller = new AbortController();
  let endsAt = performance.now() + claim.leaseSeconds * 1000;
  let beatTimer: ReturnType<typeof setTimeout> | undefined;

  const abort = (reason: Error): void => {
    clearTimeout(beatTimer);
    clearTimeout(timeout);
    controller.abort(reason);
  };
  const timeout = setTimeout(
    () => abort(new DOMException(`The tool exceeded its time limit of ${claim.timeoutSeconds} s.`, "TimeoutError")),
    claim.timeoutSeconds * 1000,
  );
  const scheduleBeat = (leaseSeconds: number): void => {
    beatTimer = setTimeout(() => void beat(leaseSeconds), Math.max(leaseSeconds / 3, 0.05) * 1000);
  };
  async function beat(leaseSeconds: number): Promise<void> {
    const sentAt = performance.now();
    let nextSeconds = leaseSeconds;
    try {
      nextSeconds = (await heartbeat()).leaseSeconds;
      endsAt = sentAt + nextSeconds * 1000;
    } catch (error) {
      tell(error);
      if (error instanceof CountersignProblem && error.status === 409) {
        endsAt = sentAt;
        abort(new LeaseLost("The execution was reassigned or has ended; a report on it will be refused."));
      } else if (performance.now() >= endsAt) {
        abort(new LeaseLost("The server did not respond for the duration of a lease."));
      }
    }
    if (!controller.signal.aborted && beatTimer !== undefined) scheduleBeat(nextSeconds);
  }
  scheduleBeat(claim.leaseSeconds);

  return {
    signal: controller.signal,
    stop: () => {
      clearTimeout(timeout);
      clearTimeout(beatTimer);
      beatTimer = undefined;
      return endsAt;
    },
  };
}
