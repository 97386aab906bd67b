import type { Mutant } from "./mutants.ts";

const TITLE = "packages/server/src/core/call-title.ts";
const TEST = "packages/server/test/core/call-title.unit.test.ts";

/** Guards of the titles that the server writes for calls. */
export const TITLE_MUTANTS: readonly Mutant[] = [
  {
    name: "titles: an argument that may be secret",
    file: TITLE,
    find: " && !isSecret(name, properties[name])",
    replace: "",
    test: TEST,
    only: "left out",
  },
  {
    name: "titles: a secret that is cut",
    file: TITLE,
    find: "const text = mask(value);",
    replace: "const text = mask(value.slice(0, MAX_VALUE));",
    test: TEST,
    only: "masked before",
  },
  {
    name: "titles: a text that could pass for several arguments",
    file: TITLE,
    find: "PLAIN.test(start) ? start : JSON.stringify(start)",
    replace: "start",
    test: TEST,
    only: "is quoted",
  },
  {
    name: "titles: several lines",
    file: TITLE,
    find: " || CONTROL_OR_LINE_BREAK.test(text)",
    replace: "",
    test: TEST,
    only: "no short form",
  },
  {
    name: "titles: what the schema does not name",
    file: TITLE,
    find: "Object.hasOwn(properties, name) && ",
    replace: "",
    test: TEST,
    only: "none that the schema does not name",
  },
  {
    name: "titles: secrets of the tool's own server",
    file: "packages/server/src/engine/proposals/describe-call.ts",
    find: "maskOf(tool.source)",
    replace: "(text) => text",
    test: "packages/server/test/engine/describe-call.unit.test.ts",
    only: "masks the secrets",
  },
];
