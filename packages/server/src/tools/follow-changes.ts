import type { Log } from "../engine/deps.ts";

export interface FollowedChanges {
  /** What is followed, in the words of the log: "connections". */
  what: string;
  /** Reads what is stored now and brings this process in line with it. */
  apply(workspaceId: string): Promise<void>;
  /** Differs whenever there is something to apply. */
  versionsOf(workspaceId: string): Promise<string>;
  /** Calls back when a workspace may have changed. */
  onChange(workspaceId: string, callback: () => void): () => void;
  log: Log;
}

export interface ChangeFollower {
  /** Applies what is stored now, one time after the other. */
  apply(workspaceId: string): Promise<void>;
  /** Applies what is stored, and again whenever it changed, in this process or another one. */
  serve(workspaceId: string): Promise<void>;
  /** Follows nothing more, and waits for what is being applied. */
  stop(): Promise<void>;
}

/** A change that nobody told this process of is seen after this. */
const LOOK_MS = 15_000;
/** Changes come in flocks. */
const SETTLE_MS = 200;

/** Keeps what this process has open in line with what administrators stored. */
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
      // Read first: what changes while it is applied is seen by the next look.
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
