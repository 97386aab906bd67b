import type { Log } from "../../ports/log.ts";
import type { OnCallSchedules, OnCallTeams, ScheduleReading } from "../../ports/on-call.ts";
import type { Database } from "../../store/database.ts";
import { findOnCallWorkspaces, listOnCallConnections, onCallVersions, readClock } from "../../store/statements/on-call.ts";
import { followChanges } from "../../tools/follow-changes.ts";

export interface OnCallWatchDeps {
  database: Database;
  schedules: OnCallSchedules;
  teams: OnCallTeams;
  log: Log;
  /** Calls back when a workspace may have changed. */
  onChange(workspaceId: string, callback: () => void): () => void;
}

export interface OnCallWatch {
  /** Reads the schedules of a workspace now, every minute, and whenever one of its on-call connections changes. */
  serve(workspaceId: string): void;
  leave(workspaceId: string): Promise<void>;
  /** Reads the schedules of a workspace now. */
  pass(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

/** A handover is noticed this late at most, while the schedule answers. */
const READ_EVERY_MS = 60_000;
const ANSWER_MS = 30_000;
/** Longest time for which a service is left alone because it asked for that. */
const MAX_PAUSE_MS = 3_600_000;

/** Any number of processes may watch a workspace. */
export function createOnCallWatch(deps: OnCallWatchDeps): OnCallWatch {
  const { database, schedules, log, onChange } = deps;
  const served = new Set<string>();
  const end = new AbortController();
  const read = createReader(deps, end.signal);
  const follower = followChanges({
    what: "on-call schedules",
    apply: (workspaceId) => pass(deps, read, workspaceId),
    release: async () => undefined,
    versionsOf: (workspaceIds) => onCallVersions(database.kysely, workspaceIds, schedules.connectors),
    onChange,
    log,
  });
  const warn = (error: unknown): void => log("warn", "on-call schedules could not be applied", { error: String(error) });
  const poll = setInterval(() => {
    findOnCallWorkspaces(database.kysely, [...served], schedules.connectors)
      .then((found) => Promise.all(found.map((workspaceId) => follower.apply(workspaceId).catch(warn))))
      .catch(warn);
  }, READ_EVERY_MS);

  return {
    serve(workspaceId) {
      served.add(workspaceId);
      follower.serve(workspaceId).catch(warn);
    },
    async leave(workspaceId) {
      served.delete(workspaceId);
      await follower.leave(workspaceId);
    },
    pass: follower.apply,
    async stop() {
      clearInterval(poll);
      end.abort();
      await follower.stop();
    },
  };
}

type Reader = (connection: { id: string; workspaceId: string; version: number }) => Promise<ScheduleReading | undefined>;

/** Asks no service sooner than it wants to be asked again, unless the connection was changed. */
function createReader({ database, schedules }: OnCallWatchDeps, signal: AbortSignal): Reader {
  const pauses = new Map<string, { version: number; until: number }>();
  return async (connection) => {
    const { id, version } = connection;
    const pause = pauses.get(id);
    if (pause?.version === version && Date.now() < pause.until) return undefined;
    pauses.delete(id);
    const askedAt = await readClock(database.kysely);
    const said = await schedules.read(connection, askedAt, AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]));
    // What was cut off by the end of this process is no fault of the schedule.
    if (!said || signal.aborted) return undefined;
    const { retryAfterSeconds = 0, ...answer } = said;
    if (retryAfterSeconds > 0)
      pauses.set(id, { version, until: Date.now() + Math.min(retryAfterSeconds * 1000, MAX_PAUSE_MS) });
    return { connectionId: id, version, askedAt, answer };
  };
}

async function pass({ database, schedules, teams, log }: OnCallWatchDeps, read: Reader, workspaceId: string): Promise<void> {
  const [found] = await findOnCallWorkspaces(database.kysely, [workspaceId], schedules.connectors);
  if (found === undefined) return;
  const rows = await listOnCallConnections(database.kysely, workspaceId, schedules.connectors);
  const readings = await Promise.all(rows.filter(({ enabled }) => enabled).map((row) => read({ ...row, workspaceId })));
  const problems = await teams.settle(
    workspaceId,
    readings.filter((reading) => reading !== undefined),
  );
  for (const { connectionId, problem } of problems) {
    if (problem === null) log("info", "an on-call schedule can be used again", { connection: connectionId });
    else log("warn", "an on-call schedule cannot be used; who was on call last remains", { connection: connectionId, problem });
  }
}
