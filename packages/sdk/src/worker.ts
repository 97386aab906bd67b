import type { Claim, Claims, JsonObject, PreviewRequest } from "@countersign/protocol";
import { backOffSeconds, pause } from "./back-off.ts";
import { CountersignProblem, CountersignUnreachable, InvalidToolInput } from "./errors.ts";
import { runClaim } from "./execution.ts";
import type { Gated } from "./gated.ts";
import { type Handler, takeHandler } from "./handlers.ts";
import { toPreviewAnswer } from "./proposed-change.ts";
import type { ApiRequest } from "./transport.ts";

export interface WorkOptions {
  /** Maximum number of handlers that run concurrently, from 1 to 100; default 4. */
  concurrency?: number;
  /** Stops the worker as `stop()` does. */
  signal?: AbortSignal;
}

export interface Worker {
  /** Resolves when the tools are registered; rejects if the server refuses them. Retries while the server is unreachable. */
  readonly ready: Promise<void>;
  /** Stops claiming, waits for running handlers to end and report, then resolves. */
  stop(): Promise<void>;
}

/** Sends one POST below `/api/worker/`; tries once. */
export type PostAsWorker = <T>(path: string, body: object, more?: Pick<ApiRequest, "signal" | "holdSeconds">) => Promise<T>;

const POLL_SECONDS = 25;
/** Pause after a response that was not held and contained no work. */
const IDLE_SECONDS = 1;
/** After this time without a free handler, a worker asks for previews only. */
const FULL_SECONDS = 0.5;
/** A preview that takes longer continues while the next claims are requested. */
const PREVIEW_SECONDS = 2;

interface WorkerState {
  handlers: ReadonlyMap<string, Handler>;
  stopping: AbortController;
  running: Set<Promise<void>>;
  /** Previews in progress; one that hangs is not started again. */
  drawing: Set<string>;
  concurrency: number;
  post: PostAsWorker;
  tell: (error: unknown) => void;
}

/** Registers the tools and runs approved actions; keeps one claim request open while a handler is free. */
export function startWorker(
  tools: readonly Gated[],
  options: WorkOptions,
  post: PostAsWorker,
  tell: (error: unknown) => void,
): Worker {
  const { concurrency = 4 } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 100)
    throw new TypeError("`concurrency` must be a whole number from 1 to 100.");
  const handlers = readHandlers(tools);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const state: WorkerState = { handlers, stopping, running, drawing: new Set(), concurrency, post, tell };
  let settleReady!: { resolve: () => void; reject: (error: unknown) => void };
  const ready = new Promise<void>((resolve, reject) => (settleReady = { resolve, reject }));
  // Errors go to `tell`; a caller that ignores `ready` must not cause an unhandled rejection.
  ready.catch(() => {});

  async function work(): Promise<void> {
    let wasReady = false;
    let isRegistered = false;
    let faults = 0;
    while (!stopping.signal.aborted) {
      let pauseSeconds = 0;
      try {
        if (!isRegistered) {
          await post(
            "tools",
            { tools: [...handlers.values()].map((handler) => handler.definition) },
            { signal: stopping.signal },
          );
          isRegistered = wasReady = true;
          settleReady.resolve();
        }
        if (!(await takeTurn(state))) pauseSeconds = backOffSeconds(0, { firstSeconds: IDLE_SECONDS });
        faults = 0;
      } catch (error) {
        if (stopping.signal.aborted) break;
        tell(error);
        if (error instanceof CountersignProblem && error.status < 500 && !wasReady) return settleReady.reject(error);
        // The server may have been reinstalled and not know the tools.
        if (error instanceof CountersignProblem) isRegistered = false;
        const askedSeconds = error instanceof CountersignUnreachable ? (error.retryAfterSeconds ?? 0) : 0;
        pauseSeconds = Math.max(askedSeconds, backOffSeconds(faults++));
      }
      if (pauseSeconds > 0) await pause(pauseSeconds, stopping.signal);
    }
    settleReady.reject(new Error("The worker was stopped before its tools were registered."));
  }

  const working = work();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await working;
    await Promise.all(running);
  };
  options.signal?.addEventListener("abort", () => void stop());
  if (options.signal?.aborted) void stop();
  return { ready, stop };
}

