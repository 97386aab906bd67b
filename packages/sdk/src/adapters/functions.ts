import type { JsonObject } from "@countersign/protocol";
import type { Gated } from "../gated.ts";
import type { HandlerContext } from "../handlers.ts";
import type { InputSchema } from "../standard-schema.ts";
import type { ToolAnswer } from "./answer.ts";
import { chooseTools, type GateOptions, type SetOptions, type ToolDetails } from "./gate-options.ts";
import { keepGated } from "./gated-in.ts";
import { type CallInfo, splitTool } from "./split-tool.ts";

export type { GateOptions, SetOptions, ToolDetails } from "./gate-options.ts";
export type { Refusal, ToolAnswer } from "./answer.ts";
export type { CallInfo } from "./split-tool.ts";

/** A function with its description for people and models. Either `input` or `inputSchema` is required. */
export interface DescribedFunction extends Omit<ToolDetails, "description"> {
  description: string;
  input?: InputSchema;
  execute: (input: never, context: HandlerContext) => unknown;
}

type InputOf<T> = T extends { input: InputSchema<infer Input> } ? Input : JsonObject;
/** Proposes a call and returns the answer for the model; for use in a custom model loop. */
export type GatedFunction<Input> = (input: Input, call?: CallInfo) => Promise<ToolAnswer>;
export type GatedFunctions<T> = { [Name in keyof T]: GatedFunction<InputOf<T[Name]>> };

/**
 * Gates plain functions, named by their keys. Unlike functions from `gated()`, these report a model's mistakes in the answer
 * instead of throwing.
 */
export function gateFunctions<T extends Record<string, DescribedFunction>>(
  functions: T,
  options: Omit<SetOptions, "only" | "except">,
): GatedFunctions<T> {
  chooseTools(Object.keys(functions), options);
  const gated: Gated[] = [];
  const made = Object.entries(functions).map(([name, described]) => {
    const one = gateOne(name, described, options);
    gated.push(one.gated);
    return [name, one.propose] as const;
  });
  return keepGated(Object.freeze(Object.fromEntries(made)) as GatedFunctions<T>, gated);
}

function gateOne(name: string, { input, inputSchema, execute, ...details }: DescribedFunction, options: GateOptions) {
  const split = splitTool(
    { name, input, inputSchema, execute, description: details.description },
    { ...options, details: { [name]: { ...details, ...options.details?.[name] } } },
  );
  return { gated: split.gated, propose: (given: unknown, call?: CallInfo) => split.propose(given, call) };
}
