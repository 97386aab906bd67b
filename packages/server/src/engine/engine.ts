import type {
  Action,
  ActionPage,
  ActionSummary,
  AuditEntry,
  AuditReport,
  BatchResult,
  Briefing,
  Claims,
  Counts,
  DecisionItem,
  Evidence,
  FailureCode,
  Insights,
  Json,
  JsonObject,
  ListSort,
  Outcome,
  PreviewAnswer,
  ProposedBatch,
  ProposeManyRequest,
  ProposeRequest,
  Refinements,
  Safety,
  Target,
  TimelineEntry,
  Tool,
  ToolDefinition,
  ToolSettings,
} from "@countersign/protocol";
import type { ClientOffer } from "../core/client-needs.ts";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";
import type { ActionFilter } from "../store/statements/list-actions.ts";
import type { Checks } from "./checks.ts";
import type { EmergencyStops } from "./emergency.ts";
import type { PolicyEngine } from "./policy-engine.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { Repeats } from "./repeats.ts";
import type { Delegations } from "./delegations.ts";
import type { StandingGrants } from "./standing-grants.ts";
import type { SavedRecords } from "./saved-records.ts";

/** Filter of a list. Agents list only their own actions, whatever `proposedBy` says. */
export interface ActionListFilter extends ActionFilter {
  /** Default `newest`. A cursor is valid for one order only. */
  sort?: ListSort;
  limit?: number;
  cursor?: string;
}

export interface DecisionRequest {
  userEdits?: JsonObject;
  comment?: string;
  /** Digest of what the person was shown; an approval without it is refused. */
  digest?: string;
  /** Milliseconds the action was on screen, as reported by the client. */
  shownForMs?: number;
  /** Channel of the decision: `inbox`, `embed`, `api`, `cli`, `elicitation`. */
  channel: string;
}

export interface AuditFilter {
  afterSeq?: number;
  beforeSeq?: number;
  /** Default `oldest`, or `newest` if `beforeSeq` is given. */
  sort?: "oldest" | "newest";
  actionId?: string;
  kinds?: readonly string[];
  actorId?: string;
  /** Text searched for in kind, action, actor's name and data. */
  q?: string;
  limit?: number;
}

export interface RebaseRequest {
  digest?: string;
  channel: string;
}

/** One event of a workspace's chain, as the live stream needs it. */
export interface ChainEvent {
  seq: number;
  kind: string;
  actionId: string | null;
  data: JsonObject;
}

/**
 * The policy gate, through which every change of an action passes. Each function takes the principal and returns a value or a
 * refusal; it throws only for broken assumptions, such as an unreachable database.
 */
export interface Engine extends PolicyEngine, EmergencyStops, Repeats, StandingGrants, Checkpoints, Delegations, SavedRecords {
  checks: Checks;

  propose(by: Principal, request: ProposeRequest, signal?: AbortSignal): Promise<Result<Outcome>>;
  proposeMany(by: Principal, request: ProposeManyRequest): Promise<Result<ProposedBatch>>;
  /** Like `propose`, but returns at once, for callers that repeat calls: an identical call meets its existing action. */
  askOnce(
    by: Principal,
    call: Pick<ProposeRequest, "toolName" | "toolInput">,
    /** Caps the action's lifetime: nobody waits longer, so it must not be approved later, even if this process dies. */
    mostSeconds?: number,
    /** What the agent's client can be asked while the call runs; nothing by default. */
    offer?: ClientOffer,
  ): Promise<Result<Outcome>>;
  /** Waits until the agent's own action ends. Delivering the end closes the call: the next identical one is a new proposal. */
  collect(by: Principal, id: string, waitSeconds: number, signal?: AbortSignal): Promise<Result<Outcome>>;
  /** Expires the agent's own action if nobody has decided it. */
  giveUp(by: Principal, id: string): Promise<Result<Outcome>>;
  /** Consumes a request state that a client hands back; false if it was used before. States live at most `lifetimeSeconds`. */
  takeRequestState(by: Principal, nonce: string, lifetimeSeconds: number): Promise<boolean>;
  /** The agent's own actions of the last 7 days, unfinished or with an end undelivered over MCP; newest first, at most 50. */
  undelivered(by: Principal): Promise<Result<Outcome[]>>;

