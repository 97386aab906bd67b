import { useState } from "react";
import { strings } from "../strings/code.tsx";
import { MoreButton } from "./more-button.tsx";
import { useReportUnopened } from "./review-parts.ts";
import { VisibleText } from "./visible-text.tsx";
import classes from "./long-text.module.css";

interface Props {
  text: string;
  /** Fixed width, for code and JSON. */
  code?: boolean;
  /** Open from the start, because an enclosing element was opened. */
  whole?: boolean;
}

const SHOWN_CHARACTERS = 6000;
const SHOWN_LINES = 120;
const BLOCK_CHARACTERS = 120;

/** Text as it was sent. The rest of a long text is folded behind a line that tells its size. */
export function LongText({ text, code = false, whole = false }: Props) {
  const [open, setOpen] = useState(whole);
  const end = open ? text.length : cutAt(text);
  useReportUnopened(end < text.length ? 1 : 0, end < text.length ? 1 : 0);
  if (text === "") return <span className={classes.empty}>{strings.values.emptyText}</span>;
  const block = code || text.includes("\n") || text.length > BLOCK_CHARACTERS;
  return (
    <>
      <div className={block ? classes.block : classes.inline} data-code={code || undefined}>
        <VisibleText text={text.slice(0, end)} />
      </div>
      {end < text.length && (
        <MoreButton onClick={() => setOpen(true)}>{strings.values.moreCharacters(text.length - end)}</MoreButton>
      )}
    </>
  );
}

/** Returns where the shown part ends, never inside a character. */
function cutAt(text: string): number {
  let end = Math.min(text.length, SHOWN_CHARACTERS);
  for (let line = 0, from = 0; line < SHOWN_LINES; line += 1) {
    const next = text.indexOf("\n", from);
    if (next === -1 || next >= end) return isHighSurrogate(text, end - 1) ? end - 1 : end;
    from = next + 1;
    if (line === SHOWN_LINES - 1) end = from;
  }
  return end;
}

const isHighSurrogate = (text: string, index: number): boolean => /[\ud800-\udbff]/.test(text.charAt(index));
