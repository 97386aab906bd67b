import type { Action, JsonObject } from "@countersign/protocol";
import { evaluatesQuickly, evaluateExpression, type ExpressionFacts } from "./approval-expression.ts";
import { sayApplied } from "./explain-approval.ts";
import { approvalFor, requiringGroup, type GroupedTool } from "./group-approval.ts";
import { isQuestion } from "./questions.ts";
import { appliedRules, type Routed } from "./routing.ts";
import { valuesRead } from "./values-read.ts";

type Policy = NonNullable<Action["approval"]["policies"]>[number];

interface AskedCall extends Routed {
  toolName: string;
  source: string;
  tool?: (GroupedTool & { approvalWhen: string | null; routingRules: string | null; risk: number }) | null;
  agent?: { groups: readonly string[] } | null;
  proposedBy: string;
  proposedName: string;
  /** JSON of the input as proposed, and with a person's edits. */
  toolInput: string;
  effectiveInput: string;
  /** Whether a policy or a grant let it run without a person. */
  isUnasked: boolean;
}

const OF_TOOL = "Setting of the tool";

/**
 * The policies that require approval of a call, with what their expressions read of it: the setting of the group or the tool, then
 * the routing rules. Settings are those of today, which are judged again when the call runs.
 */
export function askingPolicies(call: AskedCall): Policy[] {
  const { tool, agent } = call;
  if (!tool || !agent || isQuestion(call)) return [];
  const facts: Omit<ExpressionFacts, "args"> = {
    tool: { name: tool.name, risk: tool.risk },
    agent: { id: call.proposedBy, name: call.proposedName, groups: agent.groups },
  };
  const proposed = JSON.parse(call.toolInput) as JsonObject;
  const now = JSON.parse(call.effectiveInput) as JsonObject;
  const isEdited = call.effectiveInput !== call.toolInput;
  const routed = appliedRules(call).map((rule) => ({
    name: rule.name,
    why: sayApplied(rule, isEdited),
    values: valuesRead(rule.when, { ...facts, args: now }, proposed),
  }));
  const setting = call.isUnasked
    ? undefined
    : askingSetting(tool, agent.groups, { ...facts, args: proposed }, routed.length > 0);
  return setting ? [setting, ...routed] : routed;
}

/** The group's or the tool's own setting, which judges a call as it was proposed. */
function askingSetting(
  tool: NonNullable<AskedCall["tool"]>,
  groups: readonly string[],
  facts: ExpressionFacts,
  isRouted: boolean,
): Policy | undefined {
  const group = requiringGroup(tool, groups);
  if (group !== undefined) return { name: `Group ${group}`, why: "every call requires approval", values: [] };
  const approval = approvalFor(tool, groups);
  if (approval === "required") return { name: OF_TOOL, why: "every call requires approval", values: [] };
  if (approval === "when" && tool.approvalWhen !== null) {
    return { name: OF_TOOL, why: sayCondition(tool.approvalWhen, facts), values: valuesRead(tool.approvalWhen, facts) };
  }
  if (isRouted) return undefined;
  return { name: OF_TOOL, why: "calls run without approval today, but not when this one was proposed", values: [] };
}

function sayCondition(when: string, facts: ExpressionFacts): string {
  if (!evaluatesQuickly(when)) return `${when} decides; it may be slow to evaluate, so this page does not evaluate it`;
  const answer = evaluateExpression(when, facts);
  if (answer === false) return `${when} is false for this call today; the policy or the agent's groups have changed since`;
  return sayApplied({ when, answer: answer ?? null });
}
