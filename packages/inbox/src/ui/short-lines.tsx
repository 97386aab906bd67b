import { ShortDiff } from "./short-diff.tsx";
import type { ShortChange } from "./short-change.ts";
import { VisibleText } from "./visible-text.tsx";
import classes from "./short-lines.module.css";

/** Changes with one line per field: its name, the old value, the new value. */
export const ShortLines = ({ lines }: { lines: readonly ShortChange[] }) => (
  <div className={classes.lines}>
    {lines.map(({ name, before, after }, index) => (
      <div key={index} className={classes.line}>
        <span className={classes.name}>
          <VisibleText text={name} newlines="mark" />
        </span>
        <ShortDiff before={before} after={after} />
      </div>
    ))}
  </div>
);
