import type { ActionSummary } from "@countersign/protocol";
import { useEffect, type ReactNode } from "react";
import type { ReviewPayload } from "../../api/proposals-query.ts";
import { noteShown } from "../../api/shown-since.ts";
import { strings } from "../../strings/panel.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { SaidWords } from "../../ui/said-words.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { KindOf, PathOf } from "./kind-of.tsx";
import classes from "./session-panel.module.css";

interface Props {
  row: ActionSummary;
  /** Undefined while loading, or if too large to load with others. */
  payload: ReviewPayload | undefined;
  detail: (payload: ReviewPayload) => ReactNode;
}

/** Shows the only proposal of a conversation, with its changes open. */
export function ProposalCard({ row, payload, detail }: Props) {
  useEffect(() => noteShown(row.id), [row.id]);
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <h2 className={classes.what}>
          <VisibleText text={row.preview.title} newlines="mark" />
          <small>
            <PathOf row={row} payload={payload} />
          </small>
        </h2>
        <span className={classes.what}>
          <KindOf payload={payload} />
        </span>
        <span className={classes.marks}>
          <StatusBadge status={row.status} isQuestion={row.isQuestion} />
          <RiskMarks of={row} />
        </span>
      </div>
      <SaidWords by="administrator" text={row.question} />
      <SaidWords by="agent" text={row.caption} />
      {payload ? detail(payload) : <p className={classes.says}>{strings.row.changesNotRead}</p>}
      <TextLink to="/actions/$id" params={{ id: row.id }}>
        {strings.row.openInInbox}
      </TextLink>
    </article>
  );
}
