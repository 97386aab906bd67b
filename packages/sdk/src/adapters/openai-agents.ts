import { ToolError } from "../errors.ts";
import type { Gated } from "../gated.ts";
import type { HandlerContext } from "../handlers.ts";
import { chooseTools, type GateOptions, type SetOptions } from "./gate-options.ts";
import { keepGated } from "./gated-in.ts";
import { readSchema } from "./read-schema.ts";
import { type CallInfo, splitTool } from "./split-tool.ts";

export type { GateOptions, SetOptions, ToolDetails } from "./gate-options.ts";
export type { Refusal, ToolAnswer } from "./answer.ts";

/** The parts of an OpenAI Agents SDK function tool used here. Hosted tools have no `invoke` and cannot be gated. */
export interface AgentsTool {
  type: string;
  name: string;
  description?: string;
  parameters?: unknown;
  // Any, because a run context is generic in what the application keeps in it.
  // oxlint-disable-next-line typescript/no-explicit-any
  invoke?: (runContext: any, input: string, details?: any) => Promise<any>;
  timeoutMs?: number | undefined;
}

interface RunOptions {
  /** Passed to the tool as `runContext.context`: a run after approval has no agent run to take one from. */
  context?: unknown;
}

interface Details {
  toolCall?: { callId?: string };
  signal?: AbortSignal;
}

/** Gates every tool of an agent. The returned tools can only propose; each returns a `ToolAnswer`. */
export function gateTools<T extends AgentsTool>(tools: readonly T[], options: SetOptions & RunOptions): T[] {
  const names = tools.map(({ name }) => name);
  const isChosen = chooseTools(names, options);
  const gated: Gated[] = [];
  const made = tools.map((tool) => {
    if (!isChosen(tool.name)) return tool;
    const one = gateOne(tool, options);
    gated.push(one.gated);
    return one.tool;
  });
  return keepGated(made, gated);
}

export function gateTool<T extends AgentsTool>(tool: T, options: GateOptions & RunOptions): T {
  const one = gateOne(tool, options);
  return keepGated(one.tool, [one.gated]);
}

function gateOne<T extends AgentsTool>(tool: T, options: GateOptions & RunOptions): { gated: Gated; tool: T } {
  const { invoke, name, parameters } = tool;
  if (tool.type !== "function" || invoke === undefined) {
    throw new TypeError(
      `${name} is a ${tool.type} tool without \`invoke\`: it does not run here and cannot be gated. Name it in \`except\`.`,
    );
  }
  const parts = {
    name,
    description: tool.description,
    ...readSchema(name, parameters, options.details?.[name]?.inputSchema),
    ...(tool.timeoutMs !== undefined && { timeoutSeconds: Math.max(Math.ceil(tool.timeoutMs / 1000), 1) }),
    execute: async (input: unknown, context: HandlerContext) => {
      const details = { toolCall: callOf(name, input, context), signal: context.signal };
      return readResult(await invoke({ context: options.context }, JSON.stringify(input), details));
    },
  };
  const split = splitTool(parts, options);
  const propose = async (runContext: unknown, text: string, details: Details = {}) => {
    // Each run has its own context object; resuming a saved run creates a new one.
    const run = typeof runContext === "object" && runContext !== null ? [runContext] : [];
    const call: CallInfo = { id: details.toolCall?.callId, run, signal: details.signal };
    return split.propose(readText(text), call);
  };
  // String keys only: the SDK stores data about the bare result under symbols.
  const kept = Object.fromEntries(Object.entries(tool).filter(([key]) => !REPLACED.has(key)));
  return { gated: split.gated, tool: Object.freeze({ ...kept, invoke: propose, needsApproval: never }) as unknown as T };
}

/** Properties that would reach the handler, describe its bare result, or end a wait for a person too early. */
const REPLACED = new Set([
  "invoke",
  "needsApproval",
  "outputSchema",
  "errorFunction",
  "timeoutMs",
  "timeoutBehavior",
  "timeoutErrorFunction",
]);
const never = async (): Promise<boolean> => false;

const callOf = (name: string, input: unknown, { idempotencyKey }: HandlerContext) => ({
  type: "function_call",
  callId: idempotencyKey,
  name,
  arguments: JSON.stringify(input),
  status: "in_progress",
});

/** Empty arguments become an empty object; text that is not JSON is passed on for the strict reader to refuse. */
function readText(text: string): unknown {
  try {
    return text.trim() === "" ? {} : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

/** The SDK's substitute for an error that the tool threw, unless the tool has its own `errorFunction`. */
const HIDDEN_ERROR = "An error occurred while running the tool. Please try again.";

/** Throws for the SDK's error texts; a failure must not be recorded as a result. */
function readResult(result: unknown): unknown {
  if (result === HIDDEN_ERROR)
    throw new Error(
      "The tool threw an error, which the framework hides. Make the tool with `errorFunction: null` to see it here.",
    );
  if (typeof result === "string" && result.startsWith("Invalid JSON input for tool")) throw new ToolError("invalid", result);
  return result;
}
