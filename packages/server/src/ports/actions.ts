import type {
  Action,
  ActionComment,
  AskedOfAgent,
  CommentRequest,
  ActionPage,
  ActionStatus,
  Briefing,
  Counts,
  JsonObject,
  ListSort,
  Outcome,
  ProposedBatch,
  ProposeManyRequest,
  ProposeRequest,
  Refinements,
  TimelineEntry,
} from "@countersign/protocol";
import type { ClientOffer } from "../core/client-needs.ts";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";

export interface ActionFilter {
  status?: readonly ActionStatus[];
  toolName?: string;
  missionId?: string;
  sessionId?: string;
  batchId?: string;
  risk?: number;
  /** Key id of the agent. */
  proposedBy?: string;
  /** User id of the assignee; null for actions that are assigned to nobody. */
  assignee?: string | null;
  /** User id of a person who decided on the action, alone or as one of several, also for somebody else. */
  decidedBy?: string;
  /** Earliest time of the proposal, in ISO 8601 with a time zone. */
  from?: string;
  /** Proposals before this time, in ISO 8601 with a time zone. */
  until?: string;
  olderThanSeconds?: number;
  /** Text to find in tool name, caption, target and input. */
  q?: string;
}

/** Filter of a list. Agents list only their own actions, whatever `proposedBy` says. */
export interface ActionListFilter extends ActionFilter {
  /** Default `newest`. A cursor is valid for one order only. */
  sort?: ListSort;
  limit?: number;
  cursor?: string;
}

/** Where an agent's calls come in. */
export interface Proposals {
  propose(by: Principal, request: ProposeRequest, signal?: AbortSignal): Promise<Result<Outcome>>;
  proposeMany(by: Principal, request: ProposeManyRequest): Promise<Result<ProposedBatch>>;
}

/**
 * What a wait does with questions that people ask the agent about the action. `end`: the first one that the agent was not told yet
 * ends the wait, and all are told with the outcome. `tell`: they are told when the wait is over. `leave`: they are not told,
 * because this caller does not pass them on to the agent.
 */
export type QuestionHandling = "end" | "tell" | "leave";

/** Where a call belongs, in the agent's words. A repeat of the call keeps the labels of the first. */
export type CallLabels = Pick<ProposeRequest, "sessionId" | "missionId" | "caption" | "checkpointId">;

/** Calls of callers that time out and call again: an identical call meets its existing action. */
export interface HeldCalls {
  /** Like `propose`, but returns at once. */
  ask(
    by: Principal,
    call: Pick<ProposeRequest, "toolName" | "toolInput"> & CallLabels,
    /** Caps the action's lifetime: nobody waits longer, so it must not be approved later, even if this process dies. */
    mostSeconds?: number,
    /** What the agent's client can be asked while the call runs; nothing by default. */
    offer?: ClientOffer,
  ): Promise<Result<Outcome>>;
  /**
   * Waits until the agent's own action ends. Delivering the end closes the call: the next identical one is a new proposal.
   * `questions` is `leave` by default.
   */
  collect(
    by: Principal,
    id: string,
    waitSeconds: number,
    signal?: AbortSignal,
    questions?: QuestionHandling,
  ): Promise<Result<Outcome>>;
  /** Expires the agent's own action if nobody has decided it. */
  giveUp(by: Principal, id: string): Promise<Result<Outcome>>;
  /** Consumes a request state that a client hands back; false if it was used before. States live at most `lifetimeSeconds`. */
  takeRequestState(by: Principal, nonce: string, lifetimeSeconds: number): Promise<boolean>;
  /**
   * The agent's own actions of the last 7 days that have not ended, or whose end no MCP client of the agent has read yet. Newest
   * first, at most 50.
   */
  undelivered(by: Principal): Promise<Result<Outcome[]>>;
}

/** Comments of people on an action, and replies of its agent. None of them changes the action. */
export interface Comments {
  /** For people. A question to the agent is for whoever may decide. */
  add(by: Principal, actionId: string, request: CommentRequest): Promise<Result<ActionComment>>;
  /** The agent's reply to a question about an action of its own; one for each. */
  reply(by: Principal, actionId: string, commentId: string, request: { text: string }): Promise<Result<ActionComment>>;
  /** What people ask the agent about any of its actions and it has not replied to; newest first, at most 50. */
  asked(by: Principal): Promise<Result<(AskedOfAgent & { pendingActionId: string; toolName: string })[]>>;
}

/** Reads. A member sees the workspace, an agent what it proposed, a worker the calls of its tools. */
export interface Actions {
  get(by: Principal, id: string): Promise<Result<Action>>;
  /**
   * Reads a result that was too large for its action, or one of its pages, counted from 1; for members and the agent that
   * proposed the action. Each read by an agent is logged.
   */
  readResult(by: Principal, id: string, page?: number): Promise<Result<string>>;
  /** Waits until the action leaves `pending`, the time is over, the signal aborts, or an agent is asked something about it. */
  wait(by: Principal, id: string, waitSeconds: number, signal?: AbortSignal): Promise<Result<Action>>;
  /** Current outcome of an action, as reported to the agent that proposed it. */
  outcome(by: Principal, id: string): Promise<Result<Outcome>>;
  list(by: Principal, filter: ActionListFilter): Promise<Result<ActionPage>>;
  counts(by: Principal): Promise<Result<Counts>>;
  timeline(by: Principal, id: string): Promise<Result<TimelineEntry[]>>;
  /** Review payloads of one session, keyed by id; omits ids that are not in it or not visible. */
  proposals(by: Principal, sessionId: string, ids: readonly string[]): Promise<Result<Record<string, JsonObject>>>;
  /** Actions that a person sent back, with no new version proposed yet. An agent may omit the session to list all of its own. */
  refinements(by: Principal, of: { sessionId?: string }): Promise<Result<Refinements>>;
  /** Counts actions, and checkpoints with pending actions, in a session, a mission or the whole workspace. */
  briefing(by: Principal, of: { sessionId?: string; missionId?: string }): Promise<Result<Briefing>>;
}
