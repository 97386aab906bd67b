import type { AttackArea } from "./attack.ts";

export const CALLERS_ATTACKS: AttackArea = {
  title: "Who may act",
  attacks: [
    {
      attack: "Protection is lowered by any route without a yes: keys, roles, groups, rules, stand-ins, rights, trust",
      guarantee: "G6",
      file: "packages/server/test/http/lowering.int.test.ts",
      tests: ["every route that changes something", "every way to lower protection", "G6 "],
    },
    {
      attack: "A second approver is made and completes a rule of two people at once, or votes early and waits for the run",
      guarantee: "G6 G18",
      file: "packages/server/test/engine/approvers.pg.test.ts",
      tests: ["G6 a raised role does not count"],
    },
    {
      attack: "A wait for new approvers is cut short by a detour over a higher role, or by a shorter setting",
      guarantee: "G6",
      file: "packages/server/test/identity/members.pg.test.ts",
      tests: ["G6 a raised role is confirmed"],
    },
    {
      attack: "Every route is called with every credential there is, none, revoked and foreign ones included",
      guarantee: "G7",
      file: "packages/server/test/http/audience.int.test.ts",
      tests: ["G7 every route answers by its audience", "the matrix of routes"],
    },
  ],
};
