import type { AttackArea } from "./attack.ts";

const CHECKS = "packages/server/test/engine/checks.int.test.ts";
const ENDLESS = "packages/server/test/review/endless-schema.unit.test.ts";

export const LOAD_ATTACKS: AttackArea = {
  title: "Availability",
  attacks: [
    {
      attack: "An input makes a pattern of its tool's schema backtrack for years",
      guarantee: "G6",
      file: CHECKS,
      tests: ["G6 a check that takes too long"],
    },
    {
      attack: "An input makes the expression of a policy or a grant search lists within lists for years",
      guarantee: "G6",
      file: CHECKS,
      tests: ["G6 an expression that takes too long"],
    },
    {
      attack: "One key sends thirty calls whose checks never end, and others want to be checked beside them",
      guarantee: "G30",
      file: CHECKS,
      tests: ["G30 one caller has one check under way"],
    },
    {
      attack: "A large input, a pattern or a nested search is to be checked where everybody waits for it",
      guarantee: "G30",
      file: CHECKS,
      tests: ["G30 whatever may take long leaves the main thread"],
    },
    {
      attack: "A tool is registered whose schema refers to itself, so that no check by it would end",
      guarantee: "G30",
      file: ENDLESS,
      tests: ["G30 a schema that comes back to itself"],
    },
  ],
};
