import { CONDITION_OPERATORS, readCondition, writeCondition, type Condition, type FieldTest } from "@countersign/protocol";
import { describe, expect, test } from "vitest";
import { evaluateExpression, findExpressionFault } from "../../src/core/approval-expression.ts";
import { randomOf } from "../support/random.ts";

const FIELDS = ["amount", "to", "in", "two words", 'quo"te', "back\\slash", "日本", "__proto__", "x".repeat(80)];
const TEXTS = [
  "",
  "prod/",
  "a && b",
  'say "no"',
  "line\nbreak",
  "tab\t",
  "\\",
  "\u2028",
  "日本語",
  "args.x == 1",
  "'",
  "\u200b\u202edrawkcab\ufeff\u00ad",
];
const NUMBERS = [0, 1, -1, 100, 99.5, -0.25, 1e-7, 9_007_199_254_740_991];
const isText = (operator: string): boolean => /^[a-z]/.test(operator);

/** What a test means, without the expression language. */
function holds({ field, operator, value }: FieldTest, args: Record<string, unknown>): boolean {
  const given = args[field];
  switch (operator) {
    case "==":
      return given === value;
    case "!=":
      return given !== value;
    case ">":
      return (given as number) > (value as number);
    case ">=":
      return (given as number) >= (value as number);
    case "<":
      return (given as number) < (value as number);
    case "<=":
      return (given as number) <= (value as number);
    default:
      return (given as string)[operator === "contains" ? "includes" : operator](value as string);
  }
}

describe("conditions that a form writes", () => {
  test("3,000 of them are valid, are read back as they were, and mean the same to the server", () => {
    const random = randomOf(41);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const seen = { true: 0, false: 0 };
    for (let round = 0; round < 3000; round += 1) {
      const args: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
      const tests = Array.from({ length: 1 + Math.floor(random() * 3) }, (): FieldTest => {
        const operator = pick(CONDITION_OPERATORS);
        const isEquality = operator === "==" || operator === "!=";
        const kinds = isText(operator) ? [TEXTS] : isEquality ? [TEXTS, NUMBERS, [true, false]] : [NUMBERS];
        const values: readonly (string | number | boolean)[] = pick<readonly (string | number | boolean)[]>(kinds);
        const field = pick(FIELDS);
        // One kind for each field, as a tool's schema has it.
        if (field in args && typeof args[field] !== typeof values[0])
          return { field, operator: "==", value: args[field] as string };
        args[field] = pick(values);
        return { field, operator, value: pick(values) };
      });
      const condition: Condition = { join: tests.length === 1 ? "all" : pick(["all", "any"] as const), tests };
      const written = writeCondition(condition);
      expect(findExpressionFault(written)).toBeUndefined();
      expect(readCondition(written)).toEqual(condition);
      const expected =
        condition.join === "all" ? tests.every((one) => holds(one, args)) : tests.some((one) => holds(one, args));
      seen[`${expected}`] += 1;
      expect(evaluateExpression(written, { args: args as never, tool: undefined, agent: undefined })).toBe(expected);
    }
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(500);
  });

  test.each([
    "args.amount > 100 && args.to == 'x'",
    "args.amount > 100 || args.amount < 3 && args.n == 1.0",
    "!(args.amount > 100)",
    "args.a.b == 1",
    "args.amount > args.limit",
    'agent.name == "x"',
    'args.path.matches("x")',
    "size(args.to) > 3",
    "args.amount > 1e999",
    "args.amount > 05",
    "args.amount > 00",
    "args.amount == -01",
    "args.amount == 9007199254740993",
    "args.amount > ?",
    "args.amount > 100 &&",
    "&& args.amount > 100",
    "args.amount > 100 args.amount > 100",
    'args.x == "\\/"',
    "args",
  ])("%s is no such condition, and is left as it is written", (expression) => {
    expect(readCondition(expression)).toBeUndefined();
  });

  test("a value that is none yet gives an expression that no tool accepts", () => {
    for (const value of [null, Infinity, NaN]) {
      const written = writeCondition({ join: "all", tests: [{ field: "amount", operator: ">", value }] });
      expect(written).toBe("args.amount > ?");
      expect(findExpressionFault(written)).toBeDefined();
    }
  });

  test("nothing in an expression is invisible or turns it around", () => {
    const written = writeCondition({ join: "all", tests: [{ field: "a\u202eb", operator: "==", value: "\u200b" }] });
    expect(written).toBe(String.raw`args["a\u202eb"] == "\u200b"`);
  });

  test("blanks and whole numbers without a point are read too", () => {
    expect(readCondition('  args.amount>100&&args["to"] != "x" ')).toEqual({
      join: "all",
      tests: [
        { field: "amount", operator: ">", value: 100 },
        { field: "to", operator: "!=", value: "x" },
      ],
    });
    expect(readCondition(" ")).toEqual({ join: "all", tests: [] });
  });
});
