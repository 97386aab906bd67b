import type { JsonObject } from "@countersign/protocol";
import { answersInClient, mayCall } from "../../core/authorize.ts";
import type { GatewayTool } from "../../core/gateway-tool.ts";
import { approvalFor } from "../../core/group-approval.ts";
import { readsArguments } from "../../core/judge-approval.ts";
import type { Principal } from "../../core/principal.ts";
import { exposeNames } from "../../core/tool-names.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { addClientNeed, appendPassThrough, findAgentTools, type AgentToolRow } from "../../store/statements/gateway-tools.ts";
import type { EngineDeps } from "../deps.ts";
import type { Gateway } from "../../ports/policy.ts";
import { schemaForAgents } from "./tool-to-wire.ts";

/** Attempts before a pass-through call is refused: the policy may change for reasons that do not concern it. */
const LOOKS = 5;

/** Queries and records for the gateway, before and while it forwards a call. */
export function createGateway({ database, log }: EngineDeps): Gateway {
  return {
    async tools(by) {
      if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent key has its own list of tools.");
      const rows = await findCallableTools(database.kysely, by);
      const names = exposeNames(rows.map(({ alias, name }) => alias ?? name));
      return ok(rows.map((row, n) => toGatewayTool(row, names[n] ?? row.name)));
    },

    async recordPassThrough(by, tool, inputDigest) {
      if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent key can call tools.");
      const { name: toolName } = tool;
      const refused = refuse("FORBIDDEN", `This agent cannot call ${toolName} without approval.`);
      const { approval } = tool;
      let { policyEpoch } = tool;
      for (let look = 1; look <= LOOKS && approval !== "required"; look += 1) {
        const call = { workspaceId: by.workspaceId, by, toolName, inputDigest, policyEpoch };
        if (await appendPassThrough(database.kysely, call)) return ok(null);
        const [now] = await findCallableTools(database.kysely, by, toolName);
        // A stop, or a change that concerns this call: what was judged does not hold any more.
        if (!now || approvalOf(now) !== approval || now.policyEpoch === policyEpoch) return refused;
        if ((readsArguments(tool) || now.routingRules !== null) && !isSameQuestion(now, tool, by)) return refused;
        ({ policyEpoch } = now);
      }
      return refused;
    },

    async noteClientNeed(upstream, ownName, need) {
      try {
        if (await addClientNeed(database.kysely, { ...upstream, ownName, need })) database.notify(upstream.workspaceId);
      } catch (error) {
        // The next call that needs it will report it again.
        log("warn", "what a tool needs of clients was not noted", { tool: ownName, need, error: String(error) });
      }
    },
  };
}

/** The tools that an agent may call now, or one of them. */
export const findCallableTools = async (
  kysely: EngineDeps["database"]["kysely"],
  by: Pick<Principal, "workspaceId" | "id">,
  name?: string,
): Promise<AgentToolRow[]> =>
  (await findAgentTools(kysely, by.workspaceId, by.id, name)).filter((row) => mayCall(row, row.agent));

/** Whether the expressions are the same as when they were evaluated, and would read the same. */
const isSameQuestion = (
  now: AgentToolRow,
  tool: Pick<GatewayTool, "approvalWhen" | "routingRules" | "risk">,
  by: Principal,
): boolean =>
  now.approvalWhen === tool.approvalWhen &&
  now.routingRules === tool.routingRules &&
  now.risk === tool.risk &&
  now.agent.groups.join("\n") === by.groups.join("\n");

const approvalOf = (row: AgentToolRow) => approvalFor(row, row.agent.groups);

const toGatewayTool = (row: AgentToolRow, exposedName: string): GatewayTool => ({
  name: row.name,
  exposedName,
  groups: row.groupNames.filter((name) => row.agent.groups.includes(name)),
  source: row.source,
  upstreamName: row.upstreamName,
  definition: row.acceptedDefinition === null ? null : (JSON.parse(row.acceptedDefinition) as JsonObject),
  title: row.title,
  description: row.descriptionOverride ?? row.description,
  inputSchema: schemaForAgents(row),
  risk: row.risk,
  approval: approvalOf(row),
  approvalWhen: row.approvalWhen,
  routingRules: row.routingRules,
  promptTemplate: row.promptTemplate,
  inClient: answersInClient(row, row.agent),
  delivery: row.delivery,
  waitSeconds: row.waitSeconds,
  onWaitEnd: row.onWaitEnd,
  lifetimeSeconds: row.lifetimeSeconds,
  clientNeeds: row.clientNeeds,
  policyEpoch: row.policyEpoch,
});
