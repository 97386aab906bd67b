import { isVettedState, type JsonObject, type TriedTool } from "@countersign/protocol";
import { judgeCall } from "../../core/authorize.ts";
import { fillPrompt } from "../../core/fill-prompt.ts";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal } from "../../core/refusal.ts";
import { effectiveRisk } from "../../core/risk.ts";
import { findLiveAgent } from "../../store/statements/agents.ts";
import { findTool, type ToolRow } from "../../store/statements/tools.ts";
import type { EngineDeps } from "../deps.ts";
import { describeCall } from "../proposals/describe-call.ts";
import type { Proposals } from "../../ports/actions.ts";
import type { ToolAdmin } from "../../ports/policy.ts";
import { STILL_LOADING } from "../proposals/refuse-loading.ts";
import { refuseTool } from "../proposals/refuse-tool.ts";
import { findingsOf, reasonsOf } from "./tool-to-wire.ts";

type LiveAgent = NonNullable<Awaited<ReturnType<typeof findLiveAgent>>>;

/** Shows an administrator how a call would be answered. Nothing is proposed unless `run` is set. */
export function createTryTool(deps: EngineDeps, propose: Proposals["propose"]): Pick<ToolAdmin, "tryOut"> {
  const { kysely } = deps.database;

  return {
    async tryOut(by, name, { toolInput, agentId, run }) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator tries tools.");
      const tool = await findTool(kysely, by.workspaceId, name);
      if (!tool) return refuse("NOT_FOUND", `There is no tool named ${name}.`);
      const agent = agentId === undefined ? undefined : await findLiveAgent(kysely, by.workspaceId, agentId);
      if (agentId !== undefined && !agent) {
        return refuse("INVALID_INPUT", "There is no such agent.", {
          errors: [{ path: "/agentId", message: "is no agent of this workspace with a live key" }],
        });
      }
      if (run && !agent) {
        return refuse("INVALID_INPUT", "A call is proposed by an agent.", {
          errors: [{ path: "/agentId", message: "is required with `run`" }],
        });
      }
      const tried = await look(by, tool, toolInput, agent);
      if (!run || !agent || tried.verdict === "refused") return ok(tried);
      const proposed = await propose(toPrincipal(by.workspaceId, agent), {
        toolName: name,
        toolInput,
        caption: `Tried in the inspector by ${by.name}`.slice(0, 500),
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
    const refusal = refuseCall(tool, agent);
    if (refusal) return refusedBy({ ...facts, verdict: "refused", reasons: reasonsOf(tool) }, refusal);
    const checked = await deps.checks.validateInput(by, tool.inputSchema, toolInput, "/toolInput");
    if (!checked.ok) return refusedBy({ ...facts, verdict: "refused", reasons: reasonsOf(tool) }, checked.refusal);
    const faults = checked.value;
    if (faults.length > 0) {
      const reasons = ["The tool's schema refuses this input.", ...reasonsOf(tool)];
      return { ...facts, verdict: "refused", reasons, errors: faults };
    }
    const asker = agent ? ({ kind: "agent", id: agent.id } as const) : ({ kind: "user", id: by.id } as const);
    const described = await describeCall(
      deps,
      { workspaceId: by.workspaceId, by: asker },
      { ...tool, previews: false },
      toolInput,
    );
    if (!described.ok && described.isLoading)
      return refusedBy({ ...facts, verdict: "refused", reasons: reasonsOf(tool) }, STILL_LOADING.refusal);
    if (!described.ok) {
      const errors = described.faults.map(({ path, message }) => ({ path: `/toolInput${path}`, message }));
      return { ...facts, verdict: "refused", reasons: ["The tool refuses this input.", ...reasonsOf(tool)], errors };
    }
    const judged = await deps.checks.needsApproval(by, { ...tool, approval }, toolInput, agent);
    if (!judged.ok) return refusedBy({ ...facts, verdict: "refused", reasons: reasonsOf(tool) }, judged.refusal);
    const asks = judged.value;
    return {
      ...facts,
      verdict: asks ? "asks" : "runs",
      question: asks ? fillPrompt(tool.promptTemplate, tool.alias ?? tool.name, JSON.stringify(toolInput)) : null,
      preview: JSON.parse(described.facts.preview) as JsonObject,
      reasons: [whyAsked(tool, approval, asks), ...reasonsOf(tool)],
    };
  }
}

function refuseCall(tool: ToolRow, agent: LiveAgent | undefined): Refusal | undefined {
  if (!tool.enabled) return refuse("FORBIDDEN", `${tool.name} is switched off.`).refusal;
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
    return `The expression ${tool.approvalWhen ?? ""} ${asks ? "asks a person about this call, or can not judge it" : "is false for this call"}.`;
  }
  return asks ? "Every call needs a person's yes." : "Calls run without a person's yes.";
}

const toPrincipal = (workspaceId: string, agent: LiveAgent): Principal => ({
  kind: "agent",
  id: agent.id,
  name: agent.name,
  workspaceId,
  role: null,
  groups: agent.groups,
});
