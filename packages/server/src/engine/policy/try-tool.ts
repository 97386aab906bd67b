import {
  approvalMessage,
  isVettedState,
  questionMessage,
  readQuestion,
  type JsonObject,
  type TriedTool,
} from "@countersign/protocol";
import { approversIn, sayRule } from "../../core/approval-rule.ts";
import { judgeCall } from "../../core/authorize.ts";
import { sayApplied } from "../../core/explain-approval.ts";
import { isQuestionTool } from "../../core/questions.ts";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal } from "../../core/refusal.ts";
import { effectiveRisk } from "../../core/risk.ts";
import { appliedRules, toRouting, type AppliedRule, type RoutingAnswers } from "../../core/routing.ts";
import { findLiveAgent } from "../../store/statements/agents.ts";
import { findPersonNames } from "../../store/statements/person-names.ts";
import { findTool, type ToolRow } from "../../store/statements/tools.ts";
import type { EngineDeps } from "../deps.ts";
import { describeCall } from "../proposals/describe-call.ts";
import type { Proposals } from "../../ports/actions.ts";
import type { ToolAdmin } from "../../ports/policy.ts";
import { STILL_LOADING } from "../proposals/refuse-loading.ts";
import { refuseTool } from "../proposals/refuse-tool.ts";
import { nameForModels } from "../../core/tool-names.ts";
import { findingsOf, reasonsOf } from "./tool-to-wire.ts";

type LiveAgent = NonNullable<Awaited<ReturnType<typeof findLiveAgent>>>;

/** Shows an administrator how a call would be answered. Nothing is proposed unless `run` is set. */
export function createTryTool(deps: EngineDeps, propose: Proposals["propose"]): Pick<ToolAdmin, "tryOut"> {
  const { kysely } = deps.database;

  return {
    async tryOut(by, name, { toolInput, agentId, run }) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can try tools.");
      const tool = await findTool(kysely, by.workspaceId, name);
      if (!tool) return refuse("NOT_FOUND", `There is no tool named ${name}.`);
      const agent = agentId === undefined ? undefined : await findLiveAgent(kysely, by.workspaceId, agentId);
      const refusal = refuseWithoutAgent(agentId, agent, run);
      if (refusal) return refusal;
      const tried = await look(by, tool, toolInput, agent);
      if (!run || !agent || tried.verdict === "refused") return ok(tried);
      const proposed = await propose(toPrincipal(by.workspaceId, agent), {
        toolName: name,
        toolInput,
        caption: `Tested in the inspector by ${by.name}`.slice(0, 500),
        delivery: "queue",
        waitSeconds: 0,
      });
      return proposed.ok
        ? ok({ ...tried, pendingActionId: proposed.value.pendingActionId })
        : ok(refusedBy(tried, proposed.refusal));
    },
  };

  async function look(by: Principal, tool: ToolRow, toolInput: JsonObject, agent: LiveAgent | undefined): Promise<TriedTool> {
    const { approval } = agent ? judgeFor(tool, agent) : tool;
    const facts = {
      question: null,
      preview: null,
      risk: tool.risk as TriedTool["risk"],
      ratedRisk: tool.ratedRisk as TriedTool["ratedRisk"],
      vetted: isVettedState(tool.vetting),
      effectiveRisk: effectiveRisk(tool.ratedRisk ?? tool.risk, approval, findingsOf(tool)) as TriedTool["risk"],
      errors: [],
      pendingActionId: null,
    };
    const refused = (by: Refusal): TriedTool => refusedBy({ ...facts, verdict: "refused", reasons: reasonsOf(tool) }, by);
    const refusal = refuseCall(tool, agent);
    if (refusal) return refused(refusal);
    const checked = await deps.checks.validateInput(by, tool.inputSchema, toolInput, "/toolInput");
    if (!checked.ok) return refused(checked.refusal);
    const faults = checked.value;
    if (faults.length > 0) {
      const reasons = ["The input does not match the tool's schema.", ...reasonsOf(tool)];
      return { ...facts, verdict: "refused", reasons, errors: faults };
    }
    const asker = agent ? ({ kind: "agent", id: agent.id } as const) : ({ kind: "user", id: by.id } as const);
    const described = await describeCall(
      deps,
      { workspaceId: by.workspaceId, by: asker },
      { ...tool, previews: false },
      toolInput,
    );
    if (!described.ok && described.isLoading) return refused(STILL_LOADING.refusal);
    if (!described.ok) {
      const errors = described.faults.map(({ path, message }) => ({ path: `/toolInput${path}`, message }));
      return { ...facts, verdict: "refused", reasons: ["The tool does not accept this input.", ...reasonsOf(tool)], errors };
    }
    const judged = await deps.checks.judgeApproval(by, { ...tool, approval }, toolInput, agent);
    if (!judged.ok) return refused(judged.refusal);
    const { isRequired: asks, routing: answers } = judged.value;
    const routing = await sayRouting(deps, tool, agent?.groups ?? [], answers);
    return {
      ...facts,
      verdict: asks ? "asks" : "runs",
      question: asks ? askedAtClient(tool, toolInput) : null,
      preview: JSON.parse(described.facts.preview) as JsonObject,
      reasons: [
        ...routing,
        ...(routing.length > 0 && approval !== "required" ? [] : [whyAsked(tool, approval, asks)]),
        ...reasonsOf(tool),
      ],
    };
  }
}

