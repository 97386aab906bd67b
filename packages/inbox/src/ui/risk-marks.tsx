import type { Action, Risk } from "@countersign/protocol";
import { IconEyeQuestion } from "@tabler/icons-react";
import { strings } from "../strings/ui.tsx";
import { riskWords } from "./risk-words.ts";
import classes from "./badges.module.css";

const BARS = [1, 2, 3, 4, 5] as const;

/** Risk level in words and as filled bars, so that it does not depend on colour; null if nobody has rated the tool. */
export function RiskChip({ risk }: { risk: Risk | null }) {
  const title = risk === null ? strings.risk.notRatedTitle : strings.risk.level(risk);
  return (
    <span className={classes.risk} data-level={risk ?? "none"} title={title}>
      {risk !== null && (
        <span className={classes.bars} aria-hidden>
          {BARS.map((bar) => (
            <i key={bar} data-on={bar <= risk || undefined} />
          ))}
        </span>
      )}
      {riskWords(risk)}
    </span>
  );
}

/** Risk of an action's tool, and whether the tool is vetted; the two are independent. */
export function RiskMarks({ of: { ratedRisk, vetted } }: { of: Pick<Action, "ratedRisk" | "vetted"> }) {
  return (
    <>
      <RiskChip risk={ratedRisk} />
      {!vetted && <NotVettedChip />}
    </>
  );
}

function NotVettedChip() {
  return (
    <span className={classes.vetting} title={strings.risk.notVettedTitle}>
      <IconEyeQuestion size={14} aria-hidden />
      {strings.risk.notVetted}
    </span>
  );
}
