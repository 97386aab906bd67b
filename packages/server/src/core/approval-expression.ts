import { Environment, ParseError, TypeError as CelTypeError } from "@marcbachmann/cel-js";
import type { ExpressionFault, JsonObject } from "@countersign/protocol";

/** Variables of an approval expression. Numbers in `args` are doubles, as in JSON. */
export interface ExpressionFacts {
  args: JsonObject;
  tool: { name: string; risk: number } | undefined;
  agent: { id: string; name: string; groups: readonly string[] } | undefined;
}

interface Compiled {
  evaluate: (facts: Record<string, unknown>) => unknown;
  /** Evaluation time is at most linear in the input. */
  isPlain: boolean;
}

const MAX_LENGTH = 2000;
const MAX_COMPILED = 500;

const environment = new Environment({
  unlistedVariablesAreDyn: false,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 16 },
})
  .registerVariable("args", "dyn")
  .registerVariable("tool", "map")
  .registerVariable("agent", "map");

const compiled = new Map<string, Compiled>();

/** Returns the first fault of an expression, or undefined if it is valid. */
export function findExpressionFault(expression: string): ExpressionFault | undefined {
  if (expression.length > MAX_LENGTH) {
    return { message: `is longer than ${MAX_LENGTH} characters`, start: MAX_LENGTH, end: expression.length };
  }
  try {
    const parsed = environment.parse(expression);
    const { valid, type, error } = parsed.check();
    if (!valid) return toFault(error, expression);
    if (type !== "bool" && type !== "dyn") {
      return { message: `gives ${type}; it must give true or false`, start: 0, end: expression.length };
    }
    return undefined;
  } catch (error) {
    return toFault(error, expression);
  }
}

function toFault(error: unknown, expression: string): ExpressionFault {
  if (error instanceof ParseError || error instanceof CelTypeError) {
    const { start, end } = error.range ?? { start: 0, end: expression.length };
    return { message: plain(error.summary), start, end };
  }
  return { message: "cannot be read", start: 0, end: expression.length };
}

const TOKENS: Readonly<Record<string, string>> = {
  EOF: "the end",
  LPAREN: "`(`",
  RPAREN: "`)`",
  LBRACKET: "`[`",
  RBRACKET: "`]`",
  LBRACE: "`{`",
  RBRACE: "`}`",
  COLON: "`:`",
  IDENTIFIER: "a name",
};

/** The parser's message, with the characters in place of its names for them. */
const plain = (summary: string): string =>
  summary
    .replace(/^Unexpected token: EOF$/, "ends too early")
    .replace(/^Unexpected token: .*$/, "does not belong here")
    .replace(/\b[A-Z]{3,}\b/g, (name) => TOKENS[name] ?? name)
    .replace(/^Expected (.*), got (.*)$/, "expected $1, found $2");

function compile(expression: string): Compiled {
  const known = compiled.get(expression);
  if (known) return known;
  const fault = findExpressionFault(expression);
  if (fault) throw new Error(fault.message);
  const parsed = environment.parse(expression);
  const one = { evaluate: parsed as Compiled["evaluate"], isPlain: isPlain(parsed.ast) };
  // Evicts the oldest entry: a Map keeps insertion order.
  if (compiled.size >= MAX_COMPILED) compiled.delete(compiled.keys().next().value!);
  compiled.set(expression, one);
  return one;
}

const PLAIN_CALLS = new Set(["has", "size", "startsWith", "endsWith", "int", "double", "string"]);
const PLAIN_OPERATORS = new Set("value id . [] call rcall list map ?: || && !_ -_ != == in + - * / % < <= > >=".split(" "));

/** Rejects regular expressions, text searches, and macros, which iterate over lists. */
function isPlain(part: unknown): boolean {
  if (Array.isArray(part)) return part.every(isPlain);
  if (typeof part !== "object" || part === null || !("op" in part) || !("args" in part)) return true;
  const { op, args } = part;
  if (typeof op !== "string" || !PLAIN_OPERATORS.has(op)) return false;
  if ((op === "call" || op === "rcall") && Array.isArray(args) && !PLAIN_CALLS.has(String(args[0]))) return false;
  return isPlain(args);
}

/** A part of the facts that an expression reads. */
interface Read {
  /** As it is written in the expression. */
  name: string;
  /** Keys from the facts to the part. */
  path: (string | number)[];
}

const ROOTS = new Set(["args", "tool", "agent"]);
const MACROS = new Set(["all", "exists", "exists_one", "map", "filter"]);

/** Returns the parts of the facts that a valid expression reads, each once, in its order. None for an invalid one. */
export function findReads(expression: string): Read[] {
  const found = new Map<string, Read>();
  try {
    collectReads(environment.parse(expression).ast, expression, found);
  } catch {
    return [];
  }
  return [...found.values()];
}

function collectReads(part: unknown, expression: string, found: Map<string, Read>): void {
  if (Array.isArray(part)) {
    for (const one of part) collectReads(one, expression, found);
    return;
  }
  if (!isNode(part)) return;
  const path = pathOf(part);
  if (path !== undefined) {
    const { start, end } = part.range;
    const key = JSON.stringify(path);
    if (!found.has(key)) found.set(key, { name: expression.slice(start, end), path });
    return;
  }
  // In a macro's body its own variable hides a fact of the same name.
  const isHidden =
    part.op === "rcall" && Array.isArray(part.args) && MACROS.has(String(part.args[0])) && hidesFact(part.args[2]);
  collectReads(isHidden && Array.isArray(part.args) ? part.args[1] : part.args, expression, found);
}

interface Node {
  op: string;
  args: unknown;
  range: { start: number; end: number };
}

const isNode = (part: unknown): part is Node =>
  typeof part === "object" && part !== null && "op" in part && "args" in part && "range" in part;

const hidesFact = (args: unknown): boolean =>
  Array.isArray(args) && isNode(args[0]) && args[0].op === "id" && ROOTS.has(String(args[0].args));

/** Keys of a chain such as `args.to[0].name`; undefined for anything else, and for a key that is computed. */
function pathOf(node: unknown): (string | number)[] | undefined {
  if (!isNode(node)) return undefined;
  if (node.op === "id") return ROOTS.has(String(node.args)) ? [String(node.args)] : undefined;
  if ((node.op !== "." && node.op !== "[]") || !Array.isArray(node.args)) return undefined;
  const [of, key] = node.args as unknown[];
  const before = pathOf(of);
  const last = node.op === "." ? key : isNode(key) && key.op === "value" ? key.args : undefined;
  if (before === undefined || (typeof last !== "string" && typeof last !== "bigint")) return undefined;
  return [...before, typeof last === "bigint" ? Number(last) : last];
}

/** Whether evaluation on a small input surely ends soon. Nested searches over a list, or one pattern, can take years. */
export function evaluatesQuickly(expression: string): boolean {
  try {
    return compile(expression).isPlain;
  } catch {
    return true;
  }
}

/**
 * Evaluates the expression for a call; undefined if it fails or returns neither true nor false. Evaluation time is unbounded:
 * use `Checks`, which runs expressions that may be slow in a separate thread.
 */
export function evaluateExpression(expression: string, { args, tool, agent }: ExpressionFacts): boolean | undefined {
  try {
    const said = compile(expression).evaluate({
      args,
      tool: tool === undefined ? {} : { name: tool.name, risk: BigInt(tool.risk) },
      agent: agent === undefined ? {} : { id: agent.id, name: agent.name, groups: [...agent.groups] },
    });
    return typeof said === "boolean" ? said : undefined;
  } catch {
    return undefined;
  }
}
