import type { DecisionPlace } from "@countersign/protocol";

const PLACES: Readonly<Record<string, DecisionPlace>> = {
  inbox: "page",
  embed: "frame",
  cli: "cli",
  elicitation: "client",
};

/** The place that a decision's channel stands for; one that nobody knows is a program's own. */
export const placeOf = (channel: string): DecisionPlace => PLACES[channel] ?? "api";
