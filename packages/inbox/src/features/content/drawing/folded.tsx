import type { Json } from "@countersign/protocol";
import { useState, type ReactNode } from "react";
import { count } from "../../../strings/count.ts";
import { jsonSize } from "../../../ui/json-size.ts";
import { UNOPENED, useReportUnopened } from "../../../ui/review-parts.ts";
import classes from "../../../ui/field-diff.module.css";

interface Props {
  amount: number;
  /** Singular noun for one item. */
  one: string;
  /** Content of the fold, to tell its size. */
  value: Json;
  children: ReactNode;
}

/** Unchanged content, folded behind a line that tells its size. */
export function Folded({ amount, one, value, children }: Props) {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
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
        {open ? "Hide" : "Show"} {count(amount, one)}, {count(jsonSize(value).characters, "character")}
      </button>
      {open && children}
    </div>
  );
}
