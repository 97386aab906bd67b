import { riskName, type Risk } from "@countersign/protocol";
import classes from "./badges.module.css";

const BARS = [1, 2, 3, 4, 5] as const;

/** The level as words and as filled bars, so that it does not rest on colour; null: nobody has rated it. */
export function RiskChip({ risk }: { risk: Risk | null }) {
  const title = risk === null ? "Nobody has said how risky this tool is" : `Risk level ${risk} of 5`;
  return (
    <span className={classes.risk} data-level={risk ?? "none"} title={title}>
      {risk !== null && (
        <span className={classes.bars} aria-hidden>
          {BARS.map((bar) => (
            <i key={bar} data-on={bar <= risk || undefined} />
          ))}
        </span>
      )}
      {riskName(risk)}
    </span>
  );
}
