import classes from "../../../ui/badges.module.css";

export type Tone = "waiting" | "busy" | "good" | "bad" | "unsure" | "quiet";

/** A state in words, with a dot of its tone. */
export const StateBadge = ({ tone, label }: { tone: Tone; label: string }) => (
  <span className={classes.badge} data-tone={tone}>
    <span className={classes.dot} aria-hidden />
    {label}
  </span>
);
