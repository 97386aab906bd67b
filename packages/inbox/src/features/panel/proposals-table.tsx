import type { ActionSummary } from "@countersign/protocol";
import { useState, type ReactNode } from "react";
import type { ReviewPayload } from "../../api/proposals-query.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { SessionRow } from "./session-row.tsx";
import classes from "./session-panel.module.css";

export interface ProposalActions {
  /** What one proposal changes, drawn whole. */
  detail: (payload: ReviewPayload) => ReactNode;
  /** What can be done to the ticked rows. */
  decide: (selected: readonly ActionSummary[], clear: () => void) => ReactNode;
  /** What can be done to one row that waits, besides. */
  tools?: (row: ActionSummary) => ReactNode;
}

interface Props extends ProposalActions {
  rows: readonly ActionSummary[];
  payloads: Partial<Record<string, ReviewPayload>>;
  /** Between the table and what can be done to it. */
  children?: ReactNode;
}

/** Proposals to be decided together: each a row with its changes below it, those that wait with a tick. */
export function ProposalsTable({ rows, payloads, detail, decide, tools, children }: Props) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const canDecide = mayDecide(useMe());
  const waiting = rows.filter(({ status }) => status === "pending");
  const selected = waiting.filter(({ id }) => ticked.has(id));
  const all = waiting.length > 0 && selected.length === waiting.length;
  const toggle = (id: string): void => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            {canDecide && (
              <th scope="col" className={classes.tick}>
                <input
                  type="checkbox"
                  aria-label="Select all that wait"
                  checked={all}
                  disabled={waiting.length === 0}
                  onChange={() => setTicked(new Set(all ? [] : waiting.map(({ id }) => id)))}
                />
              </th>
            )}
            <th scope="col">What</th>
            <th scope="col">Kind</th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className={classes.heard}>Changes</span>
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
            tools={canDecide && row.status === "pending" ? tools?.(row) : undefined}
          />
        ))}
      </table>
      {children}
      <div className={classes.decide}>{canDecide && decide(selected, () => setTicked(new Set()))}</div>
    </>
  );
}
