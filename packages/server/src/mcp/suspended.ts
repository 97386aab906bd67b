import { randomBytes } from "node:crypto";
import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import type { Principal } from "../core/principal.ts";
import type { StateCipher } from "./state-cipher.ts";
import { textAt } from "./rpc-message.ts";

/** Time for a client to return with its answers; then the upstream's call is aborted. */
const PATIENCE_MS = 5 * 60_000;
const PATIENCE_SECONDS = PATIENCE_MS / 1000;
/** Questions that an upstream asks within this time go into one response. */
const GATHER_MS = 10;
const MAX_OF_AGENT = 100;

/** The part of a call that suspending it needs. */
interface SuspendableCall {
  context: { stateCipher: StateCipher };
  principal: Principal;
  method: string;
  params: JsonObject;
  answer: { readonly isDone: boolean; gone: AbortSignal };
}

/** A call at an upstream that outlives the request it came with, because its client has to be asked something first. */
export interface RunningCall<Call> {
  /** The client's request that gets the next result or questions. */
  current: Call;
  signal: AbortSignal;
  /** Puts an upstream's question to the client. Resolves to the client's answer. */
  ask(method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult>;
}

export interface Suspended<Call> {
  /** Starts a call. Returns its result or the questions to the client, whichever comes first. */
  start(call: Call, bound: Bound, run: (running: RunningCall<Call>) => Promise<RpcResult>): Promise<RpcResult>;
  /** Continues with the client's answers. Throws if the state is not that of a call waiting in this process. */
  resume(call: Call, bound: Bound, requestState: string): Promise<RpcResult>;
}

/** Call that a state is bound to. */
export interface Bound {
  name: string;
  digest: string;
}

interface Question {
  method: string;
  params: JsonObject;
  answer(result: RpcResult): void;
  refuse(error: RpcError): void;
}

class Run<Call extends SuspendableCall> implements RunningCall<Call> {
  readonly id = randomBytes(18).toString("base64url");
  readonly questions = new Map<string, Question>();
  readonly stop = new AbortController();
  current: Call;
  leg = 0;
  ended: { result: RpcResult } | { error: unknown } | undefined;
  wake: () => void = () => {};
  #asked = 0;

  constructor(call: Call) {
    this.current = call;
  }

  get signal(): AbortSignal {
    return this.stop.signal;
  }

  ask(method: string, params: JsonObject, signal: AbortSignal): Promise<RpcResult> {
    return new Promise((resolve, reject) => {
      this.#asked += 1;
      const key = `input_${this.#asked}`;
      const withdraw = (): void => {
        this.questions.delete(key);
        reject(new RpcError(RPC_CODES.internalError, "The client did not answer."));
      };
      if (signal.aborted || this.signal.aborted) return withdraw();
      signal.addEventListener("abort", withdraw, { once: true });
      this.signal.addEventListener("abort", withdraw, { once: true });
      this.questions.set(key, { method, params, answer: resolve, refuse: reject });
      setTimeout(() => this.wake(), GATHER_MS);
    });
  }

  /** Aborts the call if its client disconnects, unless a later request has taken over. */
  follow(call: Call): void {
    this.current = call;
    const leave = (): void => {
      if (this.current === call && !call.answer.isDone) this.stop.abort();
    };
    call.answer.gone.addEventListener("abort", leave, { once: true });
    if (call.answer.gone.aborted) leave();
  }
}

/** Calls kept between two requests. Another process, or this one after a restart, has none: the client must call again. */
export function createSuspended<Call extends SuspendableCall>(): Suspended<Call> {
  const waiting = new Map<string, { run: Run<Call>; timer: NodeJS.Timeout }>();

  async function step(run: Run<Call>, call: Call, bound: Bound): Promise<RpcResult> {
    while (run.ended === undefined && run.questions.size === 0) await new Promise<void>((resolve) => (run.wake = resolve));
    if (run.ended) {
      if ("error" in run.ended) throw run.ended.error;
      return run.ended.result;
    }
    const { context, principal, method } = call;
    run.leg += 1;
    if ([...waiting.values()].filter((one) => one.run.current.principal.id === principal.id).length >= MAX_OF_AGENT) {
      run.stop.abort();
      throw new RpcError(
        RPC_CODES.internalError,
        "Too many calls by this agent are waiting for the client's answer. Try again later.",
      );
    }
    const timer = setTimeout(() => {
      waiting.delete(run.id);
      run.stop.abort();
    }, PATIENCE_MS);
    timer.unref();
    waiting.set(run.id, { run, timer });
    return {
      resultType: "input_required",
      inputRequests: Object.fromEntries([...run.questions].map(([key, { method, params }]) => [key, { method, params }])),
      requestState: context.stateCipher.encrypt(
        { kind: "call", id: run.id, leg: run.leg },
        { by: principal, method, ...bound },
        PATIENCE_SECONDS,
      ),
    };
  }

  return {
    start(call, bound, begin) {
      const run = new Run(call);
      run.follow(call);
      const settle = (ended: NonNullable<Run<Call>["ended"]>): void => {
        run.ended = ended;
        run.wake();
      };
      begin(run).then(
        (result) => settle({ result }),
        (error: unknown) => settle({ error }),
      );
      return step(run, call, bound);
    },

    async resume(call, bound, requestState) {
      const { context, principal, method, params } = call;
      const state = context.stateCipher.decrypt(requestState, { by: principal, method, ...bound });
      const kept = state?.["kind"] === "call" ? waiting.get(textAt(state, "id")) : undefined;
      if (!kept || kept.run.leg !== state?.["leg"]) throw staleState();
      clearTimeout(kept.timer);
      waiting.delete(kept.run.id);
      const { run } = kept;
      run.follow(call);
      const responses = isJsonObject(params["inputResponses"]) ? params["inputResponses"] : {};
      for (const [key, question] of run.questions) {
        const response = responses[key];
        if (response === undefined) continue;
        run.questions.delete(key);
        if (isJsonObject(response)) question.answer(response);
        else question.refuse(new RpcError(RPC_CODES.invalidParams, "The client's answer is not an object."));
      }
      return step(run, call, bound);
    },
  };
}

export const staleState = (): RpcError =>
  new RpcError(
    RPC_CODES.invalidParams,
    "This `requestState` was already used, has expired, or belongs to another call. Nothing has run. Call again without it.",
  );
