import { useMemo, useState } from "react";
import { diffLines, foldSame, type Stretch } from "./diff/diff-lines.ts";
import { DiffRows, type DiffLayout } from "./diff-rows.tsx";
import { strings } from "../strings/code.tsx";
import { UNOPENED, useReportUnopened } from "./review-parts.ts";
import classes from "./text-diff.module.css";

interface Props {
  before: string;
  after: string;
  /** Accessible name of the comparison. */
  label: string;
  layout: DiffLayout;
}

const SPLIT_COLUMNS = ["lineBefore", "before", "lineAfter", "after"] as const;
const UNIFIED_COLUMNS = ["lineBefore", "lineAfter", "change", "text"] as const;
const ROWS_AT_ONCE = 500;

/** Two texts line by line. Folded or undrawn lines are announced with their size and open on a click. */
export function TextDiff({ before, after, label, layout }: Props) {
  const stretches = useMemo(() => foldSame(diffLines(before, after)), [before, after]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const { shown, hiddenLines } = useMemo(() => cut(stretches, opened, limit), [stretches, opened, limit]);
  const folds = shown.filter(({ stretch, index }) => stretch.kind === "fold" && !opened.has(index)).length;
  useReportUnopened(folds + (hiddenLines > 0 ? 1 : 0), hiddenLines > 0 ? 1 : 0);

  return (
    <div className={classes.frame}>
      <table className={classes.table} data-layout={layout}>
        <caption className={classes.heard}>{label}</caption>
        {/* A fixed layout takes its widths from here; the first row may be a fold across all columns. */}
        <colgroup>
          <col className={classes.number} />
          <col className={layout === "split" ? undefined : classes.number} />
          <col className={layout === "split" ? classes.number : classes.sign} />
          <col />
        </colgroup>
        <thead className={classes.heard}>
          <tr>
            {layout === "split"
              ? SPLIT_COLUMNS.map((name) => <th key={name}>{strings.comparison.columns[name]}</th>)
              : UNIFIED_COLUMNS.map((name) => <th key={name}>{strings.comparison.columns[name]}</th>)}
          </tr>
        </thead>
        {shown.map(({ stretch, index }) =>
          stretch.kind === "fold" && !opened.has(index) ? (
            <tbody key={index}>
              <tr>
                <td colSpan={4} className={classes.foldCell}>
                  <button
                    type="button"
                    className={classes.fold}
                    {...UNOPENED}
                    onClick={() => setOpened(new Set([...opened, index]))}
                  >
                    {strings.comparison.showLines(stretch.lines.length, sizeOf(stretch))}
                  </button>
                </td>
              </tr>
            </tbody>
          ) : (
            <DiffRows key={index} lines={stretch.lines} layout={layout} />
          ),
        )}
      </table>
      {hiddenLines > 0 && (
        <button type="button" className={classes.more} {...UNOPENED} onClick={() => setLimit(limit + 4 * ROWS_AT_ONCE)}>
          {strings.comparison.moreLines(hiddenLines)}
        </button>
      )}
    </div>
  );
}

const sizeOf = (stretch: Stretch): number => stretch.lines.reduce((sum, { text }) => sum + text.length, 0);

/** Returns as many sections as fit the number of rows; the last one may be cut. */
function cut(stretches: readonly Stretch[], opened: ReadonlySet<number>, limit: number) {
  const shown: { stretch: Stretch; index: number }[] = [];
  let left = limit;
  let hiddenLines = 0;
  for (const [index, stretch] of stretches.entries()) {
    const folded = stretch.kind === "fold" && !opened.has(index);
    if (left <= 0) hiddenLines += stretch.lines.length;
    else if (folded) shown.push({ stretch, index });
    else {
      shown.push({ stretch: { ...stretch, lines: stretch.lines.slice(0, left) }, index });
      hiddenLines += Math.max(0, stretch.lines.length - left);
    }
    left -= folded ? 1 : stretch.lines.length;
  }
  return { shown, hiddenLines };
}
