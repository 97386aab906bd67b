import { Environment, ParseError, TypeError as CelTypeError } from "@marcbachmann/cel-js";
import type { JsonObject } from "@countersign/protocol";
import { runWithin } from "./run-within.ts";

/** What an expression can speak of. Numbers in `args` are doubles, as JSON has them. */
export interface ExpressionFacts {
  args: JsonObject;
  tool: { name: string; risk: number } | undefined;
  agent: { id: string; name: string; groups: readonly string[] } | undefined;
}

export interface ExpressionFault {
  message: string;
  /** Characters of the expression, from 0; the end is not part of it. */
  start: number;
  end: number;
}

type Evaluate = (facts: Record<string, unknown>) => unknown;

/** A sound expression takes microseconds. Nested searches over a long list, or one pattern, can take years. */
const MOST_MILLISECONDS = 50;
const MOST_LENGTH = 2000;
const MOST_COMPILED = 500;

const environment = new Environment({
  unlistedVariablesAreDyn: false,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 16 },
})
  .registerVariable("args", "dyn")
  .registerVariable("tool", "map")
  .registerVariable("agent", "map");

const compiled = new Map<string, Evaluate>();

/** Says where an expression is wrong, or nothing where it can be used. */
export function findExpressionFault(expression: string): ExpressionFault | undefined {
  if (expression.length > MOST_LENGTH) {
    return { message: `is longer than ${MOST_LENGTH} characters`, start: MOST_LENGTH, end: expression.length };
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
    return { message: error.summary, start, end };
  }
  return { message: "can not be read", start: 0, end: expression.length };
}

function compile(expression: string): Evaluate {
  const known = compiled.get(expression);
  if (known) return known;
  const fault = findExpressionFault(expression);
  if (fault) throw new Error(fault.message);
  const evaluate = environment.parse(expression) as Evaluate;
  // Oldest out: a Map keeps the order of insertion.
  if (compiled.size >= MOST_COMPILED) compiled.delete(compiled.keys().next().value!);
  compiled.set(expression, evaluate);
  return evaluate;
}

/** What the expression says of a call; `undefined` where it fails, takes too long, or says neither true nor false. */
export function evaluateExpression(expression: string, { args, tool, agent }: ExpressionFacts): boolean | undefined {
  let said: unknown;
  try {
    const evaluate = compile(expression);
    const facts = {
      args,
      tool: tool === undefined ? {} : { name: tool.name, risk: BigInt(tool.risk) },
      agent: agent === undefined ? {} : { id: agent.id, name: agent.name, groups: [...agent.groups] },
    };
    const ended = runWithin(MOST_MILLISECONDS, () => {
      said = evaluate(facts);
    });
    return ended && typeof said === "boolean" ? said : undefined;
  } catch {
    return undefined;
  }
}
