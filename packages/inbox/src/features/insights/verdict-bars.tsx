import { count } from "../../strings/count.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { approvalRate, VERDICT_PARTS, VERDICT_WORDS, verdictParts, type FiguresRow } from "./chart-values.ts";
import classes from "./insights-page.module.css";

/** Rows beyond this number appear only in the table. */
const MAX_BARS = 8;

/** Each row's decisions as shares of one bar; the table below has the numbers. */
export function VerdictBars({ title, rows }: { title: string; rows: readonly FiguresRow[] }) {
  const bars = rows
    .map((row) => ({ row, parts: verdictParts(row) }))
    .filter(({ parts }) => parts.total > 0)
    .slice(0, MAX_BARS);
  if (bars.length === 0) return null;
  return (
    <figure className={classes.bars}>
      <ul aria-label={`Shares of decisions, ${title.toLowerCase()}`}>
        {bars.map(({ row, parts }, index) => (
          <li key={index}>
            <span className={classes.barName}>
              <VisibleText text={row.name} newlines="mark" />
            </span>
            <span
              className={classes.bar}
              role="img"
              aria-label={VERDICT_PARTS.map((part) => `${VERDICT_WORDS[part]} ${parts[part]}`).join(", ")}
            >
              {VERDICT_PARTS.map(
                (part) =>
                  parts[part] > 0 && (
                    <i
                      key={part}
                      data-part={part}
                      title={`${VERDICT_WORDS[part]}: ${parts[part]} of ${parts.total}`}
                      style={{ flexGrow: parts[part] }}
                    />
                  ),
              )}
            </span>
            <span className={classes.barSays}>
              {approvalRate(row)} of {count(parts.total, "decision")}
            </span>
          </li>
        ))}
      </ul>
      <figcaption className={classes.legend}>
        {VERDICT_PARTS.map((part) => (
          <span key={part}>
            <i data-part={part} aria-hidden />
            {VERDICT_WORDS[part]}
          </span>
        ))}
        {rows.length > bars.length && <span>The table has all {rows.length}, also those not decided yet.</span>}
      </figcaption>
    </figure>
  );
}
