import type { Effect } from "@countersign/protocol";
import { readName } from "./tool-words.ts";

/** What of an action its risk is explained by; nothing here is the agent's own word. */
export interface RiskFacts {
  toolName: string;
  risk: number;
  effect: Effect;
  target: string | null;
  snapshot: string | null;
}

const LEVELS = [
  "only reads",
  "hardly any harm",
  "harm that is easily undone",
  "harm that takes work to undo",
  "serious harm",
  "critical",
];

/** Says in plain words what makes an action risky, weightiest first; the level itself always comes first. */
export function riskReasons({ toolName, risk, effect, target, snapshot }: RiskFacts): string[] {
  const removing = readName(toolName).removes;
  return [
    `The tool is rated ${risk} of 5: ${LEVELS[risk] ?? "unknown"}.`,
    ...(removing === undefined ? [] : [`It takes something away: its name says “${removing}”.`]),
    ...(effect === "unsafe"
      ? ["If it is interrupted, nobody can tell whether it happened, and it cannot safely be repeated."]
      : []),
    ...(target === null ? ["The tool does not say what it changes."] : []),
    ...(target !== null && snapshot === null ? ["It cannot be told whether its target changes in the meantime."] : []),
  ];
}
