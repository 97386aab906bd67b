import type { ActionStatus } from "@countersign/protocol";
import { statusWords, type Tone } from "./status-words.ts";
import classes from "./badges.module.css";

/** A state in words, with a dot of its tone. */
export const StateBadge = ({ tone, label }: { tone: Tone; label: string }) => (
  <span className={classes.badge} data-tone={tone}>
    <span className={classes.dot} aria-hidden />
    {label}
  </span>
);

export function StatusBadge({ status, isQuestion = false }: { status: ActionStatus; isQuestion?: boolean }) {
  const { label, tone } = statusWords({ status, isQuestion });
  return <StateBadge tone={tone} label={label} />;
}
