import type { Risk } from "./words.ts";

/** Display names of the risk levels, used on every surface. */
export const RISK_NAMES = {
  0: "Read only",
  1: "Low risk",
  2: "Moderate risk",
  3: "Elevated risk",
  4: "High risk",
  5: "Critical",
} as const satisfies Record<Risk, string>;

/** Shown for a tool whose source declares no risk level and whose name and definition indicate none. */
export const NOT_RATED = "Not rated";
/** Shown beside the risk for a tool of an untrusted MCP server, until an administrator has vetted the tool. */
export const NOT_VETTED = "Not vetted";

/** Display name of a risk level; null means that nobody has rated the tool. */
export const riskName = (ratedRisk: Risk | null): string => (ratedRisk === null ? NOT_RATED : RISK_NAMES[ratedRisk]);

/** Risk level and vetting of a tool, as approval rules use them. */
export interface Care {
  risk: number;
  vetted: boolean;
}

/**
 * Effective risk level for limits, grants, expressions and places of decision. A tool that is not vetted has the highest level,
 * whatever its rating: that rating relies on the description by an untrusted server.
 */
export const riskForRules = ({ risk, vetted }: Care): number => (vetted ? risk : NOT_VETTED_RISK);
const NOT_VETTED_RISK: Risk = 5;
