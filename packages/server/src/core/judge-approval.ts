import type { JsonObject } from "@countersign/protocol";
import { evaluateExpression, type ExpressionFacts } from "./approval-expression.ts";
import type { GatewayTool } from "./gateway-tool.ts";
import { answerRouting, readRoutingRules, type RoutingAnswers } from "./routing.ts";

/** The parts of a tool that its approval depends on; an expression that uses `tool` needs its name and risk. */
export type ApprovalSettings = Pick<GatewayTool, "approval" | "approvalWhen" | "routingRules"> &
  Partial<Pick<GatewayTool, "name" | "risk">>;

export interface JudgedApproval {
  isRequired: boolean;
  /** What the tool's routing rules said of the call. */
  routing: RoutingAnswers;
}

/**
 * Judges whether the call requires approval. Only approval `never` or an expression that returns false skips it, and only if no
 * routing rule applies; an unknown setting or an expression that is missing, fails, takes too long or returns anything else
 * requires approval.
 */
export function judgeApproval(tool: ApprovalSettings, input: JsonObject, agent?: ExpressionFacts["agent"]): JudgedApproval {
  const { name, risk } = tool;
  const facts = { tool: name === undefined || risk === undefined ? undefined : { name, risk }, agent };
  const routing = answerRouting(
    readRoutingRules(tool.routingRules).map(({ when }) => when),
    [input],
    facts,
  );
  const isRouted = routing.some(([, answer]) => answer !== false);
  return { isRequired: isRouted || settingRequires(tool, { ...facts, args: input }), routing };
}

function settingRequires({ approval, approvalWhen }: ApprovalSettings, facts: ExpressionFacts): boolean {
  if (approval === "never") return false;
  if (approval !== "when" || approvalWhen === null) return true;
  return evaluateExpression(approvalWhen, facts) !== false;
}

/** Whether the arguments of a call decide about its approval. */
export const readsArguments = ({ approval, routingRules }: Pick<ApprovalSettings, "approval" | "routingRules">): boolean =>
  approval === "when" || routingRules !== null;
