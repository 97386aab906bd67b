import type {
  ChangeChatAgent,
  ChangeChatSession,
  Chat,
  ChatAgent,
  ChatMessage,
  ChatSession,
  ChatSessionPage,
  RefinedInChat,
  RefineInChat,
  SendChatMessage,
} from "@countersign/protocol";
import type { Principal } from "./principal.ts";
import { refuse, type Result } from "./refusal.ts";

/** A page of one's own sessions, those with the newest change first. */
export interface ChatSessionQuery {
  /** In the title or in what was written. */
  q?: string;
  archived?: boolean;
  limit?: number;
  cursor?: string;
}

/** What happens in one session, as it happens. */
export interface ChatListener {
  /** Words of a message that is being written here; `from` is their place in its text. */
  onDelta(delta: { seq: number; from: number; text: string }): void;
  /** The session or messages of it may have changed: read them again. */
  onChange(): void;
}

/** Conversations of people with agents. A session is its owner's; everybody else, administrators too, finds nothing. */
export interface Chats {
  /** Agents that one may talk to; of administrators also those that are switched off. */
  agents(by: Principal): Promise<Result<ChatAgent[]>>;
  /** Makes an agent one to talk to, or changes how it is one. */
  changeAgent(by: Principal, agentId: string, change: ChangeChatAgent): Promise<Result<ChatAgent>>;
  sessions(by: Principal, query: ChatSessionQuery): Promise<Result<ChatSessionPage>>;
  create(by: Principal, session: { agentId: string; title?: string }): Promise<Result<ChatSession>>;
  read(by: Principal, id: string): Promise<Result<Chat>>;
  /** The session, and its messages that changed after a revision, oldest first. */
  changesAfter(by: Principal, id: string, rev: number): Promise<Result<{ session: ChatSession; messages: ChatMessage[] }>>;
  change(by: Principal, id: string, change: ChangeChatSession): Promise<Result<ChatSession>>;
  /** Begins a turn; `INVALID_STATE` while one runs. What the turn before it waited for goes on waiting. */
  send(by: Principal, id: string, message: SendChatMessage): Promise<Result<ChatSession>>;
  /** Begins a turn without new words, after one that failed or was stopped. */
  goOn(by: Principal, id: string): Promise<Result<ChatSession>>;
  /** Ends the turn that runs or waits. Proposals stay: a person still decides on them. */
  stop(by: Principal, id: string): Promise<Result<ChatSession>>;
  /** Sends proposals of the session back with the person's words, and has the agent propose again. */
  refine(by: Principal, id: string, request: RefineInChat): Promise<Result<RefinedInChat>>;
  follow(workspaceId: string, id: string, listener: ChatListener): () => void;
}

const none = (): Promise<Result<never>> => Promise.resolve(refuse("NOT_FOUND", "This server has no chat."));

export const NO_CHATS: Chats = {
  agents: none,
  changeAgent: none,
  sessions: none,
  create: none,
  read: none,
  changesAfter: none,
  change: none,
  send: none,
  goOn: none,
  stop: none,
  refine: none,
  follow: () => () => undefined,
};
