import { NOT_RATED, NOT_VETTED, RISK_NAMES, type Action } from "@countersign/protocol";

type Rated = Pick<Action, "ratedRisk" | "vetted">;

/** Risk for a column of a list. */
export const riskOf = ({ ratedRisk, vetted }: Rated): string =>
  `${ratedRisk === null ? NOT_RATED.toLowerCase() : `L${ratedRisk}`}${vetted ? "" : `, ${NOT_VETTED.toLowerCase()}`}`;

/** Risk in words. */
export const riskInWords = ({ ratedRisk, vetted, risk }: Rated & Pick<Action, "risk">): string =>
  [
    ratedRisk === null ? `${NOT_RATED}, counts as L${risk}` : `L${ratedRisk}, ${RISK_NAMES[ratedRisk].toLowerCase()}`,
    ...(vetted ? [] : [`${NOT_VETTED.toLowerCase()}: no administrator has reviewed the tool`]),
  ].join("; ");
