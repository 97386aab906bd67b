import type { Json } from "@countersign/protocol";
import { useState, type ReactNode } from "react";
import { strings } from "../../../strings/drawing.tsx";
import { jsonSize } from "../../../ui/json-size.ts";
import { UNOPENED, useReportUnopened } from "../../../ui/review-parts.ts";
import classes from "../../../ui/field-diff.module.css";

interface Props {
  /** Names the content, with its amount. */
  what: string;
  /** Content of the fold, to tell its size. */
  value: Json;
  children: ReactNode;
}

/** Unchanged content, folded behind a line that tells its size. */
export function Folded({ what, value, children }: Props) {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const { characters } = jsonSize(value);
  useReportUnopened(wasOpen ? 0 : 1);
  return (
    <div>
      <button
        type="button"
        className={classes.same}
        aria-expanded={open}
        {...(wasOpen ? {} : UNOPENED)}
        onClick={() => {
          setOpen(!open);
          setWasOpen(true);
        }}
      >
        {open ? strings.folded.hide(what, characters) : strings.folded.show(what, characters)}
      </button>
      {open && children}
    </div>
  );
}
