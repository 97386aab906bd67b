import type { ProposedFigures } from "@countersign/protocol";
import { duration } from "../../ui/time-words.ts";
import { approvalRate, editRate } from "./chart-values.ts";
import classes from "./insights-page.module.css";

/** The figures of the whole period, each with an explanation. */
export function Figures({ total }: { total: ProposedFigures }) {
  const figures: readonly (readonly [name: string, value: string | number, says: string])[] = [
    ["Proposed", total.proposed, `${total.pending} still wait, ${total.byPolicy} asked nobody`],
    ["Wait for a decision", duration(total.waiting.medianSeconds), `9 of 10 within ${duration(total.waiting.p90Seconds)}`],
    [
      "Time to decide",
      duration(total.deciding.medianSeconds),
      total.timed === 0
        ? "measured where a decision is made in the inbox"
        : `median time on the screen; 9 of 10 within ${duration(total.deciding.p90Seconds)}, ${total.timed} measured`,
    ],
    ["Approved", approvalRate(total), `${total.approved} approved, ${total.rejected} rejected, ${total.refined} sent back`],
    ["Edited first", editRate(total), `${total.edited} of ${total.approved} approvals`],
    ["Time to run", duration(total.execution.medianSeconds), `9 of 10 within ${duration(total.execution.p90Seconds)}`],
    ["Expired", total.expired, "nobody decided in time"],
    ["Failed", total.failed, `of ${total.executed + total.failed} that came to an end`],
    ["Outcome unknown", total.unknown, "a person has to say what happened"],
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
