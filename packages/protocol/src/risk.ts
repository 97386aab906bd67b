import type { Risk } from "./words.ts";

/** The names of the levels, the same wherever a person reads them. */
export const RISK_NAMES = {
  0: "Read only",
  1: "Low risk",
  2: "Moderate risk",
  3: "Elevated risk",
  4: "High risk",
  5: "Critical",
} as const satisfies Record<Risk, string>;

/** What is shown for a tool whose source declares no level and whose name and definition say nothing either. */
export const NOT_RATED = "Not rated";
/** What is shown, beside the risk, for a tool of an MCP server that is not trusted until an administrator has looked at it. */
export const NOT_VETTED = "Not vetted";

/** The level as a person reads it; null: nobody has rated the tool. */
export const riskName = (ratedRisk: Risk | null): string => (ratedRisk === null ? NOT_RATED : RISK_NAMES[ratedRisk]);

/** A level as rules use it, and whether the tool is vetted. */
export interface Care {
  risk: number;
  vetted: boolean;
}

/**
 * The level that everything goes by which looks at risk: limits, grants, expressions, places of decision. A tool that is not
 * vetted counts as the highest, whatever it is rated: the rating rests on the words of a server that nobody has vouched for.
 */
export const riskForRules = ({ risk, vetted }: Care): number => (vetted ? risk : NOT_VETTED_RISK);
const NOT_VETTED_RISK: Risk = 5;
