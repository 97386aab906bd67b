import { Environment, ParseError, TypeError as CelTypeError } from "@marcbachmann/cel-js";
import type { JsonObject } from "@countersign/protocol";

/** Variables of an approval expression. Numbers in `args` are doubles, as in JSON. */
export interface ExpressionFacts {
  args: JsonObject;
  tool: { name: string; risk: number } | undefined;
  agent: { id: string; name: string; groups: readonly string[] } | undefined;
}

export interface ExpressionFault {
  message: string;
  /** Range of characters in the expression, from 0; the end is exclusive. */
  start: number;
  end: number;
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

/** A fault in words for whoever wrote the expression. */
export const sayExpressionFault = ({ start, end, message }: ExpressionFault): string =>
  `characters ${start} to ${end}: ${message}`;

function toFault(error: unknown, expression: string): ExpressionFault {
  if (error instanceof ParseError || error instanceof CelTypeError) {
    const { start, end } = error.range ?? { start: 0, end: expression.length };
    return { message: error.summary, start, end };
  }
  return { message: "can not be read", start: 0, end: expression.length };
}

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
