import { Button, Skeleton } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { listQuery } from "../../api/action-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { useFeedEvent } from "../../api/use-live.ts";
import { strings } from "../../strings/panel.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
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

  if (list.isPending) return <Skeleton height={180} role="status" aria-label={strings.reading} />;
  return (
    <section className={classes.panel} aria-label={strings.proposalsOfConversation}>
      <header className={classes.head}>
        <h1 className={classes.title}>{strings.proposals}</h1>
        <p className={classes.says} role="status">
          {strings.waiting(waiting.length, rows.length, list.hasNextPage)}
        </p>
      </header>
      {list.error && (
        <Notice tone="caution" title={uiStrings.outOfDate}>
          {list.error.message}
        </Notice>
      )}
      {payloads.error && (
        <Notice tone="caution" title={strings.someNotRead}>
          {payloads.error.message} {strings.eachCanBeOpened}
        </Notice>
      )}
      {rows.length === 0 && !list.error && <p className={classes.says}>{strings.nothingProposed}</p>}
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
              {strings.showMore(lastPage.length)}
            </Button>
          )}
        </ProposalsTable>
      )}
    </section>
  );
}
