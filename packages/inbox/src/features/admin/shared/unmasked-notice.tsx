import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./admin.module.css";

interface Props {
  /** Secrets by name. */
  names: readonly string[];
}

/** Warns, beside the settings, of secrets that the server could let through. */
export function UnmaskedNotice({ names }: Props) {
  if (names.length === 0) return null;
  return (
    <div className={classes.notice}>
      <Notice
        tone="caution"
        title={names.length === 1 ? "One secret is too short to be masked" : "Secrets too short to be masked"}
      >
        <VisibleText text={names.join(", ")} newlines="mark" />: fewer than 6 characters. If the service repeats{" "}
        {names.length === 1 ? "it" : "one"}, agents and people can read it. Use a longer secret.
      </Notice>
    </div>
  );
}
