import { NOT_VETTED, type Action } from "@countersign/protocol";
import { IconEyeQuestion } from "@tabler/icons-react";
import { RiskChip } from "./risk-chip.tsx";
import classes from "./badges.module.css";

/** How risky an action's tool is, and beside it whether anybody has looked at the tool: one says nothing about the other. */
export function RiskMarks({ of: { ratedRisk, vetted } }: { of: Pick<Action, "ratedRisk" | "vetted"> }) {
  return (
    <>
      <RiskChip risk={ratedRisk} />
      {!vetted && <NotVettedChip />}
    </>
  );
}

export function NotVettedChip() {
  return (
    <span className={classes.vetting} title="No administrator has looked at this tool, and its server is not trusted">
      <IconEyeQuestion size={14} aria-hidden />
      {NOT_VETTED}
    </span>
  );
}
