import type { ReactNode } from "react";
import classes from "./action-page.module.css";

interface Props {
  name: string;
  /** Takes the whole width. */
  wide?: boolean;
  children: ReactNode;
}

export function Fact({ name, wide = false, children }: Props) {
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
