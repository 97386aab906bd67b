import type { Principal } from "../../core/principal.ts";
import type { Engine } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import type { Database } from "../../store/database.ts";
import type { ChatAgentRow } from "../../store/statements/chat-agents.ts";
import type { ChatMessageRow } from "../../store/statements/chat-messages.ts";
import type { LiveChats } from "./live-chats.ts";
import type { Model } from "./models/model-port.ts";

/** The parts of the gate that the chat uses. Decisions are made only with the credentials of the deciding person. */
export interface ChatGate extends Pick<Engine, "gateway" | "events"> {
  proposals: Pick<Engine["proposals"], "propose">;
  heldCalls: Pick<Engine["heldCalls"], "collect">;
  actions: Pick<Engine["actions"], "get" | "refinements" | "briefing">;
  decisions: Pick<Engine["decisions"], "refine">;
  checkpoints: Pick<Engine["checkpoints"], "open" | "list" | "get">;
}

export interface ChatSettings {
  /** Seconds without a heartbeat after which another process may take over a turn. */
  leaseSeconds: number;
  /** Milliseconds between saves of a streamed answer; clients of other processes lag by at most this much. */
  saveMs: number;
  /** Maximum number of concurrent turns of one workspace in this process. */
  mostTurns: number;
}

export const CHAT_SETTINGS: ChatSettings = { leaseSeconds: 15, saveMs: 300, mostTurns: 200 };

export interface ChatDeps {
  database: Database;
  engine: ChatGate;
  live: LiveChats;
  log: Log;
  settings: ChatSettings;
  /** Opens the agent's currently configured model. Throws a `ModelFault`. */
  openModel(agent: ChatAgentRow): Promise<Model>;
}

/** Principal of an agent, regardless of who chats with it. */
export const principalOf = ({ workspaceId, agentId, name, groups }: ChatAgentRow): Principal => ({
  kind: "agent",
  id: agentId,
  name,
  workspaceId,
  role: null,
  groups,
});

/** Principal that proposed a message's calls: the agent that wrote it, even if another agent has the conversation now. */
export const proposerOf = ({ workspaceId, byId, byName }: ChatMessageRow): Principal => ({
  kind: "agent",
  id: byId ?? "",
  name: byName ?? "",
  workspaceId,
  role: null,
  groups: [],
});