function refuseWithoutAgent(agentId: string | undefined, agent: LiveAgent | undefined, run: boolean | undefined) {
  const fault = (detail: string, message: string) =>
    refuse("INVALID_INPUT", detail, { errors: [{ path: "/agentId", message }] });
  if (agent) return undefined;
  if (agentId !== undefined) return fault("There is no such agent.", "is not an agent of this workspace with a valid key");
  return run ? fault("A call is proposed by an agent.", "is required with `run`") : undefined;
}

/** Which routing rules apply, why, and what each adds. */
async function sayRouting(
  { database }: EngineDeps,
  tool: ToolRow,
  groups: string[],
  answers: RoutingAnswers,
): Promise<string[]> {
  const routing = toRouting({ risk: tool.risk, groups, answers });
  const applied = appliedRules({ tool, agent: { groups }, routing });
  const named = approversIn(applied.flatMap(({ approvalRule }) => approvalRule ?? []));
  const names = await findPersonNames(
    database.kysely,
    named.flatMap((one) => ("user" in one ? one.user : [])),
  );
  const nameOf = (id: string): string => names.get(id) ?? "a former member";
  return applied.map((rule) => `“${rule.name}” applies: ${sayApplied(rule)}${sayAdded(rule, nameOf)}.`);
}

/** Describes the approvals and the time limit that an applied rule adds to a call. */
function sayAdded({ approvalRule, lifetimeSeconds }: AppliedRule, nameOf: (id: string) => string): string {
  const who = approvalRule ? `, so it needs ${sayRule(approvalRule, nameOf)}` : "";
  return lifetimeSeconds === undefined ? who : `${who}, and expires after ${lifetimeSeconds} seconds`;
}

function refuseCall(tool: ToolRow, agent: LiveAgent | undefined): Refusal | undefined {
  if (!tool.enabled) return refuse("FORBIDDEN", `${tool.name} is disabled.`).refusal;
  const { allowed, overCap } = agent ? judgeFor(tool, agent) : { allowed: true, overCap: false };
  return refuseTool({ ...tool, allowed, overCap }, tool.name);
}

const judgeFor = (tool: ToolRow, agent: LiveAgent) => judgeCall(tool, { ...agent, isRevoked: false });

const refusedBy = (tried: TriedTool, refusal: Refusal): TriedTool => ({
  ...tried,
  verdict: "refused",
  reasons: [refusal.detail, ...tried.reasons],
  errors: [...(refusal.errors ?? [])],
});

function whyAsked(tool: ToolRow, approval: ToolRow["approval"], asks: boolean): string {
  if (approval === "when") {
    return `The expression ${tool.approvalWhen ?? ""} ${asks ? "requires approval for this call, or cannot be evaluated" : "is false for this call"}.`;
  }
  return asks ? "Every call requires approval." : "Calls run without approval.";
}

/** What the agent's client would ask; null if it would not ask, because the input is too long to be shown whole there. */
function askedAtClient(tool: ToolRow, toolInput: JsonObject): string | null {
  if (!isQuestionTool(tool))
    return approvalMessage({ name: nameForModels(tool.alias ?? tool.name), promptTemplate: tool.promptTemplate }, toolInput);
  const asked = readQuestion(toolInput);
  return asked && questionMessage(asked);
}

const toPrincipal = (workspaceId: string, agent: LiveAgent): Principal => ({
  kind: "agent",
  id: agent.id,
  name: agent.name,
  workspaceId,
  role: null,
  groups: agent.groups,
});
