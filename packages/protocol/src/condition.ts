/**
 * Conditions on a call's arguments that a form can write and read back: comparisons of single fields, all of which, or any of
 * which, must hold. They are a small part of the expression language (CEL) of policies; everything else is written by hand.
 */
export interface Condition {
  join: "all" | "any";
  tests: readonly FieldTest[];
}

export interface FieldTest {
  /** Name of a top-level argument. */
  field: string;
  operator: ConditionOperator;
  value: string | number | boolean;
}

export const CONDITION_OPERATORS = ["==", "!=", ">", ">=", "<", "<=", "startsWith", "endsWith", "contains"] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** Words of the expression language that cannot follow a dot. */
const RESERVED = new Set(
  (
    "true false null in as break const continue else for function if import let loop package namespace return var void while " +
    "__proto__"
  ).split(" "),
);

/** The expression of a condition; empty if it has no tests. */
export const writeCondition = ({ join, tests }: Condition): string =>
  tests.map(writeTest).join(join === "all" ? " && " : " || ");

function writeTest({ field, operator, value }: FieldTest): string {
  const path = /^[A-Za-z_]\w*$/.test(field) && !RESERVED.has(field) ? `args.${field}` : `args[${JSON.stringify(field)}]`;
  return /^\w/.test(operator)
    ? `${path}.${operator}(${JSON.stringify(value)})`
    : `${path} ${operator} ${JSON.stringify(value)}`;
}

const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\bfnrt]|u[0-9a-fA-F]{4}))*"`;
const PATH = String.raw`args(?:\.(?<name>[A-Za-z_]\w*)|\[(?<quoted>${STRING})\])`;
const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const TEST = new RegExp(
  String.raw`\s*${PATH}(?:\s*(?<compares>==|!=|>=|<=|>|<)\s*(?<literal>${STRING}|${NUMBER}|true|false)` +
    String.raw`|\.(?<calls>startsWith|endsWith|contains)\(\s*(?<text>${STRING})\s*\))\s*`,
  "y",
);
const JOIN = /&&|\|\|/y;

/** Reads an expression that `writeCondition` could have written; undefined for every other one. */
export function readCondition(expression: string): Condition | undefined {
  const tests: FieldTest[] = [];
  const joins = new Set<string>();
  let at = 0;
  if (expression.trim() === "") return { join: "all", tests };
  for (;;) {
    const found = matchAt(TEST, expression, at);
    if (!found) return undefined;
    const test = toTest(found.groups ?? {});
    // Larger than a number can be.
    if (test.value === Infinity || test.value === -Infinity) return undefined;
    tests.push(test);
    at += found[0].length;
    if (at === expression.length) break;
    const join = matchAt(JOIN, expression, at);
    if (!join) return undefined;
    joins.add(join[0]);
    at += join[0].length;
  }
  if (joins.size > 1) return undefined;
  return { join: joins.has("||") ? "any" : "all", tests };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function toTest({ name, quoted, compares, literal, calls, text }: Record<string, string | undefined>): FieldTest {
  return {
    field: name ?? (JSON.parse(quoted ?? '""') as string),
    operator: (compares ?? calls) as ConditionOperator,
    value: JSON.parse(literal ?? text ?? '""') as FieldTest["value"],
  };
}
