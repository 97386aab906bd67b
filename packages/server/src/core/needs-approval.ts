import type { JsonObject } from "@countersign/protocol";
import { evaluateExpression, type ExpressionFacts } from "./approval-expression.ts";
import type { GatewayTool } from "./gateway-tool.ts";

/** A tool as its approval depends on it; an expression that speaks of `tool` needs its name and risk. */
export type JudgedTool = Pick<GatewayTool, "approval" | "approvalWhen"> & Partial<Pick<GatewayTool, "name" | "risk">>;

/**
 * Whether a person has to be asked about this call. Everything but a clear "no" asks: an unknown setting, an expression that
 * is missing, fails, takes too long or answers neither true nor false.
 */
export function needsApproval(tool: JudgedTool, input: JsonObject, agent?: ExpressionFacts["agent"]): boolean {
  if (tool.approval === "never") return false;
  if (tool.approval !== "when" || tool.approvalWhen === null) return true;
  const { name, risk } = tool;
  const facts = { args: input, tool: name === undefined || risk === undefined ? undefined : { name, risk }, agent };
  return evaluateExpression(tool.approvalWhen, facts) !== false;
}
