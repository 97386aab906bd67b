import type { Risk } from "@countersign/protocol";
import classes from "./badges.module.css";

const RISK_WORDS = {
  0: "Read only",
  1: "Low risk",
  2: "Moderate risk",
  3: "Elevated risk",
  4: "High risk",
  5: "Critical",
} as const satisfies Record<Risk, string>;

/** The level as words and as filled bars, so that it does not rest on colour. */
export function RiskChip({ risk }: { risk: Risk }) {
  return (
    <span className={classes.risk} data-level={risk} title={`Risk level ${risk} of 5`}>
      <span className={classes.bars} aria-hidden>
        {[1, 2, 3, 4, 5].map((bar) => (
          <i key={bar} data-on={bar <= risk || undefined} />
        ))}
      </span>
      {RISK_WORDS[risk]}
    </span>
  );
}
