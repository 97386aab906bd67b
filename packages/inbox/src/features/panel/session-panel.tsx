import type { ActionSummary } from "@countersign/protocol";
import { Button, Skeleton } from "@mantine/core";
import { useInfiniteQuery, useQueries, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { keys } from "../../api/keys.ts";
import { proposalsQuery, type ReviewPayload } from "../../api/proposals-query.ts";
import { listQuery } from "../../api/queries.ts";
import { mayDecide, useMe } from "../../api/use-me.ts";
import { useFeedEvent } from "../../api/use-live.ts";
import { count } from "../../ui/count.ts";
import { Notice } from "../../ui/notice.tsx";
import { ProposalCard } from "./proposal-card.tsx";
import { SessionRow } from "./session-row.tsx";
import classes from "./session-panel.module.css";

interface Props {
  filter: { sessionId: string; batchId?: string };
  /** What one proposal changes, drawn whole. */
  detail: (payload: ReviewPayload) => ReactNode;
  /** What can be done to the ticked rows. */
  decide: (selected: readonly ActionSummary[], clear: () => void) => ReactNode;
}

/** As many as the server gives in one reading. */
const MOST_IDS = 200;

/**
 * The proposals of one conversation, newest first: the same rows as in the queue, with all their payloads in one reading. One
 * alone is a card, more are a table.
 */
export function SessionPanel({ filter, detail, decide }: Props) {
  const cache = useQueryClient();
  const list = useInfiniteQuery(listQuery(filter));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const lastPage = list.data?.pages.at(-1)?.items ?? [];
  const payloads = useQueries({
    queries: inGroups(rows, MOST_IDS).map((part) => proposalsQuery(filter.sessionId, part)),
    combine: (parts) => ({
      byId: Object.assign({}, ...parts.map(({ data }) => data)) as Partial<Record<string, ReviewPayload>>,
      error: parts.find(({ error }) => error !== null)?.error,
    }),
  });
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const canDecide = mayDecide(useMe());
  useFeedEvent(({ event }) => {
    if (event === "action.created" || event === "resync") void cache.invalidateQueries({ queryKey: keys.list(filter) });
  });

  const waiting = rows.filter(({ status }) => status === "pending");
  const selected = waiting.filter(({ id }) => ticked.has(id));
  const toggle = (id: string): void => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  const [single] = rows.length === 1 && !list.hasNextPage ? rows : [];
  const all = waiting.length > 0 && selected.length === waiting.length;

  if (list.isPending) return <Skeleton height={180} role="status" aria-label="Reading the proposals" />;
  return (
    <section className={classes.panel} aria-label="Proposals of this conversation">
      <header className={classes.head}>
        <h1 className={classes.title}>Proposals</h1>
        <p className={classes.says} role="status">
          {waiting.length === 0 ? "None waits for a decision" : `${count(waiting.length, "proposal")} of ${rows.length} wait`}
          {list.hasNextPage && ", of those read so far"}
        </p>
      </header>
      {list.error && (
        <Notice tone="caution" title="This may be out of date">
          {list.error.message}
        </Notice>
      )}
      {payloads.error && (
        <Notice tone="caution" title="Some changes could not be read">
          {payloads.error.message} Each can be opened in the inbox.
        </Notice>
      )}
      {rows.length === 0 && !list.error && <p className={classes.says}>Nothing was proposed here yet.</p>}
      {single && <ProposalCard row={single} payload={payloads.byId[single.id]} detail={detail} />}
      {rows.length > 0 && !single && (
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
              payload={payloads.byId[row.id]}
              columns={canDecide ? 5 : 4}
              isTicked={ticked.has(row.id) && row.status === "pending"}
              {...(canDecide ? { onTick: () => toggle(row.id) } : {})}
              detail={detail}
            />
          ))}
        </table>
      )}
      {list.hasNextPage && (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show {lastPage.length} more
        </Button>
      )}
      <div className={classes.decide}>{canDecide && decide(single ? waiting : selected, () => setTicked(new Set()))}</div>
    </section>
  );
}

function inGroups<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += size) groups.push(items.slice(at, at + size));
  return groups;
}
