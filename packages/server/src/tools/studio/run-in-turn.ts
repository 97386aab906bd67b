import type { CheckedNetwork } from "../connections/checked-fetch.ts";
import { Turns } from "../connectors/turns.ts";
import { runSandbox, type SandboxJob, type SandboxRun } from "./sandbox/run-sandbox.ts";

const MOST_AT_ONCE = 4;
const MOST_WAITING = 200;

/** Returns undefined if too many runs are waiting. */
export type RunInTurn = (job: SandboxJob, signal: AbortSignal) => Promise<SandboxRun | undefined>;

/** Limits the concurrent runs, since each is a process with its own memory. */
export function runInTurn(network: CheckedNetwork): RunInTurn {
  const turns = new Turns(MOST_AT_ONCE, MOST_WAITING);
  return (job, signal) => turns.run(() => runSandbox(job, network.fetch(job.access.allowPrivate), signal), signal);
}
