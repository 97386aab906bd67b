import type { Principal } from "../core/principal.ts";
import { refuse } from "../core/refusal.ts";
import { countPending } from "../store/statements/count-pending.ts";
import type { EngineDeps } from "./deps.ts";

/** Proposals between two counts, at most. */
const COUNT_EVERY = 1000;
/** So long an agent that was refused is refused without a look. */
const REFUSED_MS = 1000;

/**
 * Refuses what an agent proposes beyond its quota of undecided actions, so that one in a loop does not bury the others. To
 * count costs a statement: after a count half of the room that was left, and at most a thousand, is given without another, so
 * a proposal pays for it only near the limit. Several processes on one database may together pass the limit by a part of it.
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
    `This agent has as many undecided actions as it may (${most}); wait until people have decided, or cancel some.`,
  );
