import type { JsonObject } from "@countersign/protocol";

export interface PlainCall {
  name: string;
  input: JsonObject;
}

/** Steps of a change that needs something read first. The ids of a step's calls begin with its name. */
export const STEPS = ["find", "look"] as const;
export type Step = (typeof STEPS)[number] | "call";

export interface Done {
  text: string;
  calls: PlainCall[];
  /** Step that these calls belong to. */
  step: Step;
}

/** A result of a call of the step before. */
export interface StepResult {
  name: string;
  text: string;
}

/** Ends a request without a call. */
export const proposesNothing = (why: string): Done => ({ text: `I did not propose anything. ${why}`, calls: [], step: "call" });
