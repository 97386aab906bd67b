import { expect, test } from "vitest";
import { findExpressionFault } from "../../src/core/approval-expression.ts";
import { valuesRead } from "../../src/core/values-read.ts";

const facts = {
  args: { amount: 150, to: [{ name: "Ann" }], path: "a\nb", "odd key": true, none: null, long: "x".repeat(500) },
  tool: { name: "pay", risk: 3 },
  agent: { id: "key_1", name: "Bot", groups: ["night"] },
};
const read = (expression: string, proposed?: typeof facts.args) => {
  expect(findExpressionFault(expression)).toBeUndefined();
  return valuesRead(expression, facts, proposed).map(({ name, value }) => `${name} is ${value}`);
};

test.each<[expression: string, values: string[]]>([
  ["args.amount > 100", ["args.amount is 150"]],
  ["args.amount > 100 && args.amount < 900", ["args.amount is 150"]],
  ['args.to[0].name == "Ann"', ['args.to[0].name is "Ann"']],
  ['args["odd key"] == true', ['args["odd key"] is true']],
  ["has(args.force) && args.force", ["args.force is not given"]],
  ['args.to[7].name == "Ann"', ["args.to[7].name is not given"]],
  ["args.none == null", ["args.none is null"]],
  ['args.path.startsWith("a")', ['args.path is "a\\nb"']],
  ['tool.risk >= 3 && agent.groups.exists(group, group == "night")', ["tool.risk is 3", 'agent.groups is ["night"]']],
  [
    "size(args) > 3 && true",
    [`args is ${JSON.stringify(facts.args).slice(0, 200)}… (${JSON.stringify(facts.args).length} characters)`],
  ],
  ["args[args.path] == 1", ['args is {"amount":150', 'args.path is "a\\nb"']],
  // The variable of the macro hides the input: its `args.name` is no part of the call.
  ['args.to.all(args, args.name == "Ann")', ['args.to is [{"name":"Ann"}]']],
  ["args.toString.length > 1", ["args.toString.length is not given"]],
  ["true", []],
])("an expression names what it reads of a call: %s", (expression, values) => {
  const said = read(expression);
  expect(said).toHaveLength(values.length);
  for (const [at, value] of values.entries()) expect(said[at]).toContain(value);
});

test("a value that a person changed is given as it is and as it was proposed", () => {
  expect(read("args.amount > 100 && args.none == null", { ...facts.args, amount: 5 })).toEqual([
    "args.amount is 150, proposed as 5",
    "args.none is null",
  ]);
});

test("an expression that cannot be read names nothing, and one with many parts at most twenty", () => {
  expect(valuesRead("args.amount >", facts)).toEqual([]);
  expect(valuesRead(Array.from({ length: 30 }, (_, n) => `args.a${n} == 1`).join(" || "), facts)).toHaveLength(20);
});
