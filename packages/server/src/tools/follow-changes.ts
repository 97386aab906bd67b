import type { Log } from "../ports/log.ts";

export interface FollowedChanges {
  /** Name of the followed thing in the log, such as "connections". */
  what: string;
  /** Reads the stored state and applies it to this process. */
  apply(workspaceId: string): Promise<void>;
  /** Returns a version text that differs whenever there is something to apply. */
  versionsOf(workspaceId: string): Promise<string>;
  /** Calls back when a workspace may have changed. */
  onChange(workspaceId: string, callback: () => void): () => void;
  log: Log;
}

export interface ChangeFollower {
  /** Applies the stored state; calls run one after another. */
  apply(workspaceId: string): Promise<void>;
  /** Applies the stored state now and after every change made by this or another process. */
  serve(workspaceId: string): Promise<void>;
  /** Stops following and waits for a running `apply`. */
  stop(): Promise<void>;
}

/** Polling interval; finds changes for which this process received no notification. */
const LOOK_MS = 15_000;
/** Debounce: changes come in bursts. */
const SETTLE_MS = 200;

/** Keeps the open resources of this process in line with the stored settings. */
export function followChanges({ what, apply: applyNow, versionsOf, onChange, log }: FollowedChanges): ChangeFollower {
  const letGo: (() => void)[] = [];
  let turn: Promise<void> = Promise.resolve();

  const apply = (workspaceId: string): Promise<void> => {
    const next = turn.then(() => applyNow(workspaceId));
    turn = next.catch((error: unknown) => log("error", `${what} could not be read`, { error }));
    return next;
  };

  return {
    apply,
    async serve(workspaceId) {
      // The version is read first, so the next check finds a change made during `apply`.
      let seen = await versionsOf(workspaceId);
      await apply(workspaceId);
      const look = async (): Promise<void> => {
        const now = await versionsOf(workspaceId);
        if (now === seen) return;
        await apply(workspaceId);
        seen = now;
      };
      let isDue: NodeJS.Timeout | undefined;
      const soon = (ms: number): void => {
        isDue ??= setTimeout(() => {
          isDue = undefined;
          look().catch((error: unknown) => log("warn", `${what} could not be looked at`, { error: String(error) }));
        }, ms);
      };
      const timer = setInterval(() => soon(0), LOOK_MS);
      letGo.push(
        onChange(workspaceId, () => soon(SETTLE_MS)),
        () => clearInterval(timer),
        () => clearTimeout(isDue),
      );
    },
    async stop() {
      for (const end of letGo.splice(0)) end();
      await turn;
    },
  };
}
