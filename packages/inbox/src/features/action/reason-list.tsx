import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./action-page.module.css";

/** One line for each text, in the given order; line breaks within one are marked, so that no text can pass for two. */
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
