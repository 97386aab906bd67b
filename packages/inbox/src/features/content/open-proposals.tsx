import type { ContentElement } from "@countersign/protocol";
import { Moment } from "../../ui/moment.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./element-page.module.css";

/** Proposals on an element that nobody has decided. */
export function OpenProposals({ proposals }: Pick<ContentElement, "proposals">) {
  if (proposals.length === 0) return null;
  return (
    <section id="proposals" aria-label="Open proposals" className={classes.section}>
      <h2 className={classes.sectionTitle}>Open proposals</h2>
      <ul className={classes.proposals}>
        {proposals.map(({ pendingActionId, title, createdAt }) => (
          <li key={pendingActionId}>
            <TextLink to="/actions/$id" params={{ id: pendingActionId }}>
              <VisibleText text={title} newlines="mark" />
            </TextLink>{" "}
            <span className={classes.says}>
              <Moment at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
