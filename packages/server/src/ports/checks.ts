import type { JsonObject } from "@countersign/protocol";
import type { ExpressionFacts } from "../core/approval-expression.ts";
import type { ApprovalSettings, JudgedApproval } from "../core/judge-approval.ts";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";
import type { RoutingAnswers } from "../core/routing.ts";

export interface InputFault {
  /** JSON Pointer into the request. */
  path: string;
  message: string;
}

export type CheckedCaller = Pick<Principal, "kind" | "workspaceId" | "id">;

/**
 * Checks callers' input against schemas and expressions. Slow checks run off the main thread and are killed at their time
 * limit; a killed check counts against the call. A check is refused if its caller, or the process, has too many queued.
 */
export interface Checks {
  validateInput(by: CheckedCaller, schemaText: string, input: JsonObject, prefix?: string): Promise<Result<InputFault[]>>;
  /** Approval is also required, and every routing rule applies, if the tool's expressions took too long. */
  judgeApproval(
    by: CheckedCaller,
    tool: ApprovalSettings,
    input: JsonObject,
    agent: ExpressionFacts["agent"],
  ): Promise<Result<JudgedApproval>>;
  /** Evaluates expressions of routing rules. If they take too long, every answer is null, so that every rule applies. */
  answerRouting(
    by: CheckedCaller,
    whens: readonly string[],
    inputs: readonly JsonObject[],
    facts: Omit<ExpressionFacts, "args">,
  ): Promise<Result<RoutingAnswers>>;
  /** Returns the first grant that lets the call pass; undefined if none does or the expressions took too long. */
  findGrant<G extends { expression: string }>(
    by: CheckedCaller,
    grants: readonly G[] | null,
    facts: ExpressionFacts,
  ): Promise<Result<G | undefined>>;
  close(): Promise<void>;
}
