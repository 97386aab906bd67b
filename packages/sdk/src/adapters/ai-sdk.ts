import type { JsonObject } from "@countersign/protocol";
import type { Gated } from "../gated.ts";
import type { HandlerContext } from "../handlers.ts";
import type { InputSchema } from "../standard-schema.ts";
import type { ToolAnswer } from "./answer.ts";
import { type GateOptions, chooseTools, type SetOptions } from "./gate-options.ts";
import { keepGated } from "./gated-in.ts";
import { readSchema, type ReadSchema } from "./read-schema.ts";
import { splitTool } from "./split-tool.ts";

export type { GateOptions, SetOptions, ToolDetails } from "./gate-options.ts";
export type { Refusal, ToolAnswer } from "./answer.ts";

/** The parts of an AI SDK tool (versions 6 and 7) that this adapter uses. */
export interface AiSdkTool {
  description?: unknown;
  title?: string;
  inputSchema?: unknown;
  execute?: ((input: never, options: never) => unknown) | undefined;
}

interface AiSdkOptions {
  /** Passed to the tool as `context` (7) or `experimental_context` (6): a run after approval has no request to take it from. */
  context?: unknown;
}

/** Omitted from gated tools: would reach the handler, describe its bare result, or ask for approval a second time. */
type Replaced = "execute" | "outputSchema" | "toModelOutput" | "needsApproval";
export type GatedTool<T> = T extends { execute?: ((input: infer Input, options: infer Options) => unknown) | undefined }
  ? Omit<T, Replaced> & { execute: (input: Input, options: Options) => Promise<ToolAnswer> }
  : T;
export type GatedTools<T, Kept extends PropertyKey = never> = {
  [Name in keyof T]: Name extends Kept ? T[Name] : GatedTool<T[Name]>;
};

/** Gates every tool of a set for `generateText`, `streamText` and agents. The returned tools can only propose. */
export function gateTools<T extends Record<string, AiSdkTool>, const Kept extends keyof T & string = never>(
  tools: T,
  options: Omit<SetOptions, "except"> & AiSdkOptions & { except?: readonly Kept[] },
): GatedTools<T, Kept> {
  const isChosen = chooseTools(Object.keys(tools), options);
  const gated: Gated[] = [];
  const made = Object.entries(tools).map(([name, tool]): [string, unknown] => {
    if (!isChosen(name)) return [name, tool];
    const one = gateOne(name, tool, options);
    gated.push(one.gated);
    return [name, one.tool];
  });
  return keepGated(Object.fromEntries(made), gated) as GatedTools<T, Kept>;
}

/** Gates one tool. The name must be given, because a tool of the AI SDK does not contain its own. */
export function gateTool<T extends AiSdkTool>(name: string, tool: T, options: GateOptions & AiSdkOptions): GatedTool<T> {
  const one = gateOne(name, tool, options);
  return keepGated(one.tool, [one.gated]) as GatedTool<T>;
}

interface CallOptions {
  toolCallId?: string;
  messages?: unknown;
  abortSignal?: AbortSignal;
}
interface ModelOutput {
  toModelOutput?: (options: { toolCallId: string; input: unknown; output: unknown }) => unknown;
}

function gateOne(name: string, tool: AiSdkTool & ModelOutput, options: GateOptions & AiSdkOptions) {
  const { execute, toModelOutput, ...rest } = tool;
  if (execute === undefined) {
    throw new TypeError(
      `${name} has no \`execute\`: it runs at the provider or in the client, and cannot be gated here. Name it in \`except\`.`,
    );
  }
  const { split, proposing } = splitAiTool(name, tool, execute, options);
  const shown = {
    execute: proposing,
    // The tool's own formatter applies to its own result only; other answers are shown as JSON.
    toModelOutput: (given: { toolCallId: string; input: unknown; output: ToolAnswer }) => {
      if (toModelOutput && given.output.status === "executed" && given.output.effectiveInput === undefined)
        return toModelOutput({ ...given, output: given.output.result });
      const shownAs = { type: "json", value: given.output };
      split.mark(shownAs, given.output);
      return shownAs;
    },
  };
  const { needsApproval: _asked, outputSchema: _bare, ...kept } = rest as Record<string, unknown>;
  return { gated: split.gated, tool: Object.freeze({ ...kept, ...shown }) as object };
}

