import { Button, Skeleton } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { listQuery } from "../../api/action-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { useFeedEvent } from "../../api/use-live.ts";
import { count } from "../../strings/count.ts";
import { Notice } from "../../ui/notice.tsx";
import { ProposalCard } from "./proposal-card.tsx";
import { ProposalsTable, type ProposalActions } from "./proposals-table.tsx";
import { usePayloads } from "./use-payloads.ts";
import classes from "./session-panel.module.css";

interface Props extends ProposalActions {
  filter: { sessionId: string; batchId?: string };
}

/**
 * The proposals of one conversation, newest first: the same rows as in the queue, with their payloads in as few requests as
 * possible. A single proposal is a card, several are a table.
 */
export function SessionPanel({ filter, ...draw }: Props) {
  const cache = useQueryClient();
  const list = useInfiniteQuery(listQuery(filter));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const lastPage = list.data?.pages.at(-1)?.items ?? [];
  const payloads = usePayloads(filter.sessionId, rows);
  const canDecide = mayDecide(useMe());
  useFeedEvent(({ event }) => {
    if (event === "action.created" || event === "resync") void cache.invalidateQueries({ queryKey: keys.list(filter) });
  });

  const waiting = rows.filter(({ status }) => status === "pending");
  const [single] = rows.length === 1 && !list.hasNextPage ? rows : [];

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
      {single && (
        <>
          <ProposalCard row={single} payload={payloads.byId[single.id]} detail={draw.detail} />
          <div className={classes.decide}>{canDecide && draw.decide(waiting, () => undefined)}</div>
        </>
      )}
      {rows.length > 0 && !single && (
        <ProposalsTable rows={rows} payloads={payloads.byId} {...draw}>
          {list.hasNextPage && (
            <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show {lastPage.length} more
            </Button>
          )}
        </ProposalsTable>
      )}
    </section>
  );
}
