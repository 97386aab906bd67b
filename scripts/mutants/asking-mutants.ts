import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const REPEATS = "packages/server/test/engine/repeats.int.test.ts";
const CONTEXT = source("store/statements/find-propose-context");
const COUNT = source("store/statements/refused-repeats");

/** Guards of what keeps people from being asked too often. */
export const ASKING_MUTANTS: readonly Mutant[] = [
  {
    name: "repeats: a rejected call is found again",
    file: source("engine/propose"),
    find: `if (repeat) return`,
    replace: `if (repeat && repeat.paused) return`,
    test: REPEATS,
    only: "G15 the same call meets",
  },
  {
    name: "repeats: the arguments count, not their order",
    file: source("engine/propose"),
    find: "inputHash: sha256Hex(inputs[n]!)",
    replace: "inputHash: sha256Hex(JSON.stringify(items[n]!.toolInput))",
    test: REPEATS,
    only: "G15 the same call meets",
  },
  {
    name: "repeats: a no ends with the day where nothing else ends it",
    file: CONTEXT,
    find: `greatest(p.forgotten_at, \${noHoldsFrom(sql\`r."missionId"\`, sql\`r."sessionId"\`)})`,
    replace: `greatest(p.forgotten_at, '-infinity')`,
    test: REPEATS,
    only: "G15 without a mission",
  },
  {
    name: "repeats: feedback is no no",
    file: CONTEXT,
    find: "and status = 'rejected'",
    replace: "and status in ('rejected', 'refined')",
    test: REPEATS,
    only: "G15 feedback",
  },
  {
    name: "repeats: a paused tool is refused whatever the call",
    file: source("engine/repeats"),
    find: `if (pausedOverId !== null && afterReject === "pause")`,
    replace: `if (pausedOverId !== null && rejectedId !== null)`,
    test: REPEATS,
    only: "G15 the third",
  },
  {
    name: "repeats: it is paused once, however many come at once",
    file: COUNT,
    find: `where p.paused_at is null or \${isOver("p.")}`,
    replace: "where true",
    test: REPEATS,
    only: "G15 many",
  },
  {
    name: "repeats: only who decides on the tool lifts a pause",
    file: COUNT,
    find: `and \${isApproverOf("t", "m")}`,
    replace: "",
    test: REPEATS,
    only: "G15 the third",
  },
  {
    name: "repeats: relaxing is confirmed",
    file: source("core/protection"),
    find: "AFTER_REJECT_STRENGTH[tool.afterReject] < AFTER_REJECT_STRENGTH[was.afterReject]",
    replace: "false as boolean",
    test: REPEATS,
    only: "G15 an administrator",
  },
];
