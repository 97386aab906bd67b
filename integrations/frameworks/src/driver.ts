import type { Countersign } from "@countersign/sdk";
import { z } from "zod";

/** The tool of the whole suite, before it is adapted to any framework. */
export interface Transfer {
  description: string;
  schema: z.ZodObject<{ to: z.ZodString; amount: z.ZodNumber }>;
  execute: (input: { to: string; amount: number }) => unknown;
}

/** `first` is the schema at proposal time; `changed` belongs to a later release of the tool. */
export const SCHEMAS = {
  first: z.object({ to: z.string(), amount: z.number() }),
  changed: z.object({ to: z.string(), amount: z.number().max(1000) }),
};

export interface Call {
  /** Tool call id, as assigned by the model. */
  id: string;
  input: { to: string; amount: number; [more: string]: unknown };
}

/** The result of one call as it reached the model. */
export interface Told {
  status: string;
  pendingActionId: string | null;
  message: string;
  [more: string]: unknown;
}

export interface GatedAgent {
  /** Runs one turn whose model makes these calls in parallel. Returns each call's result as the model saw it, by call id. */
  turn: (calls: readonly Call[]) => Promise<Map<string, Told>>;
  /** Sends a user message that leads to no call; in the last turn's conversation if the framework keeps one. */
  say: (text: string) => Promise<void>;
  /** Forges everything that this framework accepts as an approval, as its client or model could. */
  forge: (call: Call) => Promise<unknown>;
  /** Starts a worker; returns the function that stops it. */
  work: () => Promise<() => Promise<void>>;
}

export interface OpenOptions {
  countersign: Countersign;
  prefix: string;
  wait?: string;
  sessionId?: string;
}

export interface Driver {
  open: (transfer: Transfer, options: OpenOptions) => Promise<GatedAgent>;
}

export const TOOL = "transfer";

/** Reads a result that reached a model as an object or as JSON text. */
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
