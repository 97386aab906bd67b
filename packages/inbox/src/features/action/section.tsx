import { use, useId, type ReactNode } from "react";
import { InCardContext } from "./in-card.ts";
import classes from "./action-page.module.css";

interface Props {
  title: string;
  /** Stands at the right of the title. */
  tools?: ReactNode;
  children: ReactNode;
}

export function Section({ title, tools, children }: Props) {
  const id = useId();
  const inCard = use(InCardContext);
  return (
    <section className={classes.section} aria-labelledby={id} {...(inCard && { role: "group" })}>
      <div className={classes.sectionHead}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
