import type { Principal } from "../core/principal.ts";
import type { Engine } from "../engine/engine.ts";
import type { Log } from "../engine/deps.ts";
import type { Database } from "../store/database.ts";
import type { ChatAgentRow } from "../store/statements/chat-agents.ts";
import type { ChatMessageRow } from "../store/statements/chat-messages.ts";
import type { LiveChats } from "./live-chats.ts";
import type { Model } from "./models/model-port.ts";

/** The part of the gate that a chat uses: nothing here decides but in the name of the person who does. */
export type ChatGate = Pick<
  Engine,
  "propose" | "collect" | "gatewayTools" | "get" | "refine" | "refinements" | "briefing" | "onChange"
>;

export interface ChatSettings {
  /** How long a turn belongs to the process that runs it without a sign of life. */
  leaseSeconds: number;
  /** What another process writes of an answer that comes in is behind by this at the most. */
  saveMs: number;
  /** Turns of one workspace that this process runs at once. */
  mostTurns: number;
}

export const CHAT_SETTINGS: ChatSettings = { leaseSeconds: 15, saveMs: 300, mostTurns: 200 };

export interface ChatDeps {
  database: Database;
  engine: ChatGate;
  live: LiveChats;
  log: Log;
  settings: ChatSettings;
  /** The model of an agent as it is set up now. Throws a `ModelFault`. */
  openModel(agent: ChatAgentRow): Promise<Model>;
}

/** An agent as the gate knows it, whoever talks to it. */
export const principalOf = ({ workspaceId, agentId, name, groups }: ChatAgentRow): Principal => ({
  kind: "agent",
  id: agentId,
  name,
  workspaceId,
  role: null,
  groups,
});

/** Who proposed what a message called: the agent that wrote it, whoever goes on with the conversation now. */
export const proposerOf = ({ workspaceId, byId, byName }: ChatMessageRow): Principal => ({
  kind: "agent",
  id: byId ?? "",
  name: byName ?? "",
  workspaceId,
  role: null,
  groups: [],
});
