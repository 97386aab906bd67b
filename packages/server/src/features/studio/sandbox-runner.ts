import type { CheckedNetwork } from "../../tools/connections/checked-fetch.ts";
import { Semaphore } from "../../tools/connectors/semaphore.ts";
import { runSandbox, type SandboxJob, type SandboxRun } from "./sandbox/run-sandbox.ts";

const MAX_AT_ONCE = 4;
const MAX_WAITING = 200;

/** Returns undefined if too many runs are waiting. */
export type SandboxRunner = (job: SandboxJob, signal: AbortSignal) => Promise<SandboxRun | undefined>;

/** Limits the concurrent runs, since each is a process with its own memory. */
export function createSandboxRunner(network: CheckedNetwork): SandboxRunner {
  const turns = new Semaphore(MAX_AT_ONCE, MAX_WAITING);
  return (job, signal) => turns.run(() => runSandbox(job, network.fetch(job.access.allowPrivate), signal), signal);
}
