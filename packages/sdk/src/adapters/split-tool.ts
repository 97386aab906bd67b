import type { JsonObject } from "@countersign/protocol";
import type { Gated } from "../gated.ts";
import type { HandlerContext } from "../handlers.ts";
import type { InputSchema } from "../standard-schema.ts";
import { refusalOf, type ToolAnswer } from "./answer.ts";
import type { GateOptions, ToolDetails } from "./gate-options.ts";
import { createAnswering } from "./sent-back.ts";

/** A framework's tool in the form that the gate needs. */
export interface ToolParts {
  /** The framework's name for the tool. */
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  /** Validates the input again before the run; provides the JSON Schema if `inputSchema` is not given. */
  input?: InputSchema | undefined;
  inputSchema?: JsonObject | undefined;
  timeoutSeconds?: number | undefined;
  execute: (input: never, context: HandlerContext) => unknown;
}

/** A call as the framework describes it. The id comes through the model: it identifies repeats, but authorises nothing. */
export interface CallInfo {
  id?: string | undefined;
  /** The framework's own conversation id; shown to people as the session if `sessionId` is not given. */
  thread?: string | undefined;
  /** Objects that only this run holds, such as its context; they link a call to an earlier refined one. */
  run?: readonly object[] | undefined;
  signal?: AbortSignal | undefined;
}

export interface SplitTool {
  /** For `work()`; the only access to the handler. */
  gated: Gated;
  /** Proposes the call and returns the answer for the model; never runs the tool. */
  propose: (input: unknown, call?: CallInfo) => Promise<ToolAnswer>;
  /** Marks an object as belonging to the run that received this answer. */
  mark: (holder: object, answer: ToolAnswer) => void;
}

/** Splits a framework's tool: the handler is reachable only through a claim, and the returned function can only propose. */
export function splitTool(parts: ToolParts, options: GateOptions): SplitTool {
  const { countersign, wait, onQuestion, sessionId, missionId, prefix = "", details } = options;
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
        ...(onQuestion && { onQuestion }),
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

/** Whether the server accepts the text as a session label. */
const isLabel = (thread: string | undefined): thread is string =>
  thread !== undefined && thread.length > 0 && thread.length <= 200;

/**
 * Idempotency key: the same call in the same conversation is the same action. Includes the input, so that a reused id with
 * another input is a new call. Undefined without a conversation, because some models number their calls and ids of two
 * conversations would collide.
 */
async function keyOf([name, ...scope]: (string | undefined)[], id: string | undefined, input: unknown) {
  const isScoped = scope.some((part) => part !== undefined);
  // `crypto.subtle` is missing on pages without TLS.
  if (!isScoped || id === undefined || id === "" || globalThis.crypto?.subtle === undefined) return undefined;
  const told = new TextEncoder().encode(JSON.stringify([name, ...scope.map((part) => part ?? null), id, input]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", told));
  return `call_${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Drops keys with the value undefined, which schema libraries add and JSON omits. The strict reader checks everything else. */
function withoutUndefined(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > 64) return value;
  if (Array.isArray(value)) return value.map((item) => withoutUndefined(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== undefined);
  // Assignment would set the prototype for a key named `__proto__`.
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutUndefined(item, depth + 1)]));
}
