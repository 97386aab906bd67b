import type { ActionStatus } from "@countersign/protocol";
import { STATUS_WORDS } from "./status-words.ts";
import classes from "./badges.module.css";

export function StatusBadge({ status }: { status: ActionStatus }) {
  const { label, tone } = STATUS_WORDS[status];
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {label}
    </span>
  );
}
