import type { Principal } from "../../core/principal.ts";
import { refuse } from "../../core/refusal.ts";
import { countPending } from "../../store/statements/count-pending.ts";
import type { EngineDeps } from "../deps.ts";

/** Maximum number of proposals between two counts. */
const COUNT_EVERY = 1000;
/** Time for which a refused agent is refused without another count. */
const REFUSED_MS = 1000;

/**
 * Refuses proposals beyond an agent's quota of pending actions, so that an agent in a loop does not bury the others. Counting
 * costs a statement, so each count grants half of the remaining quota, at most `COUNT_EVERY`, without another; only proposals
 * near the limit pay for it. Several processes on one database may together exceed the limit by a part of it.
 */
export function createPendingQuota({ database, settings }: Pick<EngineDeps, "database" | "settings">) {
  const most = settings.maxPendingPerAgent;
  const known = new Map<string, { free: number; room: number; refusedUntil: number }>();

  return async function refuseOverQuota(by: Principal, count: number): Promise<ReturnType<typeof refuse> | undefined> {
    const agent = known.get(by.id);
    if (agent && agent.free >= count) {
      agent.free -= count;
      return undefined;
    }
    if (agent && count > agent.room && performance.now() < agent.refusedUntil) return overQuota(most);
    const room = most - (await countPending(database.kysely, by.workspaceId, by.id, most));
    if (room < count) {
      known.set(by.id, { free: 0, room, refusedUntil: performance.now() + REFUSED_MS });
      return overQuota(most);
    }
    known.set(by.id, { free: Math.min(Math.floor((room - count) / 2), COUNT_EVERY), room, refusedUntil: 0 });
    return undefined;
  };
}

const overQuota = (most: number) =>
  refuse(
    "RATE_LIMITED",
    `This agent has reached its limit of ${most} pending actions. Wait until people have decided, or cancel some.`,
  );
