import { OutcomeUnknown, ToolFailure, type ExecutionContext, type LookupResult, type ServerTool } from "../../ports/tool.ts";
import type { Json, JsonObject } from "@countersign/protocol";
import { ServiceFault, toToolError } from "./service-fault.ts";

/** Repeats of a call with the same key, for a tool whose service honours the key. */
const REPEATS = 1;

/**
 * Maps a connector's errors to those of the gate: a `ServiceFault` becomes a failure in words a person can act on. If the
 * response was lost, the effect class decides. `reconcilable`: the look-up runs at once, and only a yes counts, as a service
 * may show the effect a moment later. `idempotent`: the call is repeated with the same key.
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
      // The fault of the repeat says nothing about the earlier call.
      const { kind, message, retryAfterSeconds, path } = error;
      const isOpen = error.mayHaveHappened || repeats > 0;
      throw toToolError(service, new ServiceFault(kind, message, { retryAfterSeconds, path, mayHaveHappened: isOpen }));
    }
  }
}

/** Answers `unknown` if the service does not respond, since that says nothing about the call. */
async function lookUp(
  service: string,
  lookup: NonNullable<ServerTool["lookup"]>,
  input: JsonObject,
  context: ExecutionContext,
): Promise<LookupResult> {
  try {
    return await lookup(input, context);
  } catch (error) {
    if (error instanceof ServiceFault || error instanceof ToolFailure || error instanceof OutcomeUnknown)
      return { happened: "unknown" };
    throw error;
  }
}

/** Converts a fault of a read, which has no effect that could be lost. */
function refuse(service: string, error: unknown): never {
  if (!(error instanceof ServiceFault)) throw error;
  const { kind, message, retryAfterSeconds, path } = error;
  throw toToolError(service, new ServiceFault(kind, message, { retryAfterSeconds, path, mayHaveHappened: false }));
}
