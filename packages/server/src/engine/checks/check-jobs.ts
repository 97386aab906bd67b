import type { JsonObject } from "@countersign/protocol";
import { evaluatesQuickly, type ExpressionFacts } from "../../core/approval-expression.ts";
import { findGrant } from "../../core/find-grant.ts";
import { judgeApproval, type ApprovalSettings, type JudgedApproval } from "../../core/judge-approval.ts";
import { answerRouting, readRoutingRules, type RoutingAnswers } from "../../core/routing.ts";
import { checksQuickly } from "./checks-quickly.ts";
import { validateInput } from "./validate-input.ts";
import type { InputFault } from "../../ports/checks.ts";

/** Checks of agents' input against schemas, expressions and patterns that somebody else wrote. Each may take unbounded time. */
export interface CheckJobs {
  validateInput: { asked: { schemaText: string; input: JsonObject; prefix: string }; answer: InputFault[] };
  judgeApproval: {
    asked: { tool: ApprovalSettings; input: JsonObject; agent: ExpressionFacts["agent"] };
    answer: JudgedApproval;
  };
  answerRouting: {
    asked: { whens: string[]; inputs: JsonObject[]; facts: Omit<ExpressionFacts, "args"> };
    answer: RoutingAnswers;
  };
  /** Index in `expressions` of the first standing grant that approves the call; -1 if none does. */
  findGrant: { asked: { expressions: string[]; facts: ExpressionFacts }; answer: number };
}
export type CheckName = keyof CheckJobs;

/** Larger inputs are never checked on the main thread. */
const MAX_QUICK_CHARACTERS = 16 * 1024;
const MAX_QUICK_SCHEMA_CHARACTERS = 64 * 1024;
const MAX_SCHEMAS = 500;

export const runCheck: { [N in CheckName]: (asked: CheckJobs[N]["asked"]) => CheckJobs[N]["answer"] } = {
  validateInput: ({ schemaText, input, prefix }) => validateInput(schemaText, input, prefix),
  judgeApproval: ({ tool, input, agent }) => judgeApproval(tool, input, agent),
  answerRouting: ({ whens, inputs, facts }) => answerRouting(whens, inputs, facts),
  findGrant: ({ expressions, facts }) => {
    const grants = expressions.map((expression, n) => ({ expression, n }));
    return findGrant(grants, facts)?.n ?? -1;
  },
};

/** Whether the check surely ends within a few milliseconds, so that it may run on the main thread. */
export const isQuick: { [N in CheckName]: (asked: CheckJobs[N]["asked"]) => boolean } = {
  validateInput: ({ schemaText, input }) => isQuickSchema(schemaText) && isSmall(input),
  judgeApproval: ({ tool, input }) => {
    const read = expressionsOf(tool);
    return read.length === 0 || (read.every(evaluatesQuickly) && isSmall(input));
  },
  answerRouting: ({ whens, inputs }) => whens.length === 0 || (whens.every(evaluatesQuickly) && inputs.every(isSmall)),
  findGrant: ({ expressions, facts }) =>
    expressions.length === 0 || (expressions.every(evaluatesQuickly) && isSmall(facts.args)),
};

const expressionsOf = ({ approval, approvalWhen, routingRules }: ApprovalSettings): string[] => [
  ...(approval === "when" && approvalWhen !== null ? [approvalWhen] : []),
  ...readRoutingRules(routingRules).map(({ when }) => when),
];

const quickSchemas = new Map<string, boolean>();

/** Cached, because parsing a schema costs more than most checks against it. */
function isQuickSchema(schemaText: string): boolean {
  const known = quickSchemas.get(schemaText);
  if (known !== undefined) return known;
  const quick = schemaText.length <= MAX_QUICK_SCHEMA_CHARACTERS && checksQuickly(JSON.parse(schemaText) as JsonObject);
  if (quickSchemas.size >= MAX_SCHEMAS) quickSchemas.delete(quickSchemas.keys().next().value!);
  quickSchemas.set(schemaText, quick);
  return quick;
}

/** Counting stops at the limit, so the count itself is quick. */
function isSmall(input: JsonObject): boolean {
  let left = MAX_QUICK_CHARACTERS;
  function count(value: unknown): void {
    left -= typeof value === "string" ? value.length + 2 : 4;
    if (typeof value !== "object" || value === null) return;
    for (const key in value) {
      if (left < 0) return;
      left -= key.length;
      count((value as Record<string, unknown>)[key]);
    }
  }
  count(input);
  return left >= 0;
}
