import { describe, expect, test } from "vitest";
import type { Role } from "@countersign/protocol";
import { fc } from "../../../../test/support/property.ts";
import { settleOnCall, type OnCallState } from "../../src/core/on-call.ts";

const NAMES = ["ops", "sales", "ops-on-call", "sales-on-call", "finance"];
const PEOPLE = ["ada", "bob", "cem", "dan"];
const teams = fc.uniqueArray(fc.constantFrom(...NAMES));
const pair = fc
  .record({ baseTeam: fc.constantFrom(...NAMES), onCallTeam: fc.constantFrom(...NAMES) })
  .filter(({ baseTeam, onCallTeam }) => baseTeam !== onCallTeam);
const members = fc.tuple(
  ...PEOPLE.map((userId) =>
    fc
      .record({
        role: fc.constantFrom<Role>("viewer", "approver", "admin"),
        teams,
        kept: fc.array(fc.boolean(), { minLength: 5 }),
      })
      .map(({ kept, ...member }) => ({
        ...member,
        userId,
        email: `${userId}@x.test`,
        formerTeams: member.teams.filter((_, n) => kept[n]),
      })),
  ),
);
const answer = fc.option(
  fc.oneof(
    fc.record({ emails: fc.subarray([...PEOPLE, "eve"]).map((all) => all.map((one) => `${one.toUpperCase()}@X.test`)) }),
    fc.constant({ problem: "no answer" }),
  ),
  { nil: undefined },
);
const connections = fc.array(fc.record({ enabled: fc.boolean(), pair: fc.option(pair, { nil: undefined }), answer }), {
  maxLength: 3,
});
const now = new Date("2026-11-26T12:00:00Z");
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const states = fc.array(fc.record({ pair, startsAt: fc.constantFrom(at(-1), at(1)), userIds: fc.subarray(PEOPLE) }), {
  maxLength: 4,
});

describe("a schedule", () => {
  test("G47 gives the on-call team to members of the base team who may decide, whatever was before and whatever it says", () => {
    const world = fc.record({ members, connections, states, newStartsAt: fc.constantFrom(now, at(24)) });
    let given = 0;
    fc.assert(
      fc.property(world, ({ members: all, connections: some, states: stored, newStartsAt }) => {
        const judged = {
          members: all,
          connections: some.map((one, n) => ({ ...one, id: `c${n}`, name: `C${n}` })),
          states: stored.map(({ pair: two, ...one }, n): OnCallState => ({
            ...two,
            ...one,
            connectionId: `c${n}`,
            connectionName: `C${n}`,
            ignored: [],
            problem: null,
            changedAt: at(-2),
          })),
          now,
          newStartsAt,
        };
        const next = settleOnCall(judged);
        const managed = new Set(
          [...judged.states, ...judged.connections.flatMap((one) => one.pair ?? [])].map(({ onCallTeam }) => onCallTeam),
        );
        for (const member of next.members) {
          const was = all.find(({ userId }) => userId === member.userId)!;
          const ordinary = (names: readonly string[]) => names.filter((name) => !managed.has(name)).sort();
          expect(ordinary(member.teams)).toEqual(ordinary(was.teams));
          expect(ordinary(member.formerTeams)).toEqual(ordinary(was.formerTeams));
          expect(member.teams).toEqual(expect.arrayContaining(member.formerTeams));
          for (const team of member.teams.filter((name) => managed.has(name))) {
            given += 1;
            const source = next.states.find((state) => state.onCallTeam === team && state.userIds.includes(member.userId))!;
            expect(source.startsAt.getTime()).toBeLessThanOrEqual(now.getTime());
            expect(was.role).not.toBe("viewer");
            // An ordinary team, which an administrator gave.
            expect(ordinary(was.teams)).toContain(source.baseTeam);
            expect(member.formerTeams.includes(team)).toBe(was.formerTeams.includes(source.baseTeam));
          }
        }
        // A second pass over the stored state, without new answers of schedules, changes nothing.
        const again = settleOnCall({
          ...judged,
          connections: judged.connections.map((one) => ({ ...one, answer: undefined })),
          states: next.states,
          members: all.map((member) => ({ ...member, ...next.members.find(({ userId }) => userId === member.userId)! })),
        });
        expect(again).toEqual(next);
      }),
      { numRuns: 2000 },
    );
    expect(given).toBeGreaterThan(100);
  });
});
