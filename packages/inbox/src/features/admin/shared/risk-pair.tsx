import type { Risk } from "@countersign/protocol";
import { RiskChip } from "../../../ui/risk-chip.tsx";
import classes from "./admin.module.css";

/** The inherent level, and the one that is left once a person approves every call. */
export function RiskPair({ risk, effectiveRisk }: { risk: Risk; effectiveRisk: Risk }) {
  return (
    <span className={classes.risk}>
      <RiskChip risk={risk} />
      <span
        className={classes.levels}
        title={
          risk === effectiveRisk
            ? `Level ${risk} of 5`
            : `Level ${risk} of 5 by itself, ${effectiveRisk} because a person approves every call`
        }
      >
        {risk === effectiveRisk ? `L${risk}` : `L${risk} → L${effectiveRisk}`}
      </span>
    </span>
  );
}
