import { strings } from "../strings/ui.tsx";
import { VisibleText } from "./visible-text.tsx";
import classes from "./said-words.module.css";

interface Props {
  by: "agent" | "asking" | "administrator";
  /** Null, undefined and the empty text draw nothing. */
  text: string | null | undefined;
  /** In a table or list: `small` is whole, `line` is one line that is cut off visibly. */
  as?: "block" | "small" | "line";
}

/** Words beside a call that are not derived from it; their author is named before them. */
export function SaidWords({ by, text, as = "block" }: Props) {
  if (!text) return null;
  const { says, name } = strings.said[by];
  if (as !== "block") {
    return (
      <span className={classes[as]} data-said={by}>
        {strings.said.quoted(says, <VisibleText text={text} newlines="mark" />)}
      </span>
    );
  }
  return (
    <span className={classes.block} role="note" aria-label={name} data-said={by}>
      <span className={classes.label}>{says}</span>
      <span className={classes.text}>
        <VisibleText text={text} />
      </span>
    </span>
  );
}
