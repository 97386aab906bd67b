import type { ActionSummary } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { ReviewPayload } from "../../api/proposals-query.ts";
import { noteShown } from "../../api/shown-since.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/panel.tsx";
import { SessionRow } from "./session-row.tsx";
import classes from "./session-panel.module.css";

export interface ProposalActions {
  /** Renders everything that one proposal changes. */
  detail: (payload: ReviewPayload) => ReactNode;
  /** Renders the actions for the ticked rows. */
  decide: (selected: readonly ActionSummary[], clear: () => void) => ReactNode;
  /** Renders further actions for one pending row. */
  tools?: (row: ActionSummary) => ReactNode;
}

interface Props extends ProposalActions {
  rows: readonly ActionSummary[];
  payloads: Partial<Record<string, ReviewPayload>>;
  /** Shown between the table and the actions for ticked rows. */
  children?: ReactNode;
}

/** Proposals to decide together: one row each with its changes below, and a checkbox to select pending ones. */
export function ProposalsTable({ rows, payloads, detail, decide, tools, children }: Props) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const canDecide = mayDecide(useMe());
  const waiting = rows.filter(({ status }) => status === "pending");
  const selected = waiting.filter(({ id }) => ticked.has(id));
  const all = waiting.length > 0 && selected.length === waiting.length;
  const toggle = (id: string): void => setTicked(toggled(ticked, id));
  const isAllOpen = rows.length > 0 && rows.every(({ id }) => opened.has(id));
  const show = (next: ReadonlySet<string>): void => {
    for (const id of next) if (!opened.has(id)) noteShown(id);
    setOpened(next);
  };
  return (
    <>
      {rows.length > 1 && (
        <p className={classes.expand}>
          <Button size="compact-xs" variant="subtle" onClick={() => show(new Set(isAllOpen ? [] : rows.map(({ id }) => id)))}>
            {isAllOpen ? strings.table.collapseAll : strings.table.expandAll}
          </Button>
        </p>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            {canDecide && (
              <th scope="col" className={classes.tick}>
                <input
                  type="checkbox"
                  aria-label={strings.table.selectAllWaiting}
                  checked={all}
                  disabled={waiting.length === 0}
                  onChange={() => setTicked(new Set(all ? [] : waiting.map(({ id }) => id)))}
                />
              </th>
            )}
            <th scope="col">{strings.table.what}</th>
            <th scope="col">{strings.table.kind}</th>
            <th scope="col">{strings.table.status}</th>
            <th scope="col">
              <span className={classes.heard}>{strings.table.changes}</span>
            </th>
          </tr>
        </thead>
        {rows.map((row) => (
          <SessionRow
            key={row.id}
            row={row}
            payload={payloads[row.id]}
            columns={canDecide ? 5 : 4}
            isTicked={ticked.has(row.id) && row.status === "pending"}
            {...(canDecide ? { onTick: () => toggle(row.id) } : {})}
            detail={detail}
            isOpen={opened.has(row.id)}
            onToggle={() => show(toggled(opened, row.id))}
            tools={canDecide && row.status === "pending" ? tools?.(row) : undefined}
          />
        ))}
      </table>
      {children}
      <div className={classes.decide}>{canDecide && decide(selected, () => setTicked(new Set()))}</div>
    </>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
