import type { Engine } from "./ports/engine.ts";
import type { Log } from "./ports/log.ts";
import type { Feature } from "./http/feature.ts";
import type { Database } from "./store/database.ts";
import { listWorkspacesInUse } from "./store/statements/workspaces.ts";

export interface ServedWorkspaces {
  /** Makes the tools of every workspace known. Awaited before the server listens; throws if one can not be served. */
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
export function createServedWorkspaces({ database, engine, features, log }: ServedWorkspacesDeps): ServedWorkspaces {
  const served = new Set<string>();
  let poll: NodeJS.Timeout | undefined;
  let letGo: (() => void) | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let isRunning = false;

  async function registerOne(workspaceId: string): Promise<void> {
    await engine.declaredTools.registerServer(workspaceId);
    for (const feature of features) await feature.register?.(workspaceId);
    served.add(workspaceId);
    if (isRunning) for (const feature of features) feature.serve?.(workspaceId);
  }

  async function leave(workspaceId: string): Promise<void> {
    for (const feature of features) await feature.leave?.(workspaceId);
    served.delete(workspaceId);
    log("info", "a workspace is archived; this process serves it no longer", { workspaceId });
  }

  /** A workspace that can not be served or left now is tried again at the next look; the others go on. */
  const tryEach = (workspaceIds: readonly string[], change: (workspaceId: string) => Promise<void>): Promise<void> =>
    inParallel(workspaceIds, (workspaceId) =>
      change(workspaceId).catch((error: unknown) =>
        log("error", "a workspace that appeared or was archived could not be followed", { workspaceId, error }),
      ),
    );

  async function lookOnce(): Promise<void> {
    const inUse = new Set(await listWorkspacesInUse(database.kysely));
    await tryEach(
      [...served].filter((id) => !inUse.has(id)),
      leave,
    );
    await tryEach(
      [...inUse].filter((id) => !served.has(id)),
      registerOne,
    );
  }

  async function lookWhileAsked(): Promise<void> {
    while (lookAgain && isRunning) {
      lookAgain = false;
      await lookOnce();
    }
  }

  function look(): void {
    lookAgain = true;
    looking ??= lookWhileAsked()
      .catch((error: unknown) => log("warn", "which workspaces are in use could not be read", { error: String(error) }))
      .finally(() => (looking = undefined));
  }

  return {
    async register() {
      await inParallel(await listWorkspacesInUse(database.kysely), registerOne);
    },
    serve() {
      isRunning = true;
      for (const workspaceId of served) for (const feature of features) feature.serve?.(workspaceId);
      // A known workspace may have been archived, which the next poll finds: it would be a statement for each change of any action.
      letGo = database.listen((workspaceId) => (workspaceId === null || !served.has(workspaceId) ? look() : undefined));
      poll = setInterval(look, LOOK_MS);
      look();
    },
    async stop() {
      isRunning = false;
      letGo?.();
      clearInterval(poll);
      await looking;
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
