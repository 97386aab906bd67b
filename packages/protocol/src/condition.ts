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
  /** Null while a form has no valid one; then the expression is one that no tool accepts. */
  value: string | number | boolean | null;
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
  const path = /^[A-Za-z_]\w*$/.test(field) && !RESERVED.has(field) ? `args.${field}` : `args[${quote(field)}]`;
  const literal =
    typeof value === "string" ? quote(value) : value === null || !Number.isFinite(Number(value)) ? "?" : String(value);
  return /^\w/.test(operator) ? `${path}.${operator}(${literal})` : `${path} ${operator} ${literal}`;
}

/** Characters that do not show, or that turn what follows around, are written as escapes. */
const quote = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** False for whole numbers above 2^53: expressions hold them exactly, JavaScript would read another number. */
const isExact = (value: number): boolean => Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\bfnrt]|u[0-9a-fA-F]{4}))*"`;
const PATH = String.raw`args(?:\.(?<name>[A-Za-z_]\w*)|\[(?<quoted>${STRING})\])`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?`;
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
    if (typeof test.value === "number" && !isExact(test.value)) return undefined;
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
