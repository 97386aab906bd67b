import { isJsonObject, type ApprovalRule, type RoutingRule } from "@countersign/protocol";
import { evaluateExpression, type ExpressionFacts } from "./approval-expression.ts";
import { parseJson } from "./parse-json.ts";

/*
 * Routing rules: conditions of a tool under which a call takes further approvals or has less time. A rule applies unless its
 * expression is known to be false. What the expressions said is stored with the action, and is evaluated again when the
 * tool's rules or what they read has changed, so that every gap leads to more rules that apply.
 */

/** What each expression said of a call; null if it could not be evaluated. */
export type RoutingAnswers = readonly (readonly [when: string, answer: boolean | null])[];

/** The answers with everything else that they depend on, besides the action itself. */
interface Routing {
  risk: number;
  groups: readonly string[];
  answers: RoutingAnswers;
}

/** The parts of an action that decide which rules apply. */
export interface Routed {
  /** Null if the tool is gone. */
  tool?: { routingRules: string | null; risk: number } | null;
  agent?: { groups: readonly string[] } | null;
  /** JSON of a `Routing`; null if nothing was evaluated. */
  routing: string | null;
}

/** A rule that applies. */
export interface AppliedRule extends RoutingRule {
  /** Null if its expression could not be evaluated; undefined if it was not, under what it reads now. */
  answer: true | null | undefined;
}

export const readRoutingRules = (text: string | null): RoutingRule[] =>
  text === null ? [] : (JSON.parse(text) as RoutingRule[]);

export const toRouting = ({ risk, groups, answers }: Routing): string => JSON.stringify({ risk, groups, answers });

/** The answers that hold under the present risk of the tool and groups of the agent. */
function currentAnswers({ tool, agent, routing }: Routed): ReadonlyMap<string, boolean | null> {
  const stored = routing === null ? undefined : readRouting(routing);
  const isCurrent = stored !== undefined && tool?.risk === stored.risk && isSameList(agent?.groups, stored.groups);
  return new Map(isCurrent ? stored.answers : []);
}

/** Undefined for a text that is no routing: an altered row must not stop the judgement of others. */
function readRouting(text: string): Routing | undefined {
  const read = parseJson(text);
  const { risk, groups, answers } = isJsonObject(read) ? read : {};
  const isWhole =
    typeof risk === "number" &&
    Array.isArray(groups) &&
    groups.every(isText) &&
    Array.isArray(answers) &&
    answers.every(isAnswer);
  return isWhole ? { risk, groups, answers } : undefined;
}

const isText = (value: unknown): value is string => typeof value === "string";

const isAnswer = (value: unknown): value is [when: string, answer: boolean | null] =>
  Array.isArray(value) && typeof value[0] === "string" && (value[1] === null || typeof value[1] === "boolean");

const isSameList = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
  one?.length === other.length && one.every((name, n) => name === other[n]);

/** Whether every rule has a stored answer that was given under the present risk of the tool and groups of the agent. */
export function isRouted(action: Routed): boolean {
  const rules = readRoutingRules(action.tool?.routingRules ?? null);
  if (rules.length === 0) return true;
  const answers = currentAnswers(action);
  return rules.every(({ when }) => answers.has(when));
}

/** The rules that apply to an action, in the order of the tool. */
export function appliedRules(action: Routed): AppliedRule[] {
  const rules = readRoutingRules(action.tool?.routingRules ?? null);
  if (rules.length === 0) return [];
  const answers = currentAnswers(action);
  return rules.flatMap((rule) => {
    const answer = answers.get(rule.when);
    return answer === false ? [] : [{ ...rule, answer }];
  });
}

/** Collects the `approvalRule` of every routing rule that applies. */
export const routedApprovals = (action: Routed): ApprovalRule[] =>
  appliedRules(action).flatMap(({ approvalRule }) => approvalRule ?? []);

/** Whether some call of the tool takes approvals by a routing rule. */
export const mayRouteApprovals = (routingRules: string | null): boolean =>
  readRoutingRules(routingRules).some(({ approvalRule }) => approvalRule !== undefined);

/**
 * Evaluates the rules' expressions. With several inputs, the proposed and the edited one, an answer is false only if it is false
 * for all of them: an edit never takes away an approval that the proposal needed.
 */
export const answerRouting = (
  whens: readonly string[],
  inputs: readonly ExpressionFacts["args"][],
  facts: Omit<ExpressionFacts, "args">,
): RoutingAnswers =>
  whens.map((when) => {
    const said = inputs.map((args) => evaluateExpression(when, { ...facts, args }));
    return [when, said.includes(true) ? true : said.includes(undefined) ? null : false] as const;
  });

/** The answers of a check that took too long. */
export const noAnswers = (whens: readonly string[]): RoutingAnswers => whens.map((when) => [when, null] as const);

/** Seconds that the applied rules leave at most; Infinity if none has a limit. */
export const routedSeconds = (action: Routed): number =>
  Math.min(...appliedRules(action).map(({ lifetimeSeconds = Infinity }) => lifetimeSeconds));
