import { displayText, type CheckpointDetail } from "@countersign/protocol";
import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { strings } from "../../strings/checkpoints.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./checkpoint-page.module.css";

interface Props {
  item: CheckpointDetail["items"][number];
  /** Whether the decision includes the action; null if it cannot be included. */
  isIn: boolean | null;
  onToggle: () => void;
  /** Changes of the action. */
  children?: ReactNode;
}

export function CheckpointItem({ item, isIn, onToggle, children }: Props) {
  const { pendingActionId, toolName, title, status } = item;
  const shown = displayText(title || toolName, { newlines: "mark" });
  return (
    <li className={classes.item}>
      {isIn !== null && <Checkbox size="xs" aria-label={strings.decideOn(shown)} checked={isIn} onChange={onToggle} />}
      <span className={classes.what}>
        <TextLink to="/actions/$id" params={{ id: pendingActionId }}>
          <VisibleText text={title || toolName} newlines="mark" />
        </TextLink>
        <br />
        <small>
          <VisibleText text={toolName} newlines="mark" />
        </small>
        {children}
      </span>
      <RiskMarks of={item} />
      {status !== "pending" && <StatusBadge status={status} />}
    </li>
  );
}
