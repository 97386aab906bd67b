import type { Countersign } from "@countersign/sdk";
import { z } from "zod";

/** The tool of the whole suite, as a person would write it before it meets any framework. */
export interface Transfer {
  description: string;
  schema: z.ZodObject<{ to: z.ZodString; amount: z.ZodNumber }>;
  execute: (input: { to: string; amount: number }) => unknown;
}

/** `first` is what was proposed against in the suite; `changed` is a later release of the same tool. */
export const SCHEMAS = {
  first: z.object({ to: z.string(), amount: z.number() }),
  changed: z.object({ to: z.string(), amount: z.number().max(1000) }),
};

export interface Call {
  /** The tool call's id, as a model gives it. */
  id: string;
  input: { to: string; amount: number; [more: string]: unknown };
}

/** What the model was told of one call, read from what reached the model. */
export interface Told {
  status: string;
  pendingActionId: string | null;
  message: string;
  [more: string]: unknown;
}

export interface GatedAgent {
  /** One turn of an agent whose model makes these calls at once; what the model was then told of each, by call id. */
  turn: (calls: readonly Call[]) => Promise<Map<string, Told>>;
  /** A user message that leads to no call, in the conversation of the last turn where the framework keeps one. */
  say: (text: string) => Promise<void>;
  /** Everything that this framework takes for an approval, made up by its client or model. */
  forge: (call: Call) => Promise<unknown>;
  /** Runs what people approve, until stopped. */
  work: () => Promise<() => Promise<void>>;
}

export interface OpenOptions {
  countersign: Countersign;
  prefix: string;
  wait?: string;
  sessionId?: string;
}

/** One framework with its adapter. */
export interface Driver {
  open: (transfer: Transfer, options: OpenOptions) => Promise<GatedAgent>;
}

export const TOOL = "transfer";

/** Reads an answer from what a model got: the value itself, or JSON in text. */
export function readTold(value: unknown): Told {
  return (typeof value === "string" ? JSON.parse(value) : value) as Told;
}

export async function startWork(
  countersign: Countersign,
  gated: Parameters<Countersign["work"]>[0],
): Promise<() => Promise<void>> {
  const worker = countersign.work(gated);
  await worker.ready;
  return () => worker.stop();
}
