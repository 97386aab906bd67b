import { VisibleText } from "../visible-text.tsx";
import { CHANGE_WORDS } from "./element-words.ts";
import { isReordered, listChanges } from "./list-changes.ts";
import classes from "./content.module.css";

/** Options somebody chose, added and removed ones marked. */
export function Chips({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const changes = listChanges(before, after);
  if (changes.length === 0) return <span className={classes.dim}>none</span>;
  return (
    <>
      <ul className={classes.chips}>
        {changes.map(({ item, kind }) => (
          <li key={item} className={classes.chip} data-change={kind}>
            {kind !== "same" && <span className={classes.word}>{CHANGE_WORDS[kind]}</span>}
            <VisibleText text={item} newlines="mark" />
          </li>
        ))}
      </ul>
      {isReordered(before, after) && <p className={classes.dim}>In another order than before.</p>}
    </>
  );
}
