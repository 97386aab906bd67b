import type { JsonObject } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import { exposeNames } from "../core/tool-names.ts";
import { ok, refuse } from "../core/refusal.ts";
import { addClientNeed, appendPassThrough, findAgentTools, type AgentToolRow } from "../store/statements/gateway-tools.ts";
import type { EngineDeps } from "./deps.ts";
import type { PolicyEngine } from "./policy-engine.ts";
import { schemaForAgents } from "./tool-to-wire.ts";

/** Queries and records for the gateway, before and while it forwards a call. */
export function createGatewayTools({
  database,
  log,
}: EngineDeps): Pick<PolicyEngine, "gatewayTools" | "recordPassThrough" | "noteClientNeed"> {
  return {
    async gatewayTools(by) {
      if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent's key has tools of its own.");
      const rows = await findAgentTools(database.kysely, by.workspaceId, by.id);
      const names = exposeNames(rows.map(({ alias, name }) => alias ?? name));
      return ok(rows.map((row, n) => toGatewayTool(row, names[n] ?? row.name)));
    },

    async recordPassThrough(by, toolName, inputDigest) {
      if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent's key calls tools.");
      const stored = await appendPassThrough(database.kysely, { workspaceId: by.workspaceId, by, toolName, inputDigest });
      return stored ? ok(null) : refuse("FORBIDDEN", `This agent may not call ${toolName} without a person's approval.`);
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

const toGatewayTool = (row: AgentToolRow, exposedName: string): GatewayTool => ({
  name: row.name,
  exposedName,
  source: row.source,
  upstreamName: row.upstreamName,
  definition: row.acceptedDefinition === null ? null : (JSON.parse(row.acceptedDefinition) as JsonObject),
  title: row.title,
  description: row.descriptionOverride ?? row.description,
  inputSchema: schemaForAgents(row),
  risk: row.risk,
  approval: row.approval,
  approvalWhen: row.approvalWhen,
  promptTemplate: row.promptTemplate,
  inClient: row.answersInClient,
  delivery: row.delivery,
  waitSeconds: row.waitSeconds,
  onWaitEnd: row.onWaitEnd,
  clientNeeds: row.clientNeeds,
});
