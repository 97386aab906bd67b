import { type ActionSummary, displayText } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { actionQuery } from "../../api/action-queries.ts";
import { useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/queue.tsx";
import { AssigneeName } from "../../ui/assignee-name.tsx";
import { Moment } from "../../ui/moment.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { SaidWords } from "../../ui/said-words.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TickBox } from "../../ui/tick-box.tsx";
import { useStartsLater } from "../../ui/use-starts-later.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { gistOf } from "./gist-of.ts";
import classes from "./queue-row.module.css";

interface Props {
  row: ActionSummary;
  ticked: boolean;
  /** Null for those who may not decide. */
  onTick: ((id: string, toHere: boolean) => void) | null;
}

/** Below this level, rows of vetted tools show no risk, so that those that need care stand out. */
const SHOWN_RISK = 3;

/** Memoized: renders again only when its own props change, not while the list around it scrolls. */
export const QueueRow = memo(function QueueRow({ row, ticked, onTick }: Props) {
  const waiting = row.status === "pending";
  return (
    <div className={classes.row} data-level={row.ratedRisk ?? undefined} data-settled={!waiting || undefined}>
      {onTick && (
        <div className={classes.tick}>
          {waiting && (
            <TickBox
              aria-label={strings.row.select(displayText(row.preview.title, { newlines: "mark" }))}
              checked={ticked}
              onChange={({ nativeEvent }) => onTick(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            />
          )}
        </div>
      )}
      <Link
        to="/actions/$id"
        params={{ id: row.id }}
        search={true}
        className={classes.link}
        activeOptions={{ includeSearch: false }}
      >
        <span className={classes.top}>
          <span className={classes.title}>
            <VisibleText text={row.preview.title} newlines="mark" />
          </span>
          <span className={classes.age}>
            <Moment at={row.createdAt} />
          </span>
        </span>
        <span className={classes.gist}>
          <VisibleText text={gistOf(row)} newlines="mark" />
        </span>
        {waiting && <SaidWords by="agent" text={row.caption} as="line" />}
        <span className={classes.line}>
          {waiting ? <Waiting row={row} /> : <Settled row={row} />}
          {(!row.vetted || (row.ratedRisk ?? SHOWN_RISK) >= SHOWN_RISK) && <RiskMarks of={row} />}
        </span>
      </Link>
    </div>
  );
});

function Waiting({ row }: Pick<Props, "row">) {
  const me = useMe();
  return (
    <span className={classes.meta}>
      {row.assignee && (
        <>
          <AssigneeName assignee={row.assignee} meId={me?.principal.id} /> ·{" "}
        </>
      )}
      <code>
        <VisibleText text={row.toolName} newlines="mark" />
      </code>{" "}
      · <PrincipalName principal={row.proposedBy} />
      {row.expiresAt !== null && <> · {strings.row.expires(<Moment at={row.expiresAt} />)}</>}
      {row.commentCount ? ` · ${strings.row.comments(row.commentCount)}` : ""}
      {row.escalatedAt ? ` · ${strings.row.othersAsked}` : row.remindedAt ? ` · ${strings.row.reminded}` : ""}
    </span>
  );
}

/** Shows who decided. The live stream carries only the new status, so the other fields are read for rendered rows. */
function Settled({ row }: Pick<Props, "row">) {
  const full = useQuery({ ...actionQuery(row.id), enabled: row.resolvedAt === null }).data;
  const { resolvedBy, resolvedAt, notBefore = null } = full ?? row;
  const startsLater = useStartsLater({ status: row.status, notBefore });
  return (
    <>
      <StatusBadge status={row.status} isQuestion={row.isQuestion} />
      {resolvedBy && resolvedAt && (
        <span className={classes.meta}>
          {strings.row.decidedBy(<PrincipalName principal={resolvedBy} />, <Moment at={resolvedAt} />)}
          {startsLater && notBefore !== null && <> · {strings.row.runs(<Moment at={notBefore} />)}</>}
        </span>
      )}
    </>
  );
}
