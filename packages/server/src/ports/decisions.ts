import type {
  Action,
  BatchResult,
  Checkpoint,
  CheckpointDetail,
  CheckpointResult,
  DecideCheckpoint,
  DecisionItem,
  GlassUse,
  JsonObject,
  OpenCheckpoint,
  Target,
} from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";

export interface DecisionRequest {
  userEdits?: JsonObject;
  comment?: string;
  /** Digest of what the person was shown; an approval without it is refused. */
  digest?: string;
  /** Earliest start of the approved action, ISO 8601; for approvals only. Of several approvals the latest start counts. */
  notBefore?: string;
  /** Milliseconds the action was on screen, as reported by the client. */
  shownForMs?: number;
  /** Channel of the decision: `inbox`, `embed`, `api`, `cli`, `elicitation`, `message`, `break_glass`. */
  channel: string;
}

export interface Decisions {
  approve(by: Principal, id: string, request: DecisionRequest): Promise<Result<Action>>;
  /**
   * Approves in an emergency: alone, at once, whatever rules ask for, by a person who has that right and signed in. What no
   * approval could do stays refused, such as a changed target, a tool that is not vetted, or the emergency stop.
   */
  breakGlass(by: Principal, id: string, request: { digest: string; reason: string }): Promise<Result<Action>>;
  /** `comment` is the reason. */
  reject(by: Principal, id: string, request: DecisionRequest): Promise<Result<Action>>;
  /** `comment` is the feedback. */
  refine(by: Principal, id: string, request: DecisionRequest): Promise<Result<Action>>;
  /** Decides each item separately; unlisted actions are left alone. */
  decideMany(by: Principal, items: readonly DecisionItem[], channel: string, batchId?: string): Promise<Result<BatchResult>>;
  /** Returns the action as these edits would change it; stores nothing. */
  previewEdits(by: Principal, id: string, userEdits: JsonObject): Promise<Result<Action>>;
  /**
   * Applies a decision given at the agent's client. Refused unless an administrator allowed this for the agent's key, and if
   * the tool's setting, its risk or its approver rule forbids it. The answer to a question is an edit.
   */
  answerInClient(
    by: Principal,
    id: string,
    verdict: "approve" | "reject",
    answer: { digest: string; comment?: string; userEdits?: JsonObject },
  ): Promise<Result<Action>>;
}

/** Emergency approvals and their reviews. */
export interface GlassReviews {
  /** Newest first; with `open`, only what nobody has reviewed. */
  list(by: Principal, filter: { id?: string; open?: boolean }): Promise<Result<{ items: GlassUse[] }>>;
  /** Refused to the person who broke the glass, and once somebody has reviewed it. */
  review(by: Principal, id: string, review: { finding: string; note: string }): Promise<Result<GlassUse>>;
}

export interface CheckpointFilter {
  id?: string;
  missionId?: string;
  sessionId?: string;
  /** Key id of the agent. */
  openedBy?: string;
  open?: boolean;
}

export interface Checkpoints {
  /** Opens an agent's checkpoint, which collects what the agent proposes under it. */
  open(by: Principal, request: OpenCheckpoint): Promise<Result<Checkpoint>>;
  /** Newest first, at most 200; an agent sees its own. */
  list(by: Principal, filter: Omit<CheckpointFilter, "id" | "openedBy">): Promise<Result<Checkpoint[]>>;
  get(by: Principal, id: string): Promise<Result<CheckpointDetail>>;
  /**
   * Decides everything pending under the checkpoint, which `digest` must name, except excluded actions and those whose risk or
   * tool requires an individual decision. Each action is decided separately, under all rules that apply to it.
   */
  decide(
    by: Principal,
    id: string,
    verdict: "approve" | "reject",
    request: DecideCheckpoint & { channel: string },
  ): Promise<Result<CheckpointResult>>;
}

export interface RebaseRequest {
  digest?: string;
  channel: string;
}

export interface Targets {
  /** Compares the target with what it was when the action was proposed; read-only. */
  read(by: Principal, id: string): Promise<Result<Target>>;
  /** Refines the action and puts the same call over the current target in its place. Returns the new action. */
  rebase(by: Principal, id: string, request: RebaseRequest): Promise<Result<Action>>;
}

export interface Assignments {
  /**
   * Assigns a pending action to a person who may decide on it now, or to nobody. Refused if its assignee is not `seen`, which is
   * the one that `by` was shown.
   */
  assign(by: Principal, id: string, request: { personId: string | null; seen: string | null }): Promise<Result<Action>>;
}

export interface TimeLimits {
  /**
   * Changes when a pending action expires; instants are ISO 8601, and null means never. Refused for whoever could not reject the
   * action, for an end that has passed or is later than `latestExpiresAt`, and if the action does not expire at `seen`, which is
   * what `by` was shown.
   */
  change(by: Principal, id: string, request: { expiresAt: string | null; seen: string | null }): Promise<Result<Action>>;
}

/** What is done to an action besides a decision. */
export interface Settlements {
  cancel(by: Principal, id: string): Promise<Result<Action>>;
  /** Withdraws the approval of an action that has not started: it fails, and can be run again. Refused after a lost attempt. */
  withdraw(by: Principal, id: string, comment?: string): Promise<Result<Action>>;
  retry(by: Principal, id: string, comment?: string): Promise<Result<Action>>;
  settle(by: Principal, id: string, outcome: "executed" | "failed", note: string): Promise<Result<Action>>;
}
