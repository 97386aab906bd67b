import type { JsonObject } from "@countersign/protocol";
import type { Gated } from "../gated.ts";
import type { HandlerContext } from "../handlers.ts";
import type { InputSchema } from "../standard-schema.ts";
import { refusalOf, type ToolAnswer } from "./answer.ts";
import type { GateOptions, ToolDetails } from "./gate-options.ts";
import { createAnswering } from "./sent-back.ts";

/** A framework's tool as the gate sees it. */
export interface ToolParts {
  /** The framework's own name. */
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  /** Checks the input again when it runs; gives the JSON Schema where `inputSchema` is not given. */
  input?: InputSchema | undefined;
  inputSchema?: JsonObject | undefined;
  timeoutSeconds?: number | undefined;
  execute: (input: never, context: HandlerContext) => unknown;
}

/** What the framework says of one call. The id comes through the model or its provider: it only recognises, it allows nothing. */
export interface CallInfo {
  id?: string | undefined;
  /** The conversation, where the framework knows it by itself; shown to people as the session where `sessionId` names none. */
  thread?: string | undefined;
  /** Objects that this run alone holds, such as its context: a call that follows one that was sent back is known by them. */
  run?: readonly object[] | undefined;
  signal?: AbortSignal | undefined;
}

export interface SplitTool {
  /** For `work()`: the only way to the handler. */
  gated: Gated;
  /** Proposes and answers what a model is told; never runs the tool. */
  propose: (input: unknown, call?: CallInfo) => Promise<ToolAnswer>;
  /** Makes an object one of those by which the run that was given this answer is known. */
  mark: (holder: object, answer: ToolAnswer) => void;
}

/** Splits a framework's tool: the handler goes behind a claim, and what is left can only propose. */
export function splitTool(parts: ToolParts, options: GateOptions): SplitTool {
  const { countersign, wait, sessionId, missionId, prefix = "", details } = options;
  const own: ToolDetails = Object.hasOwn(details ?? {}, parts.name) ? details![parts.name]! : {};
  const name = prefix + parts.name;
  const inputSchema = own.inputSchema ?? parts.inputSchema;
  const gated = countersign.gated({
    name,
    description: parts.description ?? "",
    ...(parts.title !== undefined && { title: parts.title }),
    ...(parts.timeoutSeconds !== undefined && { timeoutSeconds: parts.timeoutSeconds }),
    ...(own as object),
    ...(parts.input !== undefined && { input: parts.input }),
    ...(inputSchema !== undefined && { inputSchema }),
    execute: parts.execute as (input: JsonObject, context: HandlerContext) => unknown,
  } as Parameters<typeof countersign.gated>[0]) as Gated<JsonObject>;

  const answering = createAnswering(countersign, name);

  const propose = async (given: unknown, { id, thread, run = [], signal }: CallInfo = {}): Promise<ToolAnswer> => {
    signal?.throwIfAborted();
    const input = withoutUndefined(given);
    const session = sessionId ?? (isLabel(thread) ? thread : undefined);
    const conversation = {
      ...(session !== undefined && { sessionId: session }),
      ...(missionId !== undefined && { missionId }),
    };
    try {
      const idempotencyKey = await keyOf([name, sessionId, missionId, thread], id, input);
      const options = {
        ...conversation,
        ...(wait !== undefined && { wait }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(signal && { signal }),
      };
      return await answering.propose({ input, conversation, run, signal }, (supersedes) =>
        gated(input as JsonObject, { ...options, ...(supersedes !== undefined && { supersedes }) }),
      );
    } catch (error) {
      if (signal?.aborted) throw error;
      return refusalOf(name, error);
    }
  };
  return { gated: gated as Gated, propose, mark: answering.mark };
}

/** What the server takes as the label of a session. */
const isLabel = (thread: string | undefined): thread is string =>
  thread !== undefined && thread.length > 0 && thread.length <= 200;

/**
 * The same call of the same conversation is the same action. The input is part of it, so that an id used again for something
 * else is a new question. Without a conversation there is no key: some models number their calls, and then the id of one
 * conversation would meet the outcome of another.
 */
async function keyOf([name, ...scope]: (string | undefined)[], id: string | undefined, input: unknown) {
  const isScoped = scope.some((part) => part !== undefined);
  // Not there on pages without TLS.
  if (!isScoped || id === undefined || id === "" || globalThis.crypto?.subtle === undefined) return undefined;
  const told = new TextEncoder().encode(JSON.stringify([name, ...scope.map((part) => part ?? null), id, input]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", told));
  return `call_${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** A schema library writes an absent key as undefined; in JSON it is not there. Everything else is left for the strict reader. */
function withoutUndefined(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > 64) return value;
  if (Array.isArray(value)) return value.map((item) => withoutUndefined(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== undefined);
  // Not by assignment: a key named `__proto__` is data.
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutUndefined(item, depth + 1)]));
}
