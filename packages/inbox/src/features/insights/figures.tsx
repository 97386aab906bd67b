import type { ProposedFigures } from "@countersign/protocol";
import { strings } from "../../strings/insights.tsx";
import { duration } from "../../ui/time-words.ts";
import { approvalRate, editRate } from "./chart-values.ts";
import classes from "./insights-page.module.css";

/** The figures of the whole period, each with an explanation. */
export function Figures({ total }: { total: ProposedFigures }) {
  const words = strings.figures;
  const nineOfTen = ({ p90Seconds }: { p90Seconds: number | null }): string => words.nineOfTen(duration(p90Seconds));
  const figures: readonly (readonly [name: string, value: string | number, says: string])[] = [
    [words.proposed, total.proposed, words.proposedSays(total.pending, total.byPolicy)],
    [words.waiting, duration(total.waiting.medianSeconds), nineOfTen(total.waiting)],
    [
      words.deciding,
      duration(total.deciding.medianSeconds),
      total.timed === 0 ? words.whereMeasured : words.decidingSays(duration(total.deciding.p90Seconds), total.timed),
    ],
    [words.approved, approvalRate(total), words.approvedSays(total.approved, total.rejected, total.refined)],
    [words.edited, editRate(total), words.editedSays(total.edited, total.approved)],
    [words.running, duration(total.execution.medianSeconds), nineOfTen(total.execution)],
    [words.expired, total.expired, words.expiredSays],
    [words.failed, total.failed, words.failedSays(total.executed + total.failed)],
    [words.unknown, total.unknown, words.unknownSays],
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(([name, value, says]) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={classes.says}>{says}</dd>
        </div>
      ))}
    </dl>
  );
}
