import { BREAK_GLASS, type DecisionPlace } from "@countersign/protocol";

const PLACES: Readonly<Record<string, DecisionPlace>> = {
  inbox: "page",
  embed: "frame",
  cli: "cli",
  elicitation: "client",
  message: "message",
  [BREAK_GLASS]: "page",
};

/** The place that a decision's channel belongs to; an unknown channel counts as `api`. */
export const placeOf = (channel: string): DecisionPlace => PLACES[channel] ?? "api";
