import type { Mutant } from "./mutants.ts";

const ENGINE = "packages/server/src/engine/decisions/time-limits.ts";
const STATEMENT = "packages/server/src/store/statements/time-limits.ts";
const TESTS = "packages/server/test/engine/time-limits.contract.test.ts";

/** Guards of changes of a pending action's time limit. */
export const TIME_LIMIT_MUTANTS: readonly Mutant[] = [
  {
    name: "time limit: of two changes at once, one is made",
    file: STATEMENT,
    find: `and date_trunc('milliseconds', a.expires_at) is not distinct from \${seen}::timestamptz`,
    replace: ``,
    test: TESTS,
    only: "G42 of two who change a time limit at once",
  },
  {
    name: "time limit: only of what waits",
    file: STATEMENT,
    find: ` and a.status = 'pending'`,
    replace: ``,
    test: TESTS,
    only: "G42 of what is decided or whose time is over",
  },
  {
    name: "time limit: what is over stays over",
    file: STATEMENT,
    find: `and (a.expires_at is null or a.expires_at > now())`,
    replace: ``,
    test: TESTS,
    only: "G42 of what is decided or whose time is over",
  },
  {
    name: "time limit: the statement keeps to the latest end",
    file: STATEMENT,
    find: `and (a.latest_expires_at is null or \${end} <= a.latest_expires_at)`,
    replace: ``,
    test: TESTS,
    only: "G42 the statement keeps to the latest end",
  },
  {
    name: "time limit: an end that the caller asked for is the latest",
    file: "packages/server/src/engine/proposals/prepare-calls.ts",
    find: `Math.min(item.expiresInSeconds ?? Infinity, heldSeconds, routed)`,
    replace: `Math.min(Infinity, heldSeconds, routed)`,
    test: TESTS,
    only: "G42 an end that the caller asked for",
  },
  {
    name: "time limit: the latest end goes over to what takes the place",
    file: "packages/server/src/store/statements/rebase-action.ts",
    find: "latestExpiresAt: sql`latest_expires_at`",
    replace: "latestExpiresAt: sql`null::timestamptz`",
    test: TESTS,
    only: "G42 so is the time of a routing rule",
  },
  {
    name: "time limit: only by whoever could reject the action",
    file: ENGINE,
    find: `if (!decided.ok) return decided;`,
    replace: `void decided;`,
    test: TESTS,
    only: "G42 only somebody who could reject",
  },
  {
    name: "time limit: the right is judged under the policy of the change",
    file: STATEMENT,
    find: `and \${policyEpochOf(sql\`a.workspace_id\`)} = \${policyEpoch}::bigint`,
    replace: ``,
    test: TESTS,
    only: "G42 the right is judged",
  },
  {
    name: "time limit: a delegation that is over gives no right",
    file: STATEMENT,
    find: `::timestamptz is null or now() <`,
    replace: `::timestamptz is null or now() >`,
    test: TESTS,
    only: "G42 the right is judged",
  },
  {
    name: "time limit: an end that has passed is refused",
    file: ENGINE,
    find: `if (end !== null && end.getTime() <= Date.now()) return`,
    replace: `if (end === undefined) return`,
    test: TESTS,
    only: "G42 an end that has passed",
  },
  {
    name: "time limit: the latest end is evidence",
    file: "packages/server/src/store/statements/row.ts",
    find: `rare("extract(epoch from a.latest_expires_at)::text", "latest_expires_at")`,
    replace: `rare("a.caption")`,
    test: "packages/server/test/review/forgeries.contract.test.ts",
    only: "G12 each column of an action",
  },
];
