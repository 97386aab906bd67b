import type { ReactNode } from "react";
import { strings } from "../../../strings/drawing.tsx";
import classes from "./content.module.css";

interface Props {
  /** Null if this side is empty. */
  before: ReactNode;
  after: ReactNode;
  names?: readonly [string, string];
}

/** Two things side by side, or one below the other where space is short. */
export const Sides = ({ before, after, names = [strings.now, strings.proposed] }: Props) => (
  <div className={classes.sides}>
    {[before, after].map((side, index) => (
      <div key={index} className={classes.side}>
        <p className={classes.sideName}>{names[index]}</p>
        {side ?? <span className={classes.dim}>{strings.nothing}</span>}
      </div>
    ))}
  </div>
);
