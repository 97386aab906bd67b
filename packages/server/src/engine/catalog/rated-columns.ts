import type { Rating } from "../../core/risk.ts";
import { isVetted, levelsOf } from "../../core/tool-levels.ts";
import type { ToolRow } from "../../store/statements/tools.ts";

type Rated = Pick<
  ToolRow,
  "scoredRisk" | "rated" | "riskSource" | "ratedRisk" | "trusted" | "fingerprint" | "vettedFingerprint"
>;

/** The risk levels that follow from a tool's columns. */
export const levelColumns = (row: Rated) =>
  levelsOf({ ...row, setRisk: row.riskSource === "set" ? row.ratedRisk : null, vetted: isVetted(row) });

/** Columns for a tool's new rating. A risk that an administrator set stays. */
export function ratedColumns(
  rating: Rating,
  row: Pick<ToolRow, "riskSource" | "ratedRisk"> = { riskSource: "scored", ratedRisk: null },
  vouched: Pick<ToolRow, "trusted" | "fingerprint" | "vettedFingerprint"> = SOURCE_IS_OURS,
) {
  const { riskSource, ratedRisk } = row;
  const scored = { scoredRisk: rating.risk, rated: rating.rated };
  return {
    ...scored,
    riskReasons: JSON.stringify(rating.reasons),
    ...levelColumns({ ...scored, riskSource, ratedRisk, ...vouched }),
  };
}

const SOURCE_IS_OURS = { trusted: true, fingerprint: null, vettedFingerprint: null };

/** Whether an administrator decided that the tool requires approval, always or under a condition. A changed definition keeps that. */
export const isSetToAsk = ({ approvalSet, approval }: Pick<ToolRow, "approvalSet" | "approval">): boolean =>
  approvalSet && approval !== "never";
