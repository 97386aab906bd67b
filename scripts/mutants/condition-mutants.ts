import type { Mutant } from "./mutants.ts";

const CONDITION = "packages/protocol/src/condition.ts";
const TEST = "packages/server/test/core/condition.unit.test.ts";

/** Guards of conditions that a form writes as expressions and reads back. */
export const CONDITION_MUTANTS: readonly Mutant[] = [
  {
    name: "conditions: a field whose name is a word of the language",
    file: CONDITION,
    find: " && !RESERVED.has(field)",
    replace: "",
    test: TEST,
    only: "are valid",
  },
  {
    name: "conditions: all is not any",
    file: CONDITION,
    find: 'join: joins.has("||") ? "any" : "all"',
    replace: 'join: "all"',
    test: TEST,
    only: "are valid",
  },
  {
    name: "conditions: and mixed with or is left as it is written",
    file: CONDITION,
    find: "if (joins.size > 1) return undefined;",
    replace: "",
    test: TEST,
    only: "left as it is written",
  },
  {
    name: "conditions: a number that is none",
    file: CONDITION,
    find: 'if (typeof test.value === "number" && !isExact(test.value)) return undefined;',
    replace: "",
    test: TEST,
    only: "left as it is written",
  },
];
