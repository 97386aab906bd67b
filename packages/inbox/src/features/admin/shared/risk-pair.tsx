import type { Tool } from "@countersign/protocol";
import { RiskMarks } from "../../../ui/risk-marks.tsx";
import classes from "./admin.module.css";

type Props = Pick<Tool, "ratedRisk" | "effectiveRisk"> & { vetted: boolean };

/** Shows the inherent risk, the risk left once a person approves every call, and whether an administrator vetted the tool. */
export function RiskPair({ ratedRisk, effectiveRisk, vetted }: Props) {
  return (
    <span className={classes.risk}>
      <RiskMarks of={{ ratedRisk, vetted }} />
      {ratedRisk !== null && (
        <span
          className={classes.levels}
          title={
            ratedRisk === effectiveRisk
              ? `Level ${ratedRisk} of 5`
              : `Level ${ratedRisk} of 5 by itself, ${effectiveRisk} because a person approves every call`
          }
        >
          {ratedRisk === effectiveRisk ? `L${ratedRisk}` : `L${ratedRisk} → L${effectiveRisk}`}
        </span>
      )}
    </span>
  );
}
