import type { ChangeChatAgent, ChatAgent, ChatLimits } from "@countersign/protocol";
import type { Kysely } from "kysely";
import type { Chats } from "./chats.ts";
import { hasRole } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import type { Schema } from "../../store/schema.ts";
import { findLiveAgent } from "../../store/statements/agents.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { ensureChatAgent, listChatAgents, upsertChatAgent, type ChatAgentRow } from "../../store/statements/chat-agents.ts";
import { findConnection } from "../../store/statements/connections.ts";
import { principalOf, type ChatDeps } from "./chat-deps.ts";
import { isModelConnector } from "./models/model-connectors.ts";
import { exampleRequests } from "./models/script/abilities.ts";
import { knownTool } from "./models/script/tool-words.ts";
import { describeTool } from "./tell-model.ts";

const SCRIPT = "Built-in script";

/** Finds an agent that is enabled for chat; refuses with NOT_FOUND or FORBIDDEN. */
export async function agentNow(db: Kysely<Schema>, workspaceId: string, id: string): Promise<Result<ChatAgentRow>> {
  const [agent] = await listChatAgents(db, workspaceId, id);
  if (!agent || agent.revoked) return refuse("NOT_FOUND", "There is no such agent to chat with.");
  return agent.enabled ? ok(agent) : refuse("FORBIDDEN", "An administrator disabled this agent.");
}

/** Chat settings of agents. */
export function createChatAgents({
  database,
  engine,
}: Pick<ChatDeps, "database" | "engine">): Pick<Chats, "agents" | "changeAgent"> {
  const { kysely } = database;

  /** A model has no examples: its instructions, which only it reads, may not allow what its tools can do. */
  async function withExamples(row: ChatAgentRow): Promise<ChatAgent> {
    const agent = toAgent(row);
    if (!agent.isScript || !agent.enabled) return { ...agent, exampleRequests: [] };
    const tools = await engine.gateway.tools(principalOf(row));
    const known = (tools.ok ? tools.value : []).map(describeTool).map(knownTool);
    return { ...agent, exampleRequests: exampleRequests(known) };
  }

  return {
    async agents(by) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can chat with agents.");
      await ensureChatAgent(kysely, by.workspaceId);
      const rows = await listChatAgents(kysely, by.workspaceId);
      const isAdmin = hasRole(by, "admin");
      return ok(await Promise.all(rows.filter((row) => !row.revoked && (isAdmin || row.enabled)).map(withExamples)));
    },

    async changeAgent(by, agentId, change) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can set up agents.");
      const { workspaceId } = by;
      if (!(await findLiveAgent(kysely, workspaceId, agentId)))
        return refuse("NOT_FOUND", "There is no such agent in this workspace.");
      const [before] = await listChatAgents(kysely, workspaceId, agentId);
      const refusal = await refuseChange(kysely, workspaceId, before, change);
      if (refusal) return { ok: false, refusal };
      await kysely.transaction().execute(async (trx) => {
        await lockAuditHead(trx, workspaceId);
        await upsertChatAgent(trx, { workspaceId, agentId }, columnsOf(change));
        await appendAuditEvent(trx, { workspaceId, kind: "agent.chat_changed", by, data: { agentId, ...columnsOf(change) } });
      });
      database.notify(workspaceId);
      const [now] = await listChatAgents(kysely, workspaceId, agentId);
      return now ? ok(await withExamples(now)) : refuse("NOT_FOUND", "There is no such agent in this workspace.");
    },
  };
}

async function refuseChange(
  db: Kysely<Schema>,
  workspaceId: string,
  before: ChatAgentRow | undefined,
  { model, limits }: ChangeChatAgent,
): Promise<Refusal | undefined> {
  const errors: { path: string; message: string }[] = [];
  if (model && model.connectionId !== null) {
    const row = await findConnection(db, workspaceId, model.connectionId);
    if (!row || !isModelConnector(row.connector))
      errors.push({ path: "/model/connectionId", message: "is not a connection to a model provider" });
    if (model.name.trim() === "") errors.push({ path: "/model/name", message: "must be a model of that provider" });
  }
  const soft = limits?.softRounds ?? before?.softRounds ?? 16;
  const hard = limits?.hardRounds ?? before?.hardRounds ?? 18;
  if (soft > hard) errors.push({ path: "/limits/softRounds", message: `is more than the maximum number of rounds, ${hard}` });
  return errors.length === 0 ? undefined : refuse("INVALID_INPUT", "These agent settings are not valid.", { errors }).refusal;
}

const LIMITS = [
  "softRounds",
  "hardRounds",
  "identicalCalls",
  "resultCharacters",
  "sessionTokens",
  "sessionCostMicros",
  "unansweredSeconds",
] as const;

function columnsOf({ instructions, model, widgets, limits = {}, enabled }: ChangeChatAgent) {
  const given = Object.fromEntries(LIMITS.flatMap((name) => (limits[name] === undefined ? [] : [[name, limits[name]]])));
  return {
    ...(given as Partial<ChatLimits>),
    ...(instructions !== undefined && { instructions }),
    ...(widgets !== undefined && { widgets: [...new Set(widgets)] }),
    ...(enabled !== undefined && { enabled }),
    ...(model !== undefined && {
      connectionId: model.connectionId,
      model: model.name,
      inputPriceMicros: model.inputPriceMicros,
      outputPriceMicros: model.outputPriceMicros,
    }),
  };
}

export const toAgent = (row: ChatAgentRow): Omit<ChatAgent, "exampleRequests"> => ({
  id: row.agentId,
  name: row.name,
  groups: row.groups,
  instructions: row.instructions,
  model: {
    connectionId: row.connectionId,
    name: row.model,
    inputPriceMicros: row.inputPriceMicros,
    outputPriceMicros: row.outputPriceMicros,
  },
  modelLabel: row.connectionId === null ? SCRIPT : `${row.model} (${row.connectionName ?? "a deleted connection"})`,
  isScript: row.connectionId === null,
  widgets: row.widgets,
  limits: {
    softRounds: row.softRounds,
    hardRounds: row.hardRounds,
    identicalCalls: row.identicalCalls,
    resultCharacters: row.resultCharacters,
    sessionTokens: row.sessionTokens,
    sessionCostMicros: row.sessionCostMicros,
    unansweredSeconds: row.unansweredSeconds,
  },
  enabled: row.enabled,
});
