import type { JsonObject, Preview, ToolDefinition } from "@countersign/protocol";
import type { ChangeOrFaults } from "./proposed-change.ts";

/** What a handler is told beside its input. */
export interface HandlerContext {
  /** `act_<id>`, the same for every attempt: give it to the other side so that it can recognise a repeat. */
  idempotencyKey: string;
  /** From 1. */
  attempt: number;
  /** Aborted when the tool's time is over or the lease is lost. */
  signal: AbortSignal;
  actionId: string;
  /** What the call changes, as `describe` named it; null for a tool without it. */
  target: string | null;
  /**
   * The version that was approved. Write only over this one, in the same step that compares it, and throw `ToolError("stale")` where
   * another is there. Null for a tool without `describe`.
   */
  snapshot: string | null;
}

/** `"unknown"` runs nothing: the action becomes `outcome_unknown`, and a person says what happened. */
export type LookupAnswer = { happened: true; result: unknown } | { happened: false } | "unknown";

/** The side of a gated tool that only a claim may reach. `readInput` gives what the functions take. */
export interface Handler {
  definition: ToolDefinition;
  readInput: (input: JsonObject) => Promise<unknown>;
  preview: ((input: unknown) => Preview | Promise<Preview>) | undefined;
  describe: ((input: unknown) => ChangeOrFaults | Promise<ChangeOrFaults>) | undefined;
  execute: (input: unknown, context: HandlerContext) => unknown;
  lookup: ((input: unknown, context: { idempotencyKey: string }) => LookupAnswer | Promise<LookupAnswer>) | undefined;
}

/** Not exported from the package: holding a gated function gives nobody its handler. */
const handlers = new WeakMap<object, Handler>();

export function keepHandler(gated: object, handler: Handler): void {
  handlers.set(gated, handler);
}

/** For the worker alone. */
export function takeHandler(gated: object): Handler {
  const handler = handlers.get(gated);
  if (handler === undefined) throw new TypeError("Not a function made by gated() of this copy of @countersign/sdk.");
  return handler;
}
