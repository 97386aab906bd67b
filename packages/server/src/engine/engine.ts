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

/** An agent's own lists are its own, whatever `proposedBy` asks. */
export interface ListFilter extends ActionFilter {
  /** `newest` unless told; a cursor is of one order. */
  sort?: ListSort;
  limit?: number;
  cursor?: string;
}

export interface DecisionRequest {
  userEdits?: JsonObject;
  comment?: string;
  /** Digest of what the person was shown; an approval is refused without it. */
  digest?: string;
  /** How long the person had it on the screen, as the surface says. */
  shownForMs?: number;
  /** The surface it was decided on: `inbox`, `embed`, `api`, `cli`, `elicitation`. */
  channel: string;
}

export interface AuditFilter {
  afterSeq?: number;
  beforeSeq?: number;
  /** `oldest` first unless told or `beforeSeq` is given. */
  sort?: "oldest" | "newest";
  actionId?: string;
  kinds?: readonly string[];
  actorId?: string;
  /** Text looked for in kind, action, actor's name and data. */
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
 * The gate. Every function takes who asks and answers with a value or a refusal; it throws only for broken assumptions
 * (the database is gone). Nothing else in the server changes an action.
 */
export interface Engine extends PolicyEngine, EmergencyStops, Repeats, StandingGrants, Checkpoints, Delegations, SavedRecords {
  checks: Checks;

  propose(by: Principal, request: ProposeRequest, signal?: AbortSignal): Promise<Result<Outcome>>;
  proposeMany(by: Principal, request: ProposeManyRequest): Promise<Result<ProposedBatch>>;
  /** As `propose`, answered at once, for a caller that repeats itself: the same call meets the action it already has. */
  askOnce(
    by: Principal,
    call: Pick<ProposeRequest, "toolName" | "toolInput">,
    /** Nobody waits any longer than that, so the action must not be approved later, whatever becomes of this process. */
    mostSeconds?: number,
    /** What its client can be asked while the call runs; nothing unless told. */
    offer?: ClientOffer,
  ): Promise<Result<Outcome>>;
  /** Holds until an own action is over; telling its end ends that call, so that the next same one asks anew. */
  collect(by: Principal, id: string, waitSeconds: number, signal?: AbortSignal): Promise<Result<Outcome>>;
  /** Lets an own action that nobody has decided expire. */
  giveUp(by: Principal, id: string): Promise<Result<Outcome>>;
  /** Whether a state that a client hands back is used for the first time; states live at most `lifetimeSeconds`. */
  takeRequestState(by: Principal, nonce: string, lifetimeSeconds: number): Promise<boolean>;
  /** The agent's own actions that are not over, or whose end it was never told; newest first. */
  untold(by: Principal): Promise<Result<Outcome[]>>;

  approve(by: Principal, id: string, request: DecisionRequest): Promise<Result<Action>>;
  /** `comment` is the reason. */
  reject(by: Principal, id: string, request: DecisionRequest): Promise<Result<Action>>;
  /** `comment` is the feedback. */
  refine(by: Principal, id: string, request: DecisionRequest): Promise<Result<Action>>;
  /** Decides each item by itself; what was not listed is left alone. */
  decideMany(by: Principal, items: readonly DecisionItem[], channel: string, batchId?: string): Promise<Result<BatchResult>>;
  /** What approving with these edits would run, stored nowhere. */
  previewEdits(by: Principal, id: string, userEdits: JsonObject): Promise<Result<Action>>;

  /** What became of the target since the action was proposed; reads only. */
  target(by: Principal, id: string): Promise<Result<Target>>;
  /** Sends the action back and puts the same call over the target as it is now in its place; answers with the new one. */
  rebase(by: Principal, id: string, request: RebaseRequest): Promise<Result<Action>>;

  cancel(by: Principal, id: string): Promise<Result<Action>>;
  retry(by: Principal, id: string, comment?: string): Promise<Result<Action>>;
  settle(by: Principal, id: string, outcome: "executed" | "failed", note: string): Promise<Result<Action>>;

  get(by: Principal, id: string): Promise<Result<Action>>;
  /**
   * The result of an action that was too large for it, for the agent that proposed it and for members; or one of its pages, counted
   * from 1. Each reading by an agent is on the log.
   */
  readResult(by: Principal, id: string, page?: number): Promise<Result<string>>;
  /** Holds until the action leaves `pending`, or the time or the signal ends it. */
  wait(by: Principal, id: string, waitSeconds: number, signal?: AbortSignal): Promise<Result<Action>>;
  /** What the agent that proposed it is told about an action as it is now. */
  outcome(by: Principal, id: string): Promise<Result<Outcome>>;
  list(by: Principal, filter: ListFilter): Promise<Result<ActionPage>>;
  counts(by: Principal): Promise<Result<Counts>>;
  timeline(by: Principal, id: string): Promise<Result<TimelineEntry[]>>;
  /** The review payloads of one session, keyed by id; ids that are not there are left out. */
  proposals(by: Principal, sessionId: string, ids: readonly string[]): Promise<Result<Record<string, JsonObject>>>;
  /** What people sent back in a session and nothing answers yet, for its agent an own list without one, too. */
  refinements(by: Principal, of: { sessionId?: string }): Promise<Result<Refinements>>;
  /** What waits, with how many checkpoints, in a session, a mission or all of the workspace. */
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
  /** With `outcome_unknown` an executor says that it cannot find out what an earlier attempt did. */
  fail(
    by: Principal,
    claimId: string,
    error: { code: FailureCode | "outcome_unknown"; message: string },
  ): Promise<Result<ActionSummary>>;
  /** What the worker says of a pending call; with `faults` it ends as failed, before anybody decides. */
  answerPreview(by: Principal, id: string, answer: PreviewAnswer): Promise<Result<Action>>;

  auditPage(by: Principal, page: AuditFilter): Promise<Result<AuditEntry[]>>;
  /** Reads the whole log of the workspace and computes each hash again. */
  verifyAudit(by: Principal): Promise<Result<AuditReport>>;
  /** The record of one action with the proof of each entry. */
  evidence(by: Principal, id: string): Promise<Result<Evidence>>;
  insights(by: Principal, days: number): Promise<Result<Insights>>;
  safety(by: Principal, days: number): Promise<Result<Safety>>;
  /** Events of the principal's workspace after `seq`, oldest first; `head` is the last one there is. */
  eventsAfter(by: Principal, seq: number, limit: number): Promise<{ events: ChainEvent[]; head: number }>;
  /** Calls back, at most once per turn of the event loop, when a workspace may have new events. */
  onChange(workspaceId: string, callback: () => void): () => void;
}
