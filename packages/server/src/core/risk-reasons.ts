import { RISK_NAMES, type Effect, type Risk } from "@countersign/protocol";
import { readName } from "./tool-words.ts";

/** Facts that explain an action's risk; none comes from the agent. */
export interface RiskFacts {
  toolName: string;
  risk: number;
  ratedRisk: number | null;
  vetted: boolean;
  effect: Effect;
  target: string | null;
  snapshot: string | null;
}

const MEANINGS = {
  0: "only reads",
  1: "hardly any harm",
  2: "harm that is easily undone",
  3: "harm that takes work to undo",
  4: "serious harm",
  5: "critical",
} as const satisfies Record<Risk, string>;

/** Shown beside the rating of a tool that is not vetted. */
export const NOT_VETTED_SAYS =
  "The tool is not vetted: its server is not trusted, and no administrator has reviewed its definition. Rules treat it as risk level 5.";

/** The rating in words. */
export const ratingOf = (ratedRisk: number | null, risk: number): string =>
  ratedRisk === null
    ? `Nobody has rated the tool. Rules treat it as risk level ${risk} of 5.`
    : `The tool is rated ${ratedRisk} of 5, ${RISK_NAMES[ratedRisk as Risk].toLowerCase()}: ${MEANINGS[ratedRisk as Risk]}.`;

/** Describes in plain words what makes an action risky, most important first; the level itself always comes first. */
export function riskReasons({ toolName, risk, ratedRisk, vetted, effect, target, snapshot }: RiskFacts): string[] {
  const removing = readName(toolName).removes;
  return [
    ratingOf(ratedRisk, risk),
    ...(vetted ? [] : [NOT_VETTED_SAYS]),
    ...(removing === undefined ? [] : [`The name contains “${removing}”: the tool may delete something.`]),
    ...(effect === "unsafe" ? ["Not safely repeatable: after an interruption the outcome would be unknown."] : []),
    ...(target === null ? ["The tool does not report its target."] : []),
    ...(target !== null && snapshot === null
      ? ["Changes to the target between proposal and execution cannot be detected."]
      : []),
  ];
}
