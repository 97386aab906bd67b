import type { ReactNode } from "react";
import { UNOPENED } from "./review-parts.ts";
import classes from "./more-button.module.css";

/** Control that shows content which is not drawn yet; says how much that is. */
export function MoreButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.more} {...UNOPENED} onClick={onClick}>
      {children}
    </button>
  );
}
