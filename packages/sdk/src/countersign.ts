import type {
  Action,
  ActionPage,
  ActionStatus,
  Checkpoint,
  CheckpointDetail,
  JsonObject,
  OpenCheckpoint,
  Outcome,
  ProposedBatch,
  ProposeManyRequest,
  ProposeRequest,
  Risk,
} from "@countersign/protocol";
import { createAnswering, type OnQuestion } from "./answering.ts";
import { askPerson, type AskOutcome, type FormQuestion, type TextQuestion } from "./ask.ts";
import { backOffSeconds, pause } from "./back-off.ts";
import { type Duration, readDuration } from "./duration.ts";
import { CountersignProblem, CountersignUnreachable, MissingKey } from "./errors.ts";
import { createGated, type CallOptions, type Gated, type JsonSchemaTool, type ProposeCall, type SchemaTool } from "./gated.ts";
import { isFinal, outcomeOf } from "./outcome.ts";
import { type ApiRequest, createTransport, type Send } from "./transport.ts";
import { startWorker, type WorkOptions, type Worker } from "./worker.ts";

export interface CountersignOptions {
  /** Address of the server, e.g. `http://127.0.0.1:3210`. */
  url: string;
  /** `csa_…` to propose; a `csw_…` key is used as `workerKey`. */
  apiKey?: string | undefined;
  /** `csw_…`; required by `work()`. */
  workerKey?: string | undefined;
  fetch?: typeof fetch;
  /** Called with errors after which a worker goes on. Default: prints one line to the console. */
  onError?: (error: unknown) => void;
  /** Seconds for which failed requests are retried; default 30. */
  retrySeconds?: number;
}

export interface ListFilter {
  status?: readonly ActionStatus[];
  toolName?: string;
  missionId?: string;
  sessionId?: string;
  batchId?: string;
  risk?: Risk;
  q?: string;
  /** Number of items; at most 200. */
  limit?: number;
  cursor?: string;
}

interface SignalOption {
  signal?: AbortSignal | undefined;
}

interface WaitOptions extends SignalOption {
  /** Answers what people ask about the action meanwhile. */
  onQuestion?: OnQuestion | undefined;
}

const CHECKPOINTS = "/api/checkpoints";
/** Maximum seconds of one request while waiting, below the usual proxy timeout of one minute. */
const LEG_SECONDS = 25;
/** Server-side hold of a proposal without `waitSeconds`, in seconds; tools without approval run during it, even when queued. */
const HELD_SECONDS = { queue: 30, wait: 50 } as const;

/** Client that proposes with an agent's key and runs actions with a worker's. Cannot decide anything. */
export class Countersign {
  readonly #send: Send;
  readonly #agentKey: string | undefined;
  readonly #workerKey: string | undefined;
  readonly #retrySeconds: number;
  readonly #tell: (error: unknown) => void;

