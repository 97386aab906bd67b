import type { Log } from "../../ports/log.ts";

const QUIET_MS = 60_000;
/** Distinct faults that are remembered. A server whose faults all differ must not fill the memory. */
const MAX_KNOWN = 100;

/** Logs each distinct fault at most once a minute and counts the rest, so that a server repeating one cannot flood the log. */
export function createFaultLog(log: Log, upstream: string): (fault: string) => void {
  const known = new Map<string, { at: number; unsaid: number }>();
  return (fault) => {
    const now = performance.now();
    const before = known.get(fault);
    if (before && now - before.at < QUIET_MS) {
      before.unsaid += 1;
      return;
    }
    known.delete(fault);
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!);
    known.set(fault, { at: now, unsaid: 0 });
    log("warn", "an upstream did something wrong", { upstream, fault, ...(before?.unsaid ? { times: before.unsaid } : {}) });
  };
}
