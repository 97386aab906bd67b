import type { ClaimKey } from "../../store/statements/finish-execution.ts";
import type { Actor } from "../../store/statements/row.ts";
import type { EngineDeps } from "../deps.ts";

export interface RunDeps extends Omit<EngineDeps, "wakeExecutor"> {
  /** Recorded as who ran the action. */
  by: Actor;
  /** Whether the server is stopping. */
  isStopped(): boolean;
}

/** One execution in this process. */
export interface Run {
  key: ClaimKey;
  /** The one signal that ends a run. Its reasons are stored separately, since more than one may occur. */
  abort: AbortController;
  /** Why the run was aborted, whether or not its time was over before. */
  cutOff?: "emergency" | "other";
  isLate: boolean;
  /** The handler was called. Before that nothing can have taken effect. */
  hasStarted: boolean;
  /** On the clock of `performance.now()`, in milliseconds. */
  deadline: number;
}

/** Abort reason of an emergency stop. */
const EMERGENCY = "emergency stop";

export function cutOff(run: Run, why: "emergency" | "other"): void {
  run.cutOff ??= why;
  run.abort.abort(why === "emergency" ? EMERGENCY : undefined);
}
