import { escalateActions, remindActions } from "../../store/statements/remind-actions.ts";
import { expireActions, recoverLostExecutions } from "../../store/statements/sweep-actions.ts";
import type { EngineDeps } from "../deps.ts";
import { failpoint } from "../failpoint.ts";

export interface Sweeper {
  start(): void;
  /** Runs one pass now, or joins the running one; returns the number of changed rows. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** Recovers, expires, reminds and escalates actions. Any number of processes may sweep: rows are locked with skip locked. */
export function createSweeper(deps: EngineDeps): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<number> | undefined;

  async function sweepOnce(): Promise<number> {
    const recovered = await recoverLostExecutions(deps.database.kysely);
    if (recovered.length > 0) failpoint("recover.committed");
    const expired = await expireActions(deps.database.kysely);
    const reminded = await remindActions(deps.database.kysely);
    const escalated = await escalateActions(deps.database.kysely);
    const moved = [...recovered, ...expired, ...reminded, ...escalated];
    for (const workspaceId of new Set(moved.map((row) => row.workspaceId))) deps.database.notify(workspaceId);
    if (recovered.length > 0) deps.wakeExecutor();
    return moved.length;
  }

  const sweep = (): Promise<number> =>
    (sweeping ??= sweepOnce().finally(() => {
      sweeping = undefined;
    }));

  const pass = (): void =>
    void sweep().catch((error: unknown) => deps.log("error", "the sweep failed", { error: String(error) }));

  return {
    sweep,
    start() {
      timer = setInterval(pass, deps.settings.sweepSeconds * 1000);
      pass();
    },
    async stop() {
      clearInterval(timer);
      await sweeping?.catch(() => undefined);
    },
  };
}
