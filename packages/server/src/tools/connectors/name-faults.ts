import {
  OutcomeUnknown,
  ToolFailure,
  type ExecutionContext,
  type LookupAnswer,
  type ServerTool,
} from "../../core/tool-port.ts";
import type { Json, JsonObject } from "@countersign/protocol";
import { ServiceFault, toToolError } from "./service-fault.ts";

/** One more call with the same key, for a tool whose service honours it. */
const REPEATS = 1;

/**
 * Puts a connector's tool in the terms of the gate: a `ServiceFault` becomes a failure in words a person can act on, and an
 * answer that was lost is found out about at once where the tool's effect class has a means. `reconcilable`: its look-up, and
 * only a yes counts, as a service may show what it did a moment later. `idempotent`: the same call with the same key.
 */
export function nameFaults(service: string, tool: ServerTool): ServerTool {
  const { lookup, readTarget } = tool;
  return {
    ...tool,
    describe: (input, scope) => tool.describe(input, scope).catch((error: unknown) => refuse(service, error)),
    ...(readTarget && {
      readTarget: (target, scope) => readTarget(target, scope).catch((error: unknown) => refuse(service, error)),
    }),
    ...(lookup && { lookup: (input, context) => lookUp(service, lookup, input, context) }),
    execute: (input, context) => run(service, tool, input, context),
  };
}

async function run(service: string, tool: ServerTool, input: JsonObject, context: ExecutionContext): Promise<Json> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await tool.execute(input, context);
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      const isLost = error.mayHaveHappened && !context.signal.aborted;
      if (isLost && tool.definition.effect === "idempotent" && repeats < REPEATS) continue;
      if (isLost && tool.definition.effect === "reconcilable" && tool.lookup) {
        const answer = await lookUp(service, tool.lookup, input, context).catch(() => undefined);
        if (answer?.happened === true) return answer.result;
      }
      // What the repeat met says nothing of the call before it.
      const { kind, message, retryAfterSeconds, path } = error;
      const isOpen = error.mayHaveHappened || repeats > 0;
      throw toToolError(service, new ServiceFault(kind, message, { retryAfterSeconds, path, mayHaveHappened: isOpen }));
    }
  }
}

/** A service that does not answer has said nothing about what happened. */
async function lookUp(
  service: string,
  lookup: NonNullable<ServerTool["lookup"]>,
  input: JsonObject,
  context: ExecutionContext,
): Promise<LookupAnswer> {
  try {
    return await lookup(input, context);
  } catch (error) {
    if (error instanceof ServiceFault || error instanceof ToolFailure || error instanceof OutcomeUnknown)
      return { happened: "unknown" };
    throw error;
  }
}

/** Reading has no effect that could be lost. */
function refuse(service: string, error: unknown): never {
  if (!(error instanceof ServiceFault)) throw error;
  const { kind, message, retryAfterSeconds, path } = error;
  throw toToolError(service, new ServiceFault(kind, message, { retryAfterSeconds, path, mayHaveHappened: false }));
}
