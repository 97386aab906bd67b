import type { FailureCode, Json, JsonObject, Preview, ToolDefinition, Approval } from "@countersign/protocol";

/** What the reviewer will be shown, derived from the input. Reads only; the same input over the same target gives the same answer. */
export interface Described {
  preview: Preview;
  /** What the call changes, as one string a person recognises, e.g. `file:notes/a.md`. */
  target?: string;
  /** Version token of the target as it is now; execution compares it. */
  snapshot?: string;
  current?: Json;
  proposed?: Json;
}

/** A target as it is now, read without any input. */
export interface TargetNow {
  /** The same kind of version token as `Described.snapshot`. */
  snapshot: string;
  current: Json;
  /** There is none any more, or not yet. */
  isGone: boolean;
}

/** What of a call still stands over a target that somebody else changed. */
export interface CarriedOver {
  /** The call without what is in conflict; null where nothing of it is left. */
  input: JsonObject | null;
  /** JSON Pointers into the input, or names of fields: what is left out, because it was changed, too. */
  conflicts: string[];
}

export interface ExecutionContext {
  workspaceId: string;
  /** Who proposed it, or reads: a tool with rights of its own on what it changes asks for them. */
  proposedBy: Asker;
  /**
   * The people whose approvals it runs on, by id, of a stand-in the one they stand in for; an answer at the agent's client counts as
   * `client:<agent id>`, which is nobody's id. Empty where a policy or a grant approved, and for a tool that only reads.
   */
  approvedBy: readonly string[];
  actionId: string;
  /** `act_<id>`: the same for every attempt, so that the other side can recognise a repeat. */
  idempotencyKey: string;
  attempt: number;
  target: string | null;
  /** Version token the reviewer approved; a handler that finds another one throws `ToolFailure("stale")`. */
  snapshot: string | null;
  /** `definitionHash` of the tool that was approved, where the gate runs it; a tool whose definition can move compares it. */
  toolHash?: string;
  /** Aborted when the tool's time is over or the server stops. */
  signal: AbortSignal;
  /** Runs a statement in the transaction that records the result; only with effect `transactional`. */
  transaction?: TransactionHandle;
}

/** The one thing a transactional handler may do with the database: run parametrised SQL in the recording transaction. */
export interface TransactionHandle {
  query(sql: string, parameters: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

export type LookupAnswer = { happened: true; result: Json } | { happened: false } | { happened: "unknown" };

/** A tool whose handler lives in this server. */
export interface ServerTool {
  definition: ToolDefinition;
  /** Before an administrator says otherwise. */
  approval: Approval;
  describe(input: JsonObject, scope: ToolScope): Promise<Described>;
  /** Reads a target that `describe` named; without it, watching describes the call again. */
  readTarget?(target: string, scope: ToolScope): Promise<TargetNow>;
  /**
   * Which part of the call still stands when the target moved from `then` to `now`, both as `describe` gives `current`. Pure. Without
   * it the whole call is carried over.
   */
  carryOver?(input: JsonObject, then: Json, now: Json): CarriedOver;
  /** At least so long between two looks at the target of a waiting action, where each costs a request of a bounded number. */
  watchSeconds?: number;
  execute(input: JsonObject, context: ExecutionContext): Promise<Json>;
  /** Asks the other side whether an earlier attempt took effect; required with effect `reconcilable`. */
  lookup?(input: JsonObject, context: ExecutionContext): Promise<LookupAnswer>;
}

export interface ToolScope {
  workspaceId: string;
  /** Who proposed the call that is looked at; left out where nobody did. */
  by?: Asker;
}

/** Whose call it is: an agent's, or a person's who tries a tool. */
export interface Asker {
  kind: "agent" | "user";
  id: string;
}

/** The scope of a stored action: whoever looks, its tool is asked in the name of the agent that proposed it. */
export const scopeOf = ({ workspaceId, proposedBy }: { workspaceId: string; proposedBy: string }): Required<ToolScope> => ({
  workspaceId,
  by: { kind: "agent", id: proposedBy },
});

/** The source of the tools that are there from the start. */
export const SERVER_SOURCE = "server";

/** What the tools of a connection carry as their source; unique over all workspaces, as no id has a `/`. */
export const connectionSource = ({ workspaceId, id }: { workspaceId: string; id: string }): string =>
  `connection:${workspaceId}/${id}`;

/** The source of one tool that was written in the Tool Studio: a process knows by it which of them it can run. */
export const studioSource = ({ workspaceId, name }: { workspaceId: string; name: string }): string =>
  `studio:${workspaceId}/${name}`;
export const isStudioSource = (source: string): boolean => source.startsWith("studio:");

/** Whether a tool's handler lives in this server, which can then be asked what a call would do. */
export const livesInServer = (source: string): boolean =>
  source === SERVER_SOURCE || source.startsWith("connection:") || isStudioSource(source);

/** A tool as the gate names it. */
export interface ToolRef {
  source: string;
  toolName: string;
}

/** Tools of this server, such as those on files. */
export interface ServerTools {
  name: string;
  tools: ServerTool[];
  /** A workspace has them when it is told so; others are there from the start, in every workspace. */
  onDemand?: boolean;
}

/** A refusal a tool gives on purpose; anything else it throws counts as `handler`. */
export class ToolFailure extends Error {
  readonly code: FailureCode;
  /** JSON Pointer into the input, where one place is to blame. */
  readonly path: string | undefined;

  constructor(code: FailureCode, message: string, path?: string) {
    super(message);
    this.name = "ToolFailure";
    this.code = code;
    this.path = path;
  }

  /** Every place that is to blame, so that a call can be mended at once. */
  get faults(): readonly { path: string; message: string }[] {
    return [{ path: this.path ?? "", message: this.message }];
  }
}

/** An input with several things wrong. */
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

/** The call was sent and its answer will never come: whether it took effect only a person can find out. */
export class OutcomeUnknown extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OutcomeUnknown";
  }
}

/** A fault of this server's own came before the tool began: nothing was sent, so its claim is given back, whatever its effect class. */
export class NotStarted extends Error {
  constructor(cause: unknown) {
    super("the tool was not started", { cause });
    this.name = "NotStarted";
  }
}

/** A result that is too large for its action: `short` stands there, `whole` is kept beside it, `unkept` stands there if it cannot be. */
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

/** The other side ran the call and says that it failed; what it answered is kept whole beside the failure. */
export class AnsweredFailure extends ToolFailure {
  readonly result: Json | LargeResult;

  constructor(message: string, result: Json | LargeResult) {
    super("handler", message);
    this.result = result;
  }
}

/** Tools that come and go while the server runs, such as those of upstream MCP servers. */
export interface ToolProvider {
  /** Sources whose tools can be run by this process now. */
  sources(): string[];
  /** A source of this workspace was not heard of since this process started, so its tools may still come. */
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
