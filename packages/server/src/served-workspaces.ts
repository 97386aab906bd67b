import type { Engine } from "./ports/engine.ts";
import type { Log } from "./ports/log.ts";
import type { Feature } from "./http/feature.ts";
import type { Database } from "./store/database.ts";
import { listWorkspacesInUse } from "./store/statements/workspaces.ts";

export interface ServedWorkspaces {
  /** Makes the tools of every workspace known. Awaited before the server listens; throws if one cannot be served. */
  register(): Promise<void>;
  /** Begins the features' own work, and follows which workspaces appear and are archived. Called once the gate runs. */
  serve(): void;
  /** Stops following and waits for registrations in progress. Stopping the features is the caller's. */
  stop(): Promise<void>;
}

export interface ServedWorkspacesDeps {
  database: Database;
  engine: Pick<Engine, "declaredTools">;
  features: readonly Feature[];
  log: Log;
}

/** Polling interval, and the longest time until an archived workspace's upstreams are closed. Notifications are quicker. */
const LOOK_MS = 5000;
/** Workspaces registered at once; each may wait for its upstreams. */
const PARALLEL = 4;

/**
 * Serves every workspace that is in use, from the moment it is stored until it is archived, in each process. Whether a
 * credential is accepted and whether anything may run does not depend on this: the database says so.
 */
export function createServedWorkspaces({ database, ...deps }: ServedWorkspacesDeps): ServedWorkspaces {
  const { log } = deps;
  const opened = createOpened(deps);
  let poll: NodeJS.Timeout | undefined;
  let letGo: (() => void) | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  async function lookWhileAsked(): Promise<void> {
    while (lookAgain) {
      lookAgain = false;
      await opened.follow(await listWorkspacesInUse(database.kysely));
    }
  }

  function look(): void {
    lookAgain = true;
    looking ??= lookWhileAsked()
      .catch((error: unknown) => log("warn", "which workspaces are in use could not be read", { error: String(error) }))
      .finally(() => (looking = undefined));
  }

  return {
    register: async () => opened.register(await listWorkspacesInUse(database.kysely)),
    serve() {
      opened.serve();
      // A known workspace may have been archived, which the next poll finds: it would be a statement for each change of any action.
      letGo = database.listen((workspaceId) => {
        if (workspaceId === null || !opened.isServed(workspaceId)) look();
      });
      poll = setInterval(() => {
        opened.retry();
        look();
      }, LOOK_MS);
      look();
    },
    async stop() {
      opened.stop();
      lookAgain = false;
      letGo?.();
      clearInterval(poll);
      await looking;
    },
  };
}

/** What this process has open of each workspace. */
function createOpened({ engine, features, log }: Omit<ServedWorkspacesDeps, "database">) {
  /** Workspaces whose tools are registered. */
  const served = new Set<string>();
  /** Workspaces of which something may be open, also if they could not be registered completely. */
  const begun = new Set<string>();
  /** Workspaces that could not be registered or left: tried again after `retry` only, as each try notifies. */
  const failed = new Set<string>();
  let isRunning = false;
  let isStopped = false;

  async function register(workspaceId: string): Promise<void> {
    if (isStopped) return;
    begun.add(workspaceId);
    await engine.declaredTools.registerServer(workspaceId);
    for (const feature of features) await feature.register?.(workspaceId);
    served.add(workspaceId);
    if (isRunning) for (const feature of features) feature.serve?.(workspaceId);
  }

  async function leave(workspaceId: string): Promise<void> {
    if (isStopped) return;
    served.delete(workspaceId);
    for (const feature of features) await feature.leave?.(workspaceId);
    begun.delete(workspaceId);
    log("info", "a workspace is archived; this process serves it no longer", { workspaceId });
  }

  /** If one workspace cannot be served or left at the moment, the others are nevertheless. */
  const tryEach = (workspaceIds: readonly string[], change: (workspaceId: string) => Promise<void>): Promise<void> =>
    inParallel(workspaceIds, (workspaceId) =>
      change(workspaceId).catch((error: unknown) => {
        failed.add(workspaceId);
        log("error", "a workspace that appeared or was archived could not be followed", { workspaceId, error });
      }),
    );

  return {
    isServed: (workspaceId: string): boolean => served.has(workspaceId),
    retry: (): void => failed.clear(),
    /** Throws if one cannot be registered. */
    register: (workspaceIds: readonly string[]): Promise<void> => inParallel(workspaceIds, register),
    serve(): void {
      isRunning = true;
      for (const workspaceId of served) for (const feature of features) feature.serve?.(workspaceId);
    },
    async follow(inUse: readonly string[]): Promise<void> {
      const over = [...begun].filter((id) => !inUse.includes(id) && !failed.has(id));
      await tryEach(over, leave);
      const appeared = inUse.filter((id) => !served.has(id) && !failed.has(id));
      await tryEach(appeared, register);
    },
    stop(): void {
      isStopped = true;
    },
  };
}

/** Runs `work` for each item, at most `PARALLEL` at a time. The first fault is thrown once the others have ended. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const ends = await Promise.allSettled(
    Array.from({ length: PARALLEL }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
