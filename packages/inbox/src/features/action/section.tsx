import { createContext, use, useId, type ReactNode } from "react";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./action-page.module.css";

const InCardContext = createContext(false);

/** Marks its content as one card of several. Sections in it are groups, because landmarks would be too many. */
export const InCard = ({ children }: { children: ReactNode }) => <InCardContext value={true}>{children}</InCardContext>;

interface Props {
  title: string;
  /** Shown at the right of the title. */
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

interface FactProps {
  name: string;
  /** Whether the fact takes the whole width. */
  wide?: boolean;
  children: ReactNode;
}

export function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One line per text, in the given order. Line breaks within a text are marked, so that one text cannot pass for two. */
export function ReasonList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className={classes.reasons}>
      {texts.map((text, index) => (
        <li key={index}>
          <VisibleText text={text} newlines="mark" />
        </li>
      ))}
    </ul>
  );
}
