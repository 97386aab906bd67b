import { useMemo, type ReactNode } from "react";
import { type DiffLine, pairLines, type LinePair } from "./diff/diff-lines.ts";
import { markWords, type WordMark } from "./diff/mark-words.ts";
import { strings } from "../strings/code.tsx";
import { VisibleText } from "./visible-text.tsx";
import classes from "./text-diff.module.css";

export type DiffLayout = "unified" | "split";

const SIGNS = { same: "", removed: "−", added: "+" } as const;

/** The lines of one section of a comparison, in one column or two. */
export function DiffRows({ lines, layout }: { lines: readonly DiffLine[]; layout: DiffLayout }) {
  const pairs = useMemo(() => pairLines(lines), [lines]);
  const marks = useMemo(() => marksOf(pairs), [pairs]);
  const textOf = (line: DiffLine): ReactNode => <LineText line={line} marks={marks.get(line)} />;

  if (layout === "split") {
    return (
      <tbody>
        {pairs.map(({ before, after }, index) => (
          <tr key={index}>
            <Half line={before} number={before?.before}>
              {before && textOf(before)}
            </Half>
            <Half line={after} number={after?.after}>
              {after && textOf(after)}
            </Half>
          </tr>
        ))}
      </tbody>
    );
  }
  return (
    <tbody>
      {lines.map((line, index) => (
        <tr key={index} data-kind={line.kind}>
          <td className={classes.number}>{line.before}</td>
          <td className={classes.number}>{line.after}</td>
          <td className={classes.sign}>
            <span aria-hidden>{SIGNS[line.kind]}</span>
            <span className={classes.heard}>{strings.comparison.lines[line.kind]}</span>
          </td>
          <td className={classes.text}>{textOf(line)}</td>
        </tr>
      ))}
    </tbody>
  );
}

function Half({ line, number, children }: { line: DiffLine | null; number: number | null | undefined; children: ReactNode }) {
  const kind = line?.kind ?? "none";
  return (
    <>
      <td className={classes.number} data-kind={kind}>
        {number}
      </td>
      <td className={classes.text} data-kind={kind}>
        {children}
      </td>
    </>
  );
}

function LineText({ line, marks }: { line: DiffLine; marks: readonly WordMark[] | undefined }) {
  const { noLineBreak } = strings.comparison;
  const unterminated = line.kind !== "same" && !line.text.endsWith("\n");
  return (
    <>
      {marks ? (
        marks.map(({ text, changed }, index) =>
          changed ? (
            <mark key={index} className={classes.word}>
              <VisibleText text={text} />
            </mark>
          ) : (
            <VisibleText key={index} text={text} />
          ),
        )
      ) : (
        <VisibleText text={body(line.text)} />
      )}
      {unterminated && <span className={classes.noBreak} title={noLineBreak.title} aria-label={noLineBreak.label} role="img" />}
    </>
  );
}

const body = (text: string): string => (text.endsWith("\n") ? text.slice(0, -1) : text);

function marksOf(pairs: readonly LinePair[]): Map<DiffLine, readonly WordMark[]> {
  const marks = new Map<DiffLine, readonly WordMark[]>();
  for (const { before, after } of pairs) {
    if (!before || !after || before.kind === "same") continue;
    const words = markWords(body(before.text), body(after.text));
    if (words) marks.set(before, words.before).set(after, words.after);
  }
  return marks;
}
