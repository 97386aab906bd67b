import { ToolError } from "../errors.ts";
import type { Gated } from "../gated.ts";
import type { HandlerContext } from "../handlers.ts";
import { readJsonSchema } from "../standard-schema.ts";
import { chooseTools, type GateOptions, type SetOptions } from "./gate-options.ts";
import { keepGated } from "./gated-in.ts";
import { readSchema } from "./read-schema.ts";
import { type CallInfo, splitTool } from "./split-tool.ts";

export type { GateOptions, SetOptions, ToolDetails } from "./gate-options.ts";
export type { Refusal, ToolAnswer } from "./answer.ts";

/** The parts of a Mastra tool, made by `createTool`, that this adapter uses. */
export interface MastraTool {
  id: string;
  title?: string | undefined;
  description: string;
  inputSchema?: unknown;
  execute?: ((input: never, context: never) => unknown) | undefined;
}

interface RunOptions {
  /** Passed to the tool as `context`: a run after approval has no agent or workflow to take one from. */
  context?: Readonly<Record<string, unknown>>;
}

/** Gates every tool of a set. The returned tools can only propose; each returns a `ToolAnswer`. */
export function gateTools<T extends Record<string, MastraTool>>(tools: T, options: SetOptions & RunOptions): T {
  const isChosen = chooseTools(Object.keys(tools), options);
  const gated: Gated[] = [];
  const made = Object.entries(tools).map(([name, tool]) => {
    if (!isChosen(name)) return [name, tool] as const;
    const one = gateOne(tool, { ...options, details: { [tool.id]: options.details?.[name] ?? {} } });
    gated.push(one.gated);
    return [name, one.tool] as const;
  });
  return keepGated(Object.fromEntries(made) as T, gated);
}

/** Gates one tool. `details` are keyed by the tool's id. */
export function gateTool<T extends MastraTool>(tool: T, options: GateOptions & RunOptions): T {
  const one = gateOne(tool, options);
  return keepGated(one.tool, [one.gated]);
}

function gateOne<T extends MastraTool>(tool: T, options: GateOptions & RunOptions): { gated: Gated; tool: T } {
  const { id, execute } = tool;
  if (execute === undefined) throw new TypeError(`${id} has no \`execute\` and cannot be gated. Name it in \`except\`.`);
  const { input, inputSchema } = readSchema(id, tool.inputSchema ?? { type: "object" }, options.details?.[id]?.inputSchema);
  const parts = {
    name: id,
    title: tool.title,
    description: tool.description,
    // The check is omitted: Mastra checks the input itself when the tool runs, and two checks would transform it twice.
    inputSchema: inputSchema ?? readJsonSchema(id, input!),
    execute: async (given: unknown, { signal, ...context }: HandlerContext) =>
      readResult(await execute.call(tool, given as never, { ...options.context, ...context, abortSignal: signal } as never)),
  };
  const split = splitTool(parts, options);
  const propose = (given: unknown, context: CallContext = {}) => split.propose(given, readCall(context));
  const copy = Object.create(Object.getPrototypeOf(tool) as object) as object;
  const shown = Object.entries(tool).filter(([key]) => !REPLACED.has(key));
  const marks = Object.getOwnPropertySymbols(tool).map((mark) => [mark, tool[mark as keyof T]] as const);
  for (const [key, value] of [...shown, ...marks, ["execute", propose] as const, ["requireApproval", false] as const])
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  return { gated: split.gated, tool: copy as T };
}

/** Properties that would reach the handler, describe its bare result, or ask for approval a second time. */
const REPLACED = new Set([
  "execute",
  "outputSchema",
  "toModelOutput",
  "requireApproval",
  "needsApprovalFn",
  "suspendSchema",
  "resumeSchema",
]);

interface CallContext {
  agent?: { toolCallId?: string; threadId?: string };
  workflow?: { runId?: string };
  toolCallId?: string;
  threadId?: string;
  abortSignal?: AbortSignal;
}

const readCall = ({ agent, workflow, toolCallId, threadId, abortSignal }: CallContext): CallInfo => ({
  id: agent?.toolCallId ?? toolCallId,
  thread: agent?.threadId ?? threadId ?? workflow?.runId,
  signal: abortSignal,
});

/** Throws Mastra's validation errors, which Mastra returns as values; they must not be recorded as results. */
function readResult(result: unknown): unknown {
  const { error, message, validationErrors } = (result ?? {}) as {
    error?: unknown;
    message?: unknown;
    validationErrors?: unknown;
  };
  if (error === true && validationErrors !== undefined) throw new ToolError("invalid", String(message));
  return result;
}
