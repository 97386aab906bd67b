import { displayText, type ActionSummary } from "@countersign/protocol";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReviewPayload } from "../../api/proposals-query.ts";
import { strings } from "../../strings/panel.tsx";
import { Countdown } from "../../ui/moment.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { SaidWords } from "../../ui/said-words.tsx";
import { shortChanges } from "../../ui/short-changes.ts";
import { ShortLines } from "../../ui/short-lines.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { KindOf, PathOf } from "./kind-of.tsx";
import classes from "./session-panel.module.css";

interface Props {
  row: ActionSummary;
  /** Undefined while loading, or if too large to load with the others. */
  payload: ReviewPayload | undefined;
  columns: number;
  isTicked: boolean;
  /** Undefined if the person may not decide. */
  onTick?: () => void;
  detail: (payload: ReviewPayload) => ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  /** Further actions for this row. */
  tools?: ReactNode;
}

/** One proposal: title, change and status; the details of its changes open below. */
export function SessionRow({ row, payload, columns, isTicked, onTick, detail, isOpen, onToggle, tools }: Props) {
  const title = displayText(row.preview.title, { newlines: "mark" });
  return (
    <tbody data-open={isOpen || undefined}>
      <tr>
        {onTick && (
          <td className={classes.tick}>
            <input
              type="checkbox"
              aria-label={strings.row.select(title)}
              checked={isTicked}
              disabled={row.status !== "pending"}
              onChange={onTick}
            />
          </td>
        )}
        <td className={classes.what}>
          <VisibleText text={row.preview.title} newlines="mark" />
          <small>
            <PathOf row={row} payload={payload} />
          </small>
          {payload && <ShortLines lines={shortChanges({ ...payload, effectiveInput: row.effectiveInput }).lines} />}
          {row.status === "pending" && <SaidWords by="administrator" text={row.question} as="small" />}
          <SaidWords by="agent" text={row.caption} as="small" />
        </td>
        <td className={classes.what}>
          <KindOf payload={payload} />
        </td>
        <td>
          <span className={classes.marks}>
            <StatusBadge status={row.status} isQuestion={row.isQuestion} />
            {row.status === "pending" && row.expiresAt !== null && <Countdown until={row.expiresAt} />}
            <RiskMarks of={row} />
          </span>
        </td>
        <td className={classes.end}>
          {tools}
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isOpen}
            onClick={onToggle}
            aria-label={strings.row.changesOf(title)}
          >
            {isOpen ? strings.row.hide : strings.row.viewChanges}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={columns} className={classes.detail}>
            {payload ? detail(payload) : <p className={classes.says}>{strings.row.changesNotRead}</p>}
            <TextLink to="/actions/$id" params={{ id: row.id }}>
              {strings.row.openInInbox}
            </TextLink>
          </td>
        </tr>
      )}
    </tbody>
  );
}