  approve(by: Principal, id: string, request: DecisionRequest): Promise<Result<Action>>;
  /** `comment` is the reason. */
  reject(by: Principal, id: string, request: DecisionRequest): Promise<Result<Action>>;
  /** `comment` is the feedback. */
  refine(by: Principal, id: string, request: DecisionRequest): Promise<Result<Action>>;
  /** Decides each item separately; unlisted actions are left alone. */
  decideMany(by: Principal, items: readonly DecisionItem[], channel: string, batchId?: string): Promise<Result<BatchResult>>;
  /** Returns the action as these edits would change it; stores nothing. */
  previewEdits(by: Principal, id: string, userEdits: JsonObject): Promise<Result<Action>>;

  /** Compares the target with what it was when the action was proposed; read-only. */
  target(by: Principal, id: string): Promise<Result<Target>>;
  /** Refines the action and puts the same call over the current target in its place. Returns the new action. */
  rebase(by: Principal, id: string, request: RebaseRequest): Promise<Result<Action>>;

  cancel(by: Principal, id: string): Promise<Result<Action>>;
  retry(by: Principal, id: string, comment?: string): Promise<Result<Action>>;
  settle(by: Principal, id: string, outcome: "executed" | "failed", note: string): Promise<Result<Action>>;

  get(by: Principal, id: string): Promise<Result<Action>>;
  /**
   * Reads a result that was too large for its action, or one of its pages, counted from 1; for members and the agent that
   * proposed the action. Each read by an agent is logged.
   */
  readResult(by: Principal, id: string, page?: number): Promise<Result<string>>;
  /** Waits until the action leaves `pending`, the time is over or the signal aborts. */
  wait(by: Principal, id: string, waitSeconds: number, signal?: AbortSignal): Promise<Result<Action>>;
  /** Current outcome of an action, as reported to the agent that proposed it. */
  outcome(by: Principal, id: string): Promise<Result<Outcome>>;
  list(by: Principal, filter: ActionListFilter): Promise<Result<ActionPage>>;
  counts(by: Principal): Promise<Result<Counts>>;
  timeline(by: Principal, id: string): Promise<Result<TimelineEntry[]>>;
  /** Review payloads of one session, keyed by id; omits ids that are not in it or not visible. */
  proposals(by: Principal, sessionId: string, ids: readonly string[]): Promise<Result<Record<string, JsonObject>>>;
  /** Refined actions of a session that nothing answers yet; an agent may omit the session to list its own. */
  refinements(by: Principal, of: { sessionId?: string }): Promise<Result<Refinements>>;
  /** Counts actions, and checkpoints with pending actions, in a session, a mission or the whole workspace. */
  briefing(by: Principal, of: { sessionId?: string; missionId?: string }): Promise<Result<Briefing>>;

  tools(by: Principal): Promise<Result<Tool[]>>;
  changeTool(by: Principal, name: string, settings: ToolSettings): Promise<Result<Tool>>;

  registerTools(by: Principal, definitions: readonly ToolDefinition[]): Promise<Result<Tool[]>>;
  claim(
    by: Principal,
    request: { tools: readonly string[]; waitSeconds: number; limit: number },
    signal?: AbortSignal,
  ): Promise<Result<Claims>>;
  heartbeat(by: Principal, claimId: string): Promise<Result<{ leaseSeconds: number }>>;
  complete(by: Principal, claimId: string, result: Json): Promise<Result<ActionSummary>>;
  /** With `outcome_unknown` a worker reports that it cannot find out what an earlier attempt did. */
  fail(
    by: Principal,
    claimId: string,
    error: { code: FailureCode | "outcome_unknown"; message: string },
  ): Promise<Result<ActionSummary>>;
  /** Stores the worker's preview of a pending call. With `faults` the action ends as failed before anybody decides. */
  answerPreview(by: Principal, id: string, answer: PreviewAnswer): Promise<Result<Action>>;

  auditPage(by: Principal, page: AuditFilter): Promise<Result<AuditEntry[]>>;
  /** Reads the workspace's whole audit log and computes each hash again. */
  verifyAudit(by: Principal): Promise<Result<AuditReport>>;
  /** Audit entries of one action, each with its proof. */
  evidence(by: Principal, id: string): Promise<Result<Evidence>>;
  insights(by: Principal, days: number): Promise<Result<Insights>>;
  safety(by: Principal, days: number): Promise<Result<Safety>>;
  /** Events of the principal's workspace after `seq`, oldest first; `head` is the sequence number of the newest one. */
  eventsAfter(by: Principal, seq: number, limit: number): Promise<{ events: ChainEvent[]; head: number }>;
  /** Calls back at most once per iteration of the event loop when a workspace may have new events. Returns the unsubscriber. */
  onChange(workspaceId: string, callback: () => void): () => void;
}
