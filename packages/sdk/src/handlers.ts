import type { JsonObject, Preview, ToolDefinition } from "@countersign/protocol";
import type { ChangeOrFaults } from "./proposed-change.ts";

/** Context of a handler's execution. */
export interface HandlerContext {
  /** `act_<id>`, equal for all attempts. Pass it to the other side so that it can recognise a repeat. */
  idempotencyKey: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Aborted when the tool's time is over or the lease is lost. */
  signal: AbortSignal;
  actionId: string;
  /** The target that the call changes, as named by `describe`; null for a tool without `describe`. */
  target: string | null;
  /**
   * The approved version of the target. Compare and write in one atomic step, and throw `ToolError("stale")` if the current
   * version differs. Null for a tool without `describe`.
   */
  snapshot: string | null;
}

/** `"unknown"` runs nothing: the action becomes `outcome_unknown`, and a person records what happened. */
export type LookupAnswer = { happened: true; result: unknown } | { happened: false } | "unknown";

/** The part of a gated tool that only a claim may reach. `readInput` returns the input for the other functions. */
export interface Handler {
  definition: ToolDefinition;
  readInput: (input: JsonObject) => Promise<unknown>;
  preview: ((input: unknown) => Preview | Promise<Preview>) | undefined;
  describe: ((input: unknown) => ChangeOrFaults | Promise<ChangeOrFaults>) | undefined;
  execute: (input: unknown, context: HandlerContext) => unknown;
  lookup: ((input: unknown, context: { idempotencyKey: string }) => LookupAnswer | Promise<LookupAnswer>) | undefined;
}

/** Not exported from the package, so a gated function gives no access to its handler. */
const handlers = new WeakMap<object, Handler>();

export function keepHandler(gated: object, handler: Handler): void {
  handlers.set(gated, handler);
}

/** Returns the handler of a gated function; for the worker only. */
export function takeHandler(gated: object): Handler {
  const handler = handlers.get(gated);
  if (handler === undefined) throw new TypeError("Not a function made by gated() of this copy of @countersign/sdk.");
  return handler;
}
