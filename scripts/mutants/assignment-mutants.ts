import type { Mutant } from "./mutants.ts";

const ENGINE = "packages/server/src/engine/decisions/assignments.ts";
const STATEMENTS = "packages/server/src/store/statements/assignments.ts";
const feature = (name: string): string => `packages/server/src/features/notifications/${name}.ts`;
const TESTS = "packages/server/test/engine/assignments.contract.test.ts";
const TOLD = "packages/server/test/notifications/assigned.pg.test.ts";

/** Guards of who has taken an action on. */
export const ASSIGNMENT_MUTANTS: readonly Mutant[] = [
  {
    name: "assignment: of two at once, one has the action",
    file: STATEMENTS,
    find: `where \${current} is not distinct from \${seen}`,
    replace: `where \${current} is not distinct from \${seen} or true`,
    test: TESTS,
    only: "G41 of two who take an action on at once",
  },
  {
    name: "assignment: only of what waits",
    file: STATEMENTS,
    find: ` and a.status = 'pending' for update`,
    replace: ` for update`,
    test: TESTS,
    only: "G41 of what was decided while it was read",
  },
  {
    name: "assignment: who may not decide has nothing",
    file: STATEMENTS,
    find: ` and m.role in ('approver', 'admin')`,
    replace: ``,
    test: TESTS,
    only: "who lost the right to decide",
  },
  {
    name: "assignment: only by people who may decide",
    file: ENGINE,
    find: `if (!mayDecide(asOfNow(by, row)))`,
    replace: `if (by.id === "" && !mayDecide(asOfNow(by, row)))`,
    test: TESTS,
    only: "G41 only people who may decide",
  },
  {
    name: "assignment: only to somebody whose approval would count",
    file: ENGINE,
    find: `if (refused) return refused;`,
    replace: `void refused;`,
    test: TESTS,
    only: "G41 only people who may decide",
  },
  {
    name: "assignment: who has voted has it no more",
    file: STATEMENTS,
    find: `d.verdict = 'approve' and d.at >= s.assigned_at`,
    replace: `d.verdict = 'approve' and d.at < s.assigned_at`,
    test: TESTS,
    only: "what is so already is not assigned again",
  },
  {
    name: "assignment: goes over to what takes the place",
    file: "packages/server/src/store/statements/rebase-action.ts",
    find: `from moved m, holder h`,
    replace: `from moved m, holder h where false`,
    test: TESTS,
    only: "G41 what takes the place",
  },
  {
    name: "assignment: nobody else is asked",
    file: feature("send-together"),
    find: `assignee.id === person.id || row.messageId !== null) return false;`,
    replace: `assignee.id !== "") return false;`,
    test: TOLD,
    only: "G41 nobody else is asked",
  },
  {
    name: "assignment: who is not reached keeps nobody from being asked",
    file: feature("send-together"),
    find: `other.id === assignee.id && whyUnreached(other, channel, receiver) === undefined`,
    replace: `other.id === assignee.id`,
    test: TOLD,
    only: "G41 if the channel does not reach",
  },
  {
    name: "assignment: an escalation asks everybody",
    file: feature("send-together"),
    find: ` || action.escalatedAt !== null) return false;`,
    replace: `) return false;`,
    test: TOLD,
    only: "G41 a reminder goes to who is assigned",
  },
  {
    name: "assignment: once given back, the others are asked at once",
    file: feature("plan-channel"),
    find: `new Set(["action.assigned", "action.vote",`,
    replace: `new Set(["action.vote",`,
    test: TOLD,
    only: "G41 nobody else is asked",
  },
  {
    name: "assignment: after the assignee's vote the others are asked at once",
    file: feature("plan-channel"),
    find: `new Set(["action.assigned", "action.vote",`,
    replace: `new Set(["action.assigned",`,
    test: TOLD,
    only: "G41 after the vote",
  },
];
