import type { JsonObject } from "@countersign/protocol";
import { evaluateExpression, type ExpressionFacts } from "./approval-expression.ts";
import type { GatewayTool } from "./gateway-tool.ts";

/** The parts of a tool that its approval depends on; an expression that uses `tool` needs its name and risk. */
export type ApprovalSettings = Pick<GatewayTool, "approval" | "approvalWhen"> & Partial<Pick<GatewayTool, "name" | "risk">>;

/**
 * Whether the call requires approval. Only approval `never` or an expression that returns false skips it; an unknown setting or
 * an expression that is missing, fails, takes too long or returns anything else requires approval.
 */
export function needsApproval(tool: ApprovalSettings, input: JsonObject, agent?: ExpressionFacts["agent"]): boolean {
  if (tool.approval === "never") return false;
  if (tool.approval !== "when" || tool.approvalWhen === null) return true;
  const { name, risk } = tool;
  const facts = { args: input, tool: name === undefined || risk === undefined ? undefined : { name, risk }, agent };
  return evaluateExpression(tool.approvalWhen, facts) !== false;
}
