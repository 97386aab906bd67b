import type { Tool } from "@countersign/protocol";
import { strings } from "../../../strings/admin.tsx";
import { RiskMarks } from "../../../ui/risk-marks.tsx";
import classes from "./admin.module.css";

type Props = Pick<Tool, "ratedRisk" | "effectiveRisk"> & { vetted: boolean };

/** Shows the inherent risk, the risk left once a person approves every call, and whether an administrator vetted the tool. */
export function RiskPair({ ratedRisk, effectiveRisk, vetted }: Props) {
  const words = strings.risk;
  return (
    <span className={classes.risk}>
      <RiskMarks of={{ ratedRisk, vetted }} />
      {ratedRisk !== null && (
        <span
          className={classes.levels}
          title={ratedRisk === effectiveRisk ? words.level(ratedRisk) : words.levels(ratedRisk, effectiveRisk)}
        >
          {ratedRisk === effectiveRisk ? words.short(ratedRisk) : `${words.short(ratedRisk)} → ${words.short(effectiveRisk)}`}
        </span>
      )}
    </span>
  );
}
