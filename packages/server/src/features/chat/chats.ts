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
import type { Principal } from "../../core/principal.ts";
import type { Result } from "../../core/refusal.ts";

/** Query for one page of sessions, most recently changed first. */
export interface ChatSessionQuery {
  /** Text to find in titles or messages. */
  q?: string;
  archived?: boolean;
  /** True: all that the caller may read. Default: the caller's own. */
  everyone?: boolean;
  limit?: number;
  cursor?: string;
}

/** Receives the events of one session as they occur. */
export interface ChatListener {
  /** Text of a message that this process is generating; `from` is its offset in the message text. */
  onDelta(delta: { seq: number; from: number; text: string }): void;
  /** The session or its messages may have changed: read them again. */
  onChange(): void;
}

/**
 * Conversations of people with agents. Only its owner writes in a session. Approvers and administrators read it, unless one of its agents has
 * private sessions; then the person that the agent acts for and administrators do. For all others it is `NOT_FOUND`.
 */
export interface Chats {
  /** Agents available for chat. Administrators also see disabled ones. */
  agents(by: Principal): Promise<Result<ChatAgent[]>>;
  /** Makes an agent available for chat, or changes its chat settings. */
  changeAgent(by: Principal, agentId: string, change: ChangeChatAgent): Promise<Result<ChatAgent>>;
  sessions(by: Principal, query: ChatSessionQuery): Promise<Result<ChatSessionPage>>;
  create(by: Principal, session: { agentId: string; title?: string }): Promise<Result<ChatSession>>;
  read(by: Principal, id: string): Promise<Result<Chat>>;
  /** Returns the session and its messages that changed after revision `rev`, oldest first. */
  changesAfter(by: Principal, id: string, rev: number): Promise<Result<{ session: ChatSession; messages: ChatMessage[] }>>;
  change(by: Principal, id: string, change: ChangeChatSession): Promise<Result<ChatSession>>;
  /** Begins a turn; `INVALID_STATE` while another one runs. Proposals that the previous turn waited for stay pending. */
  send(by: Principal, id: string, message: SendChatMessage): Promise<Result<ChatSession>>;
  /** Begins a turn without a new message, after one that failed or was cancelled. */
  goOn(by: Principal, id: string): Promise<Result<ChatSession>>;
  /** Cancels the running or waiting turn. Proposals stay pending: a person still decides on them. */
  stop(by: Principal, id: string): Promise<Result<ChatSession>>;
  /** Sends proposals of the session back with the person's feedback, and has the agent propose again. */
  refine(by: Principal, id: string, request: RefineInChat): Promise<Result<RefinedInChat>>;
  follow(workspaceId: string, id: string, listener: ChatListener): () => void;
}
