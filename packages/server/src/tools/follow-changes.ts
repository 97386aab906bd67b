import type { Log } from "../ports/log.ts";

export interface FollowedChanges {
  /** Name of the followed thing in the log, such as "connections". */
  what: string;
  /** Reads the stored state and applies it to this process. */
  apply(workspaceId: string): Promise<void>;
  /** Closes what `apply` opened in a workspace that is no longer served. The stored state stays. */
  release(workspaceId: string): Promise<void>;
  /**
   * Returns a text for each workspace that differs whenever there is something to apply; a workspace without any rows is left
   * out. One statement for all, so that the cost of polling does not grow with the number of workspaces.
   */
  versionsOf(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Calls back when a workspace may have changed. */
  onChange(workspaceId: string, callback: () => void): () => void;
  log: Log;
}

export interface ChangeFollower {
  /** Applies the stored state; calls for one workspace run one after another. */
  apply(workspaceId: string): Promise<void>;
  /** Applies the stored state in every workspace that is followed or begins to be. */
  applyToAll(): Promise<void>;
  /** Applies the stored state now and after every change made by this or another process. */
  serve(workspaceId: string): Promise<void>;
  /** Stops following a workspace and releases what it opened. */
  leave(workspaceId: string): Promise<void>;
  /** Stops following all workspaces and waits for a running `apply`. */
  stop(): Promise<void>;
}

/** Polling interval; finds changes for which this process received no notification. */
const LOOK_MS = 15_000;
/** Debounce: changes come in bursts. */
const SETTLE_MS = 200;

interface Followed {
  /** Version of the state that was applied last. */
  seen: string | undefined;
  /** Ends the notifications and the debounce. */
  forget(): void;
}

/** Keeps the open resources of this process in line with the stored settings. */
export function followChanges({ what, apply, release, versionsOf, onChange, log }: FollowedChanges): ChangeFollower {
  const followed = new Map<string, Followed>();
  const queue = queuePerWorkspace((error) => log("error", `${what} could not be read`, { error }));
  /** A request that was under way when its workspace was left must not open anything again. */
  const left = new Set<string>();
  /** Workspaces that begin to be followed. A server can be stopped meanwhile. */
  const beginnings = new Set<Promise<void>>();
  let isStopped = false;
  let poll: NodeJS.Timeout | undefined;

  const applyInTurn = (workspaceId: string): Promise<void> =>
    queue.run(workspaceId, async () => {
      if (!left.has(workspaceId)) await apply(workspaceId);
    });

  async function look(workspaceIds: readonly string[]): Promise<void> {
    if (workspaceIds.length === 0) return;
    const versions = await versionsOf(workspaceIds);
    const changed = workspaceIds.filter((id) => followed.has(id) && followed.get(id)?.seen !== versions.get(id));
    await Promise.all(
      changed.map(async (id) => {
        await applyInTurn(id);
        const one = followed.get(id);
        if (one) one.seen = versions.get(id);
      }),
    );
  }

  const lookSoon = (workspaceIds: readonly string[]): void =>
    void look(workspaceIds).catch((error: unknown) => log("warn", `${what} could not be looked at`, { error: String(error) }));

  function follow(workspaceId: string, seen: string | undefined): void {
    const forget = afterBursts(
      (callback) => onChange(workspaceId, callback),
      () => lookSoon([workspaceId]),
    );
    followed.get(workspaceId)?.forget();
    followed.set(workspaceId, { seen, forget });
    poll ??= setInterval(() => lookSoon([...followed.keys()]), LOOK_MS);
  }

  async function begin(workspaceId: string): Promise<void> {
    left.delete(workspaceId);
    // The version is read first, so the next check finds a change made during `apply`.
    const seen = (await versionsOf([workspaceId])).get(workspaceId);
    if (isStopped) return;
    await applyInTurn(workspaceId);
    if (!isStopped && !left.has(workspaceId)) follow(workspaceId, seen);
  }

  return {
    apply: applyInTurn,
    async applyToAll() {
      await Promise.allSettled(beginnings);
      const ends = await Promise.allSettled([...followed.keys()].map(applyInTurn));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    },
    async serve(workspaceId) {
      const beginning = begin(workspaceId);
      beginnings.add(beginning);
      await beginning.finally(() => beginnings.delete(beginning));
    },
    async leave(workspaceId) {
      left.add(workspaceId);
      followed.get(workspaceId)?.forget();
      followed.delete(workspaceId);
      await queue.run(workspaceId, () => release(workspaceId));
    },
    async stop() {
      isStopped = true;
      clearInterval(poll);
      for (const { forget } of followed.values()) forget();
      followed.clear();
      await Promise.allSettled(beginnings);
      await queue.idle();
    },
  };
}

/** Calls back a moment after the first change of a burst. Returns what ends it. */
function afterBursts(listen: (callback: () => void) => () => void, callback: () => void): () => void {
  let due: NodeJS.Timeout | undefined;
  const letGo = listen(() => {
    due ??= setTimeout(() => {
      due = undefined;
      callback();
    }, SETTLE_MS);
  });
  return () => {
    letGo();
    clearTimeout(due);
  };
}

/** Runs the work of one workspace in order; workspaces do not wait for each other. */
function queuePerWorkspace(onError: (error: unknown) => void) {
  const last = new Map<string, Promise<void>>();
  return {
    run(workspaceId: string, work: () => Promise<void>): Promise<void> {
      const next = (last.get(workspaceId) ?? Promise.resolve()).then(work);
      const settled: Promise<void> = next.catch(onError).then(() => {
        if (last.get(workspaceId) === settled) last.delete(workspaceId);
      });
      last.set(workspaceId, settled);
      return next;
    },
    /** Resolves when nothing runs or waits. */
    async idle(): Promise<void> {
      await Promise.all(last.values());
    },
  };
}
