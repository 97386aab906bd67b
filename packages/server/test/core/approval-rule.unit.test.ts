import type { ApprovalRule, Approver, Role } from "@countersign/protocol";
import { expect, test } from "vitest";
import { fc, runs } from "../../../../test/support/property.ts";
import { addsPeople, isOneOf, isWiderRule, sayRule, tally, type Voter } from "../../src/core/approval-rule.ts";

const IDS = ["ada", "bob", "cyd", "dan"];
const TEAMS = ["finance", "security"];

const approver = fc.oneof(
  fc.constantFrom<Approver>({ role: "approver" }, { role: "admin" }),
  fc.constantFrom(...TEAMS).map((team): Approver => ({ team })),
  fc.constantFrom(...IDS).map((user): Approver => ({ user })),
);
/** A rule that `approvalRuleFaults` accepts: only `all_of` may list a role or a team more than once. */
const rule: fc.Arbitrary<ApprovalRule> = fc
  .record({
    needs: fc.constantFrom("any_of" as const, "all_of" as const, "n_of" as const),
    n: fc.integer({ min: 1, max: 4 }),
    of: fc.array(approver, { minLength: 1, maxLength: 4 }),
  })
  .map(({ needs, n, of }) => {
    const isFirst = (one: Approver, at: number): boolean =>
      of.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at;
    const kept = of.filter((one, at) => isFirst(one, at) || (needs === "all_of" && !("user" in one)));
    return { needs, ...(needs === "n_of" && { n }), of: kept };
  });
const everybody: fc.Arbitrary<Voter[]> = fc.tuple(
  ...IDS.map((id) =>
    fc.record({
      id: fc.constant(id),
      name: fc.constant(id),
      role: fc.constantFrom<Role | null>("admin", "approver", "viewer", null),
      teams: fc.subarray(TEAMS),
    }),
  ),
);

/** The largest number of entries that these voters can fill, found by trying every assignment. */
function mostFilled(entries: readonly Approver[], voters: readonly Voter[], escalatedTo: readonly Approver[]): number {
  const [entry, ...rest] = entries;
  if (entry === undefined) return 0;
  const without = mostFilled(rest, voters, escalatedTo);
  return voters.reduce((most, voter) => {
    if (!isOneOf([entry, ...escalatedTo], voter)) return most;
    const others = voters.filter((other) => other !== voter);
    return Math.max(most, 1 + mostFilled(rest, others, escalatedTo));
  }, without);
}

test("G18 with `all_of` each person fills one entry, and as many entries are filled as can be", () => {
  fc.assert(
    fc.property(
      fc.array(approver, { minLength: 1, maxLength: 4 }),
      everybody,
      fc.array(approver, { maxLength: 1 }),
      (of, voters, more) => {
        const { missing, missingWords } = tally({ needs: "all_of", of }, voters, String, more);
        expect(missing).toBe(of.length - mostFilled(of, voters, more));
        expect(missingWords).toHaveLength(missing);
      },
    ),
    { numRuns: runs(2000) },
  );
});

test("G6 a rule that counts as no wider is satisfied by nobody who did not satisfy the former one, whoever is in which team", () => {
  fc.assert(
    fc.property(rule, rule, everybody, (was, now, voters) => {
      if (isWiderRule(was, now) || tally(now, voters, String).missing > 0) return;
      expect(tally(was, voters, String).missing).toBe(0);
    }),
    { numRuns: runs(5000) },
  );
});

test("G6 an escalation that adds nobody lets nobody decide who could not", () => {
  fc.assert(
    fc.property(
      rule,
      fc.array(approver, { maxLength: 2 }),
      fc.array(approver, { maxLength: 2 }),
      everybody,
      (asked, was, now, voters) => {
        if (addsPeople(asked, was, now) || tally(asked, voters, String, now).missing > 0) return;
        expect(tally(asked, voters, String, was).missing).toBe(0);
      },
    ),
    { numRuns: runs(2000) },
  );
});

test("a rule is said in words", () => {
  const say = (one: ApprovalRule) => sayRule(one, (id) => id.toUpperCase());
  expect(say({ needs: "any_of", of: [{ user: "ada" }, { team: "finance" }] })).toBe("ADA or a member of finance");
  expect(say({ needs: "n_of", n: 2, of: [{ team: "finance" }] })).toBe("2 of the members of finance");
  expect(say({ needs: "n_of", n: 2, of: [{ user: "ada" }, { team: "finance" }] })).toBe(
    "2 of these: ADA, the members of finance",
  );
  expect(say({ needs: "n_of", n: 2, of: [{ role: "approver" }] })).toBe("2 of the people who may decide");
  expect(say({ needs: "all_of", of: [{ team: "security" }, { team: "owners" }], notLastEditor: true })).toBe(
    "a member of security and a member of owners, but not who edited it last",
  );
  expect(tally({ needs: "n_of", n: 3, of: [{ team: "finance" }] }, [], String).missingWords).toEqual([
    "3 of the members of finance",
  ]);
});