function splitAiTool(
  name: string,
  { description, title, inputSchema }: AiSdkTool,
  execute: NonNullable<AiSdkTool["execute"]>,
  options: GateOptions & AiSdkOptions,
) {
  const run = execute as (input: unknown, options: object) => unknown;
  const given = options.details?.[name]?.inputSchema;
  const parts = {
    name,
    title,
    description: typeof description === "string" ? description : undefined,
    ...readAiSchema(name, inputSchema, given),
    execute: async (input: unknown, { signal, ...context }: HandlerContext) => {
      const told = { context: options.context, experimental_context: options.context };
      return lastOf(
        await run(input, { toolCallId: context.idempotencyKey, messages: [], abortSignal: signal, ...told, ...context }),
      );
    },
  };
  const split = splitTool(parts, options);
  const proposing = (input: unknown, { toolCallId, messages, abortSignal }: CallOptions = {}): Promise<ToolAnswer> =>
    split.propose(input, { id: toolCallId, run: readOutputs(messages), signal: abortSignal });
  return { split, proposing };
}

/**
 * Returns the outputs that this run's model was given earlier. Identifies a run by object identity: data from a client or made
 * up by a model may be equal, but is a different object.
 */
function readOutputs(messages: unknown): object[] {
  const parts = (Array.isArray(messages) ? messages : []).flatMap((message: { role?: unknown; content?: unknown } | null) =>
    message?.role === "tool" && Array.isArray(message.content) ? (message.content as { output?: unknown }[]) : [],
  );
  return parts.map((part) => part?.output).filter((output) => typeof output === "object" && output !== null);
}

/** Returns the last item of a tool that streams preliminary results, or else the result itself. */
async function lastOf(result: unknown): Promise<unknown> {
  if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result)) return result;
  let last: unknown;
  for await (const item of result as AsyncIterable<unknown>) last = item;
  return last;
}

interface AiSdkSchema {
  jsonSchema: unknown;
  validate?: (value: unknown) => Checked | PromiseLike<Checked>;
}
type Checked = { success: true; value: unknown } | { success: false; error: Error };

/** Reads a Standard Schema, the SDK's own `jsonSchema()`, or a function that creates either on first use. */
function readAiSchema(name: string, schema: unknown, given: JsonObject | undefined): ReadSchema {
  const made: unknown = typeof schema === "function" && !("~standard" in schema) ? (schema as () => unknown)() : schema;
  if (!isAiSdkSchema(made)) return readSchema(name, made, given);
  const { jsonSchema, validate } = made;
  if (typeof (jsonSchema as PromiseLike<unknown>).then === "function" && given === undefined) {
    throw new TypeError(
      `The JSON Schema of ${name} is still a promise; await it and give it as \`details: { ${name}: { inputSchema } }\`.`,
    );
  }
  const { inputSchema } = readSchema(name, given ?? jsonSchema, undefined);
  return { ...(inputSchema && { inputSchema }), ...(validate && { input: asStandard(validate) }) };
}

const isAiSdkSchema = (schema: unknown): schema is AiSdkSchema =>
  typeof schema === "object" && schema !== null && "jsonSchema" in schema && !("~standard" in schema);

const asStandard = (validate: NonNullable<AiSdkSchema["validate"]>): InputSchema => ({
  "~standard": {
    version: 1,
    vendor: "ai-sdk",
    validate: async (value) => {
      const checked = await validate(value);
      return checked.success ? { value: checked.value } : { issues: [{ message: checked.error.message }] };
    },
  },
});