/** Returns false if the server returned no work without holding the request; the next request must then be delayed. */
async function takeTurn(state: WorkerState): Promise<boolean> {
  const { running, concurrency, stopping } = state;
  if (running.size >= concurrency) await Promise.race([...running, pause(FULL_SECONDS, stopping.signal)]);
  const askedAt = performance.now();
  const answer = await poll(state, concurrency - running.size);
  if (answer === undefined) return true;
  const { claims, previews } = answer;
  for (const claim of claims) {
    const run = takeClaim(state, claim).finally(() => running.delete(run));
    running.add(run);
  }
  const answers = await Promise.race([
    Promise.all(previews.map((preview) => answerPreview(state, preview))),
    pause(PREVIEW_SECONDS),
  ]);
  return claims.length > 0 || answers?.includes(true) || performance.now() - askedAt > 1000;
}

/** With a limit of 0 (previews only), the request is aborted as soon as a handler is free. Returns undefined when aborted. */
async function poll({ handlers, stopping, running, post }: WorkerState, limit: number): Promise<Claims | undefined> {
  const request = { tools: [...handlers.keys()], waitSeconds: POLL_SECONDS, limit };
  const giveUp = new AbortController();
  const abort = (): void => giveUp.abort();
  stopping.signal.addEventListener("abort", abort);
  if (stopping.signal.aborted) abort();
  if (limit === 0) void Promise.race(running).then(abort);
  try {
    return await post<Claims>("claims", request, { signal: giveUp.signal, holdSeconds: POLL_SECONDS });
  } catch (error) {
    if (giveUp.signal.aborted) return undefined;
    throw error;
  } finally {
    stopping.signal.removeEventListener("abort", abort);
  }
}

/** Runs claims even while stopping: those of the last response belong to this worker and would be lost for a whole lease. */
async function takeClaim({ handlers, tell, post }: WorkerState, claim: Claim): Promise<void> {
  const handler = handlers.get(claim.action.toolName);
  if (handler === undefined)
    return tell(
      new Error(`The server handed out ${claim.action.toolName}, which this worker did not request; its lease will expire.`),
    );
  await runClaim(claim, handler, (verb, body) => post(`claims/${encodeURIComponent(claim.id)}/${verb}`, body), tell);
}

/** Reports a preview that fails or that the server refuses; without an answer the server would ask again and again. */
async function answerPreview(
  { handlers, drawing, post, tell }: WorkerState,
  { pendingActionId, toolName, version, input }: PreviewRequest,
): Promise<boolean> {
  const handler = handlers.get(toolName);
  const subject = `${pendingActionId} ${version}`;
  if (handler === undefined || (handler.preview ?? handler.describe) === undefined || drawing.has(subject)) return false;
  drawing.add(subject);
  try {
    for (const draw of [() => drawPreview(handler, input), () => ({ failed: true })]) {
      try {
        await post(`previews/${encodeURIComponent(pendingActionId)}`, { version, ...(await draw()) });
        return true;
      } catch (error) {
        tell(error);
        const isOver = error instanceof CountersignUnreachable || (error instanceof CountersignProblem && error.status === 409);
        if (isOver) return false;
      }
    }
    return false;
  } finally {
    drawing.delete(subject);
  }
}

/** Returns the tool's preview. With `describe`, an input that the tool's schema refuses is a fault of the call. */
async function drawPreview({ preview, describe, readInput, definition }: Handler, input: JsonObject) {
  if (describe === undefined) return { preview: await preview?.(await readInput(input)) };
  try {
    return toPreviewAnswer(await describe(await readInput(input)), definition.name);
  } catch (error) {
    if (error instanceof InvalidToolInput) return toPreviewAnswer({ faults: error.issues }, definition.name);
    throw error;
  }
}

function readHandlers(tools: readonly Gated[]): Map<string, Handler> {
  const handlers = new Map<string, Handler>();
  for (const tool of tools) {
    const handler = takeHandler(tool);
    if (handlers.has(handler.definition.name)) throw new TypeError(`Two tools are named ${handler.definition.name}.`);
    handlers.set(handler.definition.name, handler);
  }
  if (handlers.size === 0) throw new TypeError("work() needs at least one tool.");
  return handlers;
}
