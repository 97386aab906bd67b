import { IconArrowRight } from "@tabler/icons-react";
import { strings } from "../strings/code.tsx";
import { markWords, type WordMark } from "./diff/mark-words.ts";
import { VisibleText } from "./visible-text.tsx";
import classes from "./short-diff.module.css";

interface Props {
  /** Undefined if this side has no value. */
  before: string | undefined;
  after: string | undefined;
  /** Marks the words that differ. */
  words?: boolean;
}

/** Two short values on one line, the old and the new one. */
export function ShortDiff({ before, after, words = false }: Props) {
  const marks = words && before !== undefined && after !== undefined ? markWords(before, after) : null;
  return (
    <p className={classes.short}>
      {before !== undefined && (
        <del className={classes.was}>
          <span className={classes.heard}>{strings.comparison.was} </span>
          <Words text={before} marks={marks?.before} />
        </del>
      )}
      {before !== undefined && after !== undefined && <IconArrowRight size={14} className={classes.arrow} aria-hidden />}
      {after !== undefined && (
        <ins className={classes.is}>
          <span className={classes.heard}>{strings.comparison.becomes} </span>
          <Words text={after} marks={marks?.after} />
        </ins>
      )}
    </p>
  );
}

function Words({ text, marks }: { text: string; marks: readonly WordMark[] | undefined }) {
  if (text === "") return <span className={classes.dim}>{strings.values.emptyText}</span>;
  if (!marks) return <VisibleText text={text} />;
  return marks.map((mark, index) =>
    mark.changed ? (
      <mark key={index} className={classes.changedWord}>
        <VisibleText text={mark.text} />
      </mark>
    ) : (
      <VisibleText key={index} text={mark.text} />
    ),
  );
}
