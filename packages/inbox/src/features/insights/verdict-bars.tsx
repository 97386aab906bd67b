import { strings } from "../../strings/insights.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { approvalRate, VERDICT_PARTS, verdictParts, type FiguresRow } from "./chart-values.ts";
import classes from "./insights-page.module.css";

/** Rows beyond this number appear only in the table. */
const MAX_BARS = 8;

/** Each row's decisions as shares of one bar; the table below has the numbers. */
export function VerdictBars({ of, rows }: { of: keyof typeof strings.groups; rows: readonly FiguresRow[] }) {
  const { verdicts, bars: words } = strings;
  const bars = rows
    .map((row) => ({ row, parts: verdictParts(row) }))
    .filter(({ parts }) => parts.total > 0)
    .slice(0, MAX_BARS);
  if (bars.length === 0) return null;
  return (
    <figure className={classes.bars}>
      <ul aria-label={strings.groups[of].shares}>
        {bars.map(({ row, parts }, index) => (
          <li key={index}>
            <span className={classes.barName}>
              <VisibleText text={row.name} newlines="mark" />
            </span>
            <span
              className={classes.bar}
              role="img"
              aria-label={VERDICT_PARTS.map((part) => `${verdicts[part]} ${parts[part]}`).join(", ")}
            >
              {VERDICT_PARTS.map(
                (part) =>
                  parts[part] > 0 && (
                    <i
                      key={part}
                      data-part={part}
                      title={words.ofAll(verdicts[part], parts[part], parts.total)}
                      style={{ flexGrow: parts[part] }}
                    />
                  ),
              )}
            </span>
            <span className={classes.barSays}>{words.approvalRate(approvalRate(row), parts.total)}</span>
          </li>
        ))}
      </ul>
      <figcaption className={classes.legend}>
        {VERDICT_PARTS.map((part) => (
          <span key={part}>
            <i data-part={part} aria-hidden />
            {verdicts[part]}
          </span>
        ))}
        {rows.length > bars.length && <span>{words.more(rows.length)}</span>}
      </figcaption>
    </figure>
  );
}