  constructor({ url, apiKey, workerKey, fetch: fetchOption, onError = printError, retrySeconds = 30 }: CountersignOptions) {
    if (apiKey !== undefined && !/^cs[aw]_[\w-]+$/.test(apiKey))
      throw new TypeError("`apiKey` must be an agent key (csa_…) or a worker key (csw_…).");
    if (workerKey !== undefined && !/^csw_[\w-]+$/.test(workerKey))
      throw new TypeError("`workerKey` must be a worker key (csw_…).");
    this.#send = createTransport(url, fetchOption);
    this.#agentKey = apiKey?.startsWith("csa_") ? apiKey : undefined;
    this.#workerKey = workerKey ?? (apiKey?.startsWith("csw_") ? apiKey : undefined);
    this.#retrySeconds = readDuration(retrySeconds);
    this.#tell = (error) => {
      try {
        onError(error);
      } catch (thrown) {
        // An `onError` that throws must not end the worker.
        printError(thrown);
      }
    };
  }

  /** Stores one call of a gated tool for a person to decide. Safe to retry: a missing idempotency key is created. */
  async propose(request: ProposeRequest, { signal }: SignalOption = {}): Promise<Outcome> {
    const holdSeconds = request.waitSeconds ?? HELD_SECONDS[request.delivery ?? "queue"];
    const body = { ...request, idempotencyKey: request.idempotencyKey ?? createIdempotencyKey() };
    return (await this.#ask<Outcome>("Proposing", { method: "POST", path: "", body, holdSeconds, signal })).value;
  }

  /** Stores all items as one batch, or none: an invalid item is reported by its index. */
  async proposeMany({ items, ...request }: ProposeManyRequest, { signal }: SignalOption = {}): Promise<ProposedBatch> {
    const body = {
      ...request,
      items: items.map((item) => ({ ...item, idempotencyKey: item.idempotencyKey ?? createIdempotencyKey() })),
    };
    return (
      await this.#ask<ProposedBatch>("Proposing", {
        method: "POST",
        path: "/batch",
        body,
        holdSeconds: HELD_SECONDS.queue,
        signal,
      })
    ).value;
  }

  async get(id: string, { signal }: SignalOption = {}): Promise<Action> {
    return (await this.#ask<Action>("Reading an action", { method: "GET", path: `/${encodeURIComponent(id)}`, signal })).value;
  }

  /**
   * Waits for the action to finish, at most for `duration`, and returns its current record; check `status`. A server that is
   * slow to answer has 15 seconds more.
   */
  async wait(id: string, duration: Duration, { signal, onQuestion }: WaitOptions = {}): Promise<Action> {
    const deadline = performance.now() + readDuration(duration) * 1000;
    if (onQuestion === undefined) return this.#waitUntil(id, deadline, signal);
    const reply = (actionId: string, commentId: string, text: string): Promise<void> =>
      this.reply(actionId, commentId, text, { signal });
    const answering = createAnswering(onQuestion, reply, this.#tell);
    try {
      const action = await this.#waitUntil(id, deadline, signal, answering.look);
      await answering.end(deadline - performance.now());
      return action;
    } finally {
      await answering.end(0);
    }
  }

  /** Replies, once, to what a person asks about an action that was proposed with this key; `commentId` is the question's `id`. */
  async reply(actionId: string, commentId: string, text: string, { signal }: SignalOption = {}): Promise<void> {
    const path = `/${encodeURIComponent(actionId)}/comments/${encodeURIComponent(commentId)}/reply`;
    await this.#ask("Replying", { method: "POST", path, body: { text }, signal });
  }

  /**
   * Opens a checkpoint: calls with its `id` as `checkpointId` are put to one decision of a person. After a lost answer the request
   * is sent again, which may leave an empty checkpoint. Throws a `CountersignProblem`.
   */
  async openCheckpoint(request: OpenCheckpoint, { signal }: SignalOption = {}): Promise<Checkpoint> {
    return (
      await this.#ask<Checkpoint>("Opening a checkpoint", { method: "POST", path: "", body: request, signal }, CHECKPOINTS)
    ).value;
  }

  /** Reads a checkpoint of this agent with its actions; `decided` is null until a person decided on it. */
  async checkpoint(id: string, { signal }: SignalOption = {}): Promise<CheckpointDetail> {
    const path = `/${encodeURIComponent(id)}`;
    return (await this.#ask<CheckpointDetail>("Reading a checkpoint", { method: "GET", path, signal }, CHECKPOINTS)).value;
  }

  async #waitUntil(id: string, deadline: number, signal?: AbortSignal, look?: (action: Action) => void): Promise<Action> {
    for (let earlyTurns = 0; ;) {
      const askedAt = performance.now();
      const leftSeconds = Math.max((deadline - askedAt) / 1000, 0);
      const holdSeconds = Math.ceil(Math.min(leftSeconds, LEG_SECONDS));
      const path = `/${encodeURIComponent(id)}?wait=${holdSeconds}`;
      const retrySeconds = Math.max(leftSeconds, 1);
      const { value: action } = await this.#ask<Action>("Waiting for an action", {
        method: "GET",
        path,
        holdSeconds,
        retrySeconds,
        signal,
      });
      look?.(action);
      if (isFinal(action.status) || performance.now() >= deadline) return action;
      // The server holds requests for pending actions only. While an action runs, the client polls with backoff.
      if (performance.now() - askedAt < 1000) {
        const pauseSeconds = backOffSeconds(earlyTurns++, { firstSeconds: 0.1, mostSeconds: 2 });
        await pause(Math.min(pauseSeconds, Math.max((deadline - performance.now()) / 1000, 0)), signal);
        signal?.throwIfAborted();
      }
    }
  }

  /** Withdraws a pending action that was proposed with this key. */
  async cancel(id: string, { signal }: SignalOption = {}): Promise<Action> {
    try {
      return (
        await this.#ask<Action>("Cancelling", { method: "POST", path: `/${encodeURIComponent(id)}/cancel`, body: {}, signal })
      ).value;
    } catch (error) {
      // Only the proposer can cancel, so this is a retry whose first response was lost.
      if (error instanceof CountersignProblem && error.current?.status === "cancelled") return error.current;
      throw error;
    }
  }

  /** Lists actions, newest first. For the next page pass `cursor: page.nextCursor`. */
  async list({ status, ...filter }: ListFilter = {}, { signal }: SignalOption = {}): Promise<ActionPage> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
    if (status !== undefined) query.set("status", status.join(","));
    return (await this.#ask<ActionPage>("Listing", { method: "GET", path: `?${query.toString()}`, signal })).value;
  }

  /** Splits a tool: the returned function can only propose; only `work()` reaches the handler, through a claim. */
  gated<Input, Output>(tool: SchemaTool<Input, Output>): Gated<Input>;
  gated(tool: JsonSchemaTool): Gated<JsonObject>;
  gated<Input, Output>(tool: SchemaTool<Input, Output> | (JsonSchemaTool & { input?: undefined })): Gated<Input> {
    return createGated<Input, Output>(tool, this.#proposeGated);
  }

  /**
   * Asks a person a question and returns their answer, if it comes within `wait`: else its id, to ask for later with `wait()`.
   * The answer is a text, or what `form` describes. It approves nothing.
   */
  ask(question: TextQuestion, options?: CallOptions): Promise<AskOutcome<string>>;
  ask<Answer>(question: FormQuestion<Answer>, options?: CallOptions): Promise<AskOutcome<Answer>>;
  ask<Answer>(question: TextQuestion | FormQuestion<Answer>, options: CallOptions = {}): Promise<AskOutcome<Answer | string>> {
    return askPerson(question, options, this.#proposeGated);
  }

  /** Registers the tools and runs approved actions until stopped. */
  work(tools: readonly Gated[], options: WorkOptions = {}): Worker {
    const key = this.#workerKey;
    if (key === undefined) throw new MissingKey("worker", "Working");
    const post = async <T>(path: string, body: object, more: Pick<ApiRequest, "signal" | "holdSeconds"> = {}): Promise<T> =>
      (await this.#send<T>({ method: "POST", path: `/api/worker/${path}`, key, body, retrySeconds: 0, ...more })).value;
    return startWorker(tools, options, post, this.#tell);
  }

  readonly #proposeGated: ProposeCall = async (toolName, toolInput, { waitSeconds, signal, onQuestion, ...labels }) => {
    const outcome = await this.propose({ toolName, toolInput, delivery: "queue", ...labels }, { signal });
    const { status, pendingActionId } = outcome;
    if (waitSeconds === undefined || pendingActionId === null || (status !== "queued" && isFinal(status))) return outcome;
    try {
      return outcomeOf(await this.wait(pendingActionId, waitSeconds, { signal, onQuestion }));
    } catch (error) {
      // The proposal is stored, and the caller needs its id; only waiting for the decision failed.
      if (error instanceof CountersignUnreachable) return outcome;
      throw error;
    }
  };

  async #ask<T>(
    purpose: string,
    call: Omit<ApiRequest, "key" | "retrySeconds"> & { retrySeconds?: number },
    below = "/api/pending-actions",
  ) {
    if (this.#agentKey === undefined) throw new MissingKey("agent", purpose);
    return this.#send<T>({
      retrySeconds: this.#retrySeconds,
      ...call,
      path: `${below}${call.path}`,
      key: this.#agentKey,
    });
  }
}

const printError = (error: unknown): void =>
  console.error(`countersign: ${error instanceof Error ? error.message : String(error)}`);

/** Returns 128 random bits in hex. `randomUUID` is missing on pages without TLS. */
function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
