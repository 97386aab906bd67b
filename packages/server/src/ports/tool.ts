import type { FailureCode, Json, JsonObject, Preview, ToolDefinition, Approval } from "@countersign/protocol";

/** What the reviewer is shown, derived from the input. Reads only; deterministic for the same input and target. */
export interface Described {
  preview: Preview;
  /** What the call changes, as one string a person recognises, e.g. `file:notes/a.md`. */
  target?: string;
  /** Current version token of the target; execution compares it. */
  snapshot?: string;
  current?: Json;
  proposed?: Json;
}

/** The current target, read without any input. */
export interface TargetNow {
  /** Version token of the same kind as `Described.snapshot`. */
  snapshot: string;
  current: Json;
  /** The target does not exist: it was removed, or is not there yet. */
  isGone: boolean;
}

/** The part of a call that still applies after somebody else changed its target. */
export interface CarriedOver {
  /** The input without conflicting parts; null if nothing is left. */
  input: JsonObject | null;
  /** Parts left out because they were changed too: JSON Pointers into the input, or field names. */
  conflicts: string[];
}

export interface ExecutionContext {
  workspaceId: string;
  /** The proposer or reader; a tool that has its own access rights checks them against this one. */
  proposedBy: Asker;
  /**
   * Ids of the people whose approvals it runs on; for a delegate, the delegator's id. An answer at the agent's client counts as
   * `client:<agent id>`, which is no user's id. Empty if a policy or a grant approved, and for a tool that only reads.
   */
  approvedBy: readonly string[];
  actionId: string;
  /** `act_<id>`: the same for every attempt, so that the other side can recognise a repeat. */
  idempotencyKey: string;
  attempt: number;
  target: string | null;
  /** Version token the reviewer approved; a handler that finds another one throws `ToolFailure("stale")`. */
  snapshot: string | null;
  /** `definitionHash` of the approved tool, set if the gate runs it; a tool whose definition can change compares it. */
  toolHash?: string;
  /** Aborted when the tool's time limit is reached or the server stops. */
  signal: AbortSignal;
  /** Runs statements in the transaction that records the result; set only for effect `transactional`. */
  transaction?: TransactionHandle;
}

/** The one thing a transactional handler may do with the database: run parametrised SQL in the recording transaction. */
export interface TransactionHandle {
  query(sql: string, parameters: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

export type LookupResult = { happened: true; result: Json } | { happened: false } | { happened: "unknown" };

/** A tool whose handler lives in this server. */
export interface ServerTool {
  definition: ToolDefinition;
  /** Default until an administrator sets another. */
  approval: Approval;
  describe(input: JsonObject, scope: ToolScope): Promise<Described>;
  /** Reads a target that `describe` named. If absent, the target watcher calls `describe` again. */
  readTarget?(target: string, scope: ToolScope): Promise<TargetNow>;
  /**
   * Returns the part of the call that still applies when the target changed from `then` to `now`, both as `current` of
   * `describe`. Pure. If absent, the whole call is carried over.
   */
  carryOver?(input: JsonObject, then: Json, now: Json): CarriedOver;
  /** Minimum seconds between two reads of the target of a waiting action, for tools with a request quota. */
  watchSeconds?: number;
  execute(input: JsonObject, context: ExecutionContext): Promise<Json>;
  /** Asks the other side whether an earlier attempt took effect; required with effect `reconcilable`. */
  lookup?(input: JsonObject, context: ExecutionContext): Promise<LookupResult>;
}

export interface ToolScope {
  workspaceId: string;
  /** Proposer of the call; omitted if there is none. */
  by?: Asker;
}

/** Who makes the call: an agent, or a person who tries a tool. */
export interface Asker {
  kind: "agent" | "user";
  id: string;
}

/** Scope of a stored action: always the proposing agent's, whoever reads the action. */
export const scopeOf = ({ workspaceId, proposedBy }: { workspaceId: string; proposedBy: string }): Required<ToolScope> => ({
  workspaceId,
  by: { kind: "agent", id: proposedBy },
});

/** Identifies a tool on the gate. */
export interface ToolRef {
  source: string;
  toolName: string;
}

/** Tools of this server, such as those for files. */
export interface ServerTools {
  name: string;
  tools: ServerTool[];
  /** Enabled per workspace on request; others are available in every workspace from the start. */
  onDemand?: boolean;
}

/** A tool's deliberate refusal; any other error it throws counts as `handler`. */
export class ToolFailure extends Error {
  readonly code: FailureCode;
  /** JSON Pointer into the input, if one place is at fault. */
  readonly path: string | undefined;

  constructor(code: FailureCode, message: string, path?: string) {
    super(message);
    this.name = "ToolFailure";
    this.code = code;
    this.path = path;
  }

  /** All places at fault, so that the caller can correct the call at once. */
  get faults(): readonly { path: string; message: string }[] {
    return [{ path: this.path ?? "", message: this.message }];
  }
}

/** An input with several faults. */
export class InvalidInput extends ToolFailure {
  readonly #faults: readonly { path: string; message: string }[];

  constructor(faults: readonly { path: string; message: string }[]) {
    const words = faults.map(({ path, message }) => `${path}: ${message}`).join("; ");
    super("invalid", words === "" ? "is not valid" : words, faults[0]?.path);
    this.#faults = faults;
  }

  override get faults(): readonly { path: string; message: string }[] {
    return this.#faults;
  }
}

/** The call was sent but its answer is lost: only a person can find out whether it took effect. */
export class OutcomeUnknown extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OutcomeUnknown";
  }
}

/** This server failed before the tool started. Nothing was sent, so the claim is released, whatever the effect class. */
export class NotStarted extends Error {
  constructor(cause: unknown) {
    super("the tool was not started", { cause });
    this.name = "NotStarted";
  }
}

/** A result too large for its action: the action stores `short`, or `unkept` if `whole` cannot be kept beside it. */
export class LargeResult {
  readonly short: JsonObject;
  readonly whole: string;
  readonly unkept: JsonObject;

  constructor(short: JsonObject, whole: string, unkept: JsonObject) {
    this.short = short;
    this.whole = whole;
    this.unkept = unkept;
  }
}

/** The other side ran the call and reported a failure; its complete answer is kept beside the failure. */
export class AnsweredFailure extends ToolFailure {
  readonly result: Json | LargeResult;

  constructor(message: string, result: Json | LargeResult) {
    super("handler", message);
    this.result = result;
  }
}

/** Tools that appear and disappear while the server runs, such as those of upstream MCP servers. */
export interface ToolProvider {
  /** Sources whose tools this process can run now. */
  sources(): string[];
  /** Whether a source of this workspace is still starting in this process, so that its tools may still appear. */
  isLoading(workspaceId: string): boolean;
  /** `upstreamName` is the tool's name at its source. */
  execute(
    source: string,
    toolName: string,
    upstreamName: string,
    input: JsonObject,
    context: ExecutionContext,
  ): Promise<Json | LargeResult>;
}
