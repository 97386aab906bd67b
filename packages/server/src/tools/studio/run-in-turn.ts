import type { CheckedNetwork } from "../connections/checked-fetch.ts";
import { Turns } from "../connectors/turns.ts";
import { runSandbox, type SandboxJob, type SandboxRun } from "./sandbox/run-sandbox.ts";

const MOST_AT_ONCE = 4;
const MOST_WAITING = 200;

/** `undefined`: too many wait. */
export type RunInTurn = (job: SandboxJob, signal: AbortSignal) => Promise<SandboxRun | undefined>;

/** Each run is a process with its own memory, so only some are there at once. */
export function runInTurn(network: CheckedNetwork): RunInTurn {
  const turns = new Turns(MOST_AT_ONCE, MOST_WAITING);
  return (job, signal) => turns.run(() => runSandbox(job, network.fetch(job.access.allowPrivate), signal), signal);
}
