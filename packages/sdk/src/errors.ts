import type { Action, ErrorCode, PrincipalRef, Problem } from "@countersign/protocol";

export interface Issue {
  /** JSON Pointer into the input; empty for the whole. */
  path: string;
  message: string;
}

/** The input is not valid for the tool, or is not JSON. Nothing was sent. */
export class InvalidToolInput extends Error {
  readonly toolName: string;
  readonly issues: readonly Issue[];

  constructor(toolName: string, issues: readonly Issue[]) {
    super(
      `Input of ${toolName} is not valid: ${issues.map((issue) => `${issue.path || "(whole)"}: ${issue.message}`).join("; ")}`,
    );
    this.name = "InvalidToolInput";
    this.toolName = toolName;
    this.issues = issues;
  }
}

/** The client lacks the kind of key that this call needs. */
export class MissingKey extends Error {
  readonly kind: "agent" | "worker";

  constructor(kind: "agent" | "worker", purpose: string) {
    const [prefix, option] = kind === "agent" ? ["csa_…", "apiKey"] : ["csw_…", "workerKey"];
    super(`${purpose} needs a key of kind ${kind} (${prefix}). Give it as \`${option}\`: new Countersign({ url, ${option} }).`);
    this.name = "MissingKey";
    this.kind = kind;
  }
}

/** The server refused the request. `code` is from its error table, or `UNEXPECTED_ANSWER` if another server responded. */
export class CountersignProblem extends Error {
  readonly code: ErrorCode | "UNEXPECTED_ANSWER";
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly Issue[];
  /** The current action, if somebody else was first. */
  readonly current: Action | undefined;
  readonly resolvedBy: PrincipalRef | null;

  constructor(
    problem: Pick<Problem, "status" | "detail" | "errors" | "current" | "resolvedBy"> & { code: CountersignProblem["code"] },
  ) {
    const places = (problem.errors ?? []).map((issue) => `${issue.path || "(whole)"}: ${issue.message}`);
    super([`${problem.status} ${problem.code}: ${problem.detail}`, ...places].join("; "));
    this.name = "CountersignProblem";
    this.code = problem.code;
    this.status = problem.status;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.current = problem.current;
    this.resolvedBy = problem.resolvedBy ?? null;
  }
}

/** Retries exhausted without a usable response. The proposal may still have been stored as pending. */
export class CountersignUnreachable extends Error {
  /** Number of tries. */
  readonly attempts: number;
  /** Reason of the last failure: a network error code, or an HTTP status. */
  readonly reason: string;
  /** Value of the server's `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(attempts: number, reason: string, retryAfterSeconds?: number) {
    super(`Countersign did not answer (${reason}) after ${attempts} ${attempts === 1 ? "try" : "tries"}.`);
    this.name = "CountersignUnreachable";
    this.attempts = attempts;
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Abort reason of a handler's signal when the server gave the execution away, or did not respond for a whole lease. */
export class LeaseLost extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LeaseLost";
  }
}

/** Thrown by a handler to refuse on purpose. Other errors are recorded as `handler`. */
export class ToolError extends Error {
  readonly code: "stale" | "forbidden" | "invalid";

  constructor(code: ToolError["code"], message: string) {
    super(message);
    this.name = "ToolError";
    this.code = code;
  }
}
