import type { JsonObject } from "@countersign/protocol";
import { ok, type Result } from "../../core/refusal.ts";
import { isRouted, readRoutingRules, toRouting } from "../../core/routing.ts";
import type { CheckedCaller, Checks } from "../../ports/checks.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";

type Evaluates = Pick<Checks, "answerRouting">;

/**
 * The action with its routing evaluated, if its tool's rules or what they read changed since that was done. Nothing is stored: a
 * reader of the stored answers sees at least the rules that apply.
 */
export async function withRouting(checks: Evaluates, by: CheckedCaller, row: StoredAction): Promise<Result<StoredAction>> {
  if (isRouted(row)) return ok(row);
  const routing = await routeInput(checks, by, row, JSON.parse(row.effectiveInput) as JsonObject);
  return routing.ok ? ok({ ...row, routing: routing.value }) : routing;
}

/** The parts of an action that the expressions read, and the tool whose rules they are. */
type RoutedCall = Pick<StoredAction, "tool" | "agent" | "toolInput" | "toolName" | "proposedBy" | "proposedName">;

/** What the tool's routing rules say of the action with this effective input; null without rules. */
export async function routeInput(
  checks: Evaluates,
  by: CheckedCaller,
  row: RoutedCall,
  effectiveInput: JsonObject,
): Promise<Result<string | null>> {
  const { tool, agent } = row;
  const whens = readRoutingRules(tool?.routingRules ?? null).map(({ when }) => when);
  if (!tool || !agent || whens.length === 0) return ok(null);
  const { risk } = tool;
  const { groups } = agent;
  const answers = await checks.answerRouting(by, whens, [JSON.parse(row.toolInput) as JsonObject, effectiveInput], {
    tool: { name: row.toolName, risk },
    agent: { id: row.proposedBy, name: row.proposedName, groups },
  });
  return answers.ok ? ok(toRouting({ risk, groups, answers: answers.value })) : answers;
}
