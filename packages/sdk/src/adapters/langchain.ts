import type { JsonObject } from "@countersign/protocol";
import { ToolError } from "../errors.ts";
import type { Gated } from "../gated.ts";
import type { HandlerContext } from "../handlers.ts";
import { readJsonSchema } from "../standard-schema.ts";
import { chooseTools, type GateOptions, type SetOptions } from "./gate-options.ts";
import { gatedIn, keepGated } from "./gated-in.ts";
import { readSchema, type ReadSchema } from "./read-schema.ts";
import { type CallInfo, splitTool } from "./split-tool.ts";

export type { GateOptions, SetOptions, ToolDetails } from "./gate-options.ts";
export type { Refusal, ToolAnswer } from "./answer.ts";

/** The parts of a LangChain tool that this adapter uses; `tool()`, `DynamicStructuredTool` and other `StructuredTool`s fit. */
export interface LangChainTool {
  name: string;
  description: string;
  schema: unknown;
  // oxlint-disable-next-line typescript/no-explicit-any
  invoke: (input: any, config?: any) => Promise<any>;
}

interface CallConfig {
  toolCall?: { id?: string };
  configurable?: { thread_id?: unknown };
  signal?: AbortSignal;
}

/** Gates every tool of an agent or a `ToolNode`. The returned tools can only propose. */
export function gateTools<T extends LangChainTool>(tools: readonly T[], options: SetOptions): T[] {
  const isChosen = chooseTools(
    tools.map(({ name }) => name),
    options,
  );
  const gated: Gated[] = [];
  const made = tools.map((tool) => {
    if (!isChosen(tool.name)) return tool;
    const one = gateOne(tool, options);
    gated.push(one.gated);
    return one.tool;
  });
  return keepGated(made, gated);
}

export function gateTool<T extends LangChainTool>(tool: T, options: GateOptions): T {
  const one = gateOne(tool, options);
  return keepGated(one.tool, [one.gated]);
}

interface ToolCallRequest {
  toolCall: { name: string };
  tool?: unknown;
}

/** Structural type of the middleware that `createAgent` takes. */
export interface GateMiddleware<T> {
  name: "countersign";
  tools: T[];
  // Its request and result are generic in the agent's state.
  // oxlint-disable-next-line typescript/no-explicit-any
  wrapToolCall: (request: any, handler: (request: any) => any) => any;
}

/**
 * Creates middleware that adds its tools, gated. Calls by these names reach the gated tool, even if the agent was also given
 * the ungated one.
 */
export function gateMiddleware<T extends LangChainTool>(tools: readonly T[], options: SetOptions): GateMiddleware<T> {
  const made = gateTools(tools, options);
  const byName = new Map(made.map((tool) => [tool.name, tool]));
  const middleware: GateMiddleware<T> = {
    name: "countersign",
    tools: made,
    wrapToolCall: (request: ToolCallRequest, handler) => {
      const tool = byName.get(request.toolCall.name);
      return handler(tool === undefined ? request : { ...request, tool });
    },
  };
  return keepGated({ [Symbol.for("AgentMiddleware")]: true, ...middleware }, gatedIn(made));
}

function gateOne<T extends LangChainTool>(tool: T, options: GateOptions): { gated: Gated; tool: T } {
  const { name } = tool;
  const parts = {
    name,
    description: tool.description,
    ...readToolSchema(tool, options.details?.[name]?.inputSchema),
    execute: (input: unknown, { signal, ...context }: HandlerContext) => run(tool, input, { signal, metadata: context }),
  };
  const split = splitTool(parts, options);
  const call = async (input: unknown, _runManager: unknown, config: CallConfig = {}): Promise<string> =>
    JSON.stringify(await split.propose(typeof input === "string" ? { input } : input, readCall(config)));
  const base = findStructuredTool(tool);
  if (base === undefined)
    throw new TypeError(`${name} is not a StructuredTool of LangChain; gate the function in it with \`countersign.gated\`.`);
  const copy = Object.create(base) as object;
  // Copied by name: LangChain keeps the tool's constructor arguments, including its handler, as `lc_kwargs`.
  for (const key of SHOWN) if (tool[key as keyof T] !== undefined) define(copy, key, tool[key as keyof T]);
  define(copy, "lc_kwargs", {});
  define(copy, "responseFormat", "content");
  define(copy, "_call", call);
  return { gated: split.gated, tool: copy as T };
}

const SHOWN = [
  "name",
  "description",
  "schema",
  "returnDirect",
  "verboseParsingErrors",
  "verbose",
  "defaultConfig",
  "extras",
  "tags",
  "metadata",
  "callbacks",
];

const define = (target: object, key: string, value: unknown): void =>
  void Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });

/** Finds LangChain's class that parses, traces and formats around `_call`; prototypes below it are the tool's own. */
function findStructuredTool(tool: object): object | undefined {
  let found: object | undefined;
  for (let at: unknown = tool; typeof at === "object" && at !== null; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at, "invoke") && Object.hasOwn(at, "call") && !Object.hasOwn(at, "func")) found = at;
  return found;
}

/** The thread is LangGraph's own conversation id; it comes from the run's configuration, not through the model. */
function readCall({ toolCall, configurable, signal }: CallConfig): CallInfo {
  const thread = configurable?.thread_id;
  return { id: toolCall?.id, ...(typeof thread === "string" && { thread }), signal };
}

async function run(tool: LangChainTool, input: unknown, config: object): Promise<unknown> {
  try {
    return await tool.invoke(input, config);
  } catch (error) {
    const isParsing = error instanceof Error && error.message.startsWith("Received tool input did not match expected schema");
    throw isParsing ? new ToolError("invalid", error.message) : error;
  }
}

/** A `DynamicTool` takes one text, which a model sends as `input`. */
const TEXT: JsonObject = { type: "object", properties: { input: { type: "string" } }, additionalProperties: false };

function readToolSchema(tool: LangChainTool, given: JsonObject | undefined): ReadSchema {
  const { lc_name } = tool.constructor as { lc_name?: () => string };
  if (given === undefined && lc_name?.() === "DynamicTool") return { inputSchema: structuredClone(TEXT) };
  const { inputSchema, input } = readSchema(tool.name, tool.schema, given);
  // The check is omitted: LangChain checks the input itself when the tool runs, and two checks would transform it twice.
  if (inputSchema !== undefined) return { inputSchema };
  return { inputSchema: readJsonSchema(tool.name, input!) };
}
