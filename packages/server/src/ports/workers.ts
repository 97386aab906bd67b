import type { Action, ActionSummary, Claims, FailureCode, Json, PreviewAnswer } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";

/** Executions by workers. A worker reaches only actions of the tools that its own key registered. */
export interface WorkerClaims {
  /** `isStillValid`: whether the worker's key is still valid, asked before work is handed to a caller who waited for it. */
  claim(
    by: Principal,
    request: { tools: readonly string[]; waitSeconds: number; limit: number },
    signal?: AbortSignal,
    isStillValid?: () => Promise<boolean>,
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
}
