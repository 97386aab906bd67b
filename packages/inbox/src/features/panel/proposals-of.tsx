import type { ActionSummary } from "@countersign/protocol";
import { Skeleton } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../../api/keys.ts";
import { listQuery } from "../../api/action-queries.ts";
import { useFeedEvent } from "../../api/use-live.ts";
import { strings } from "../../strings/panel.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProposalsTable, type ProposalActions } from "./proposals-table.tsx";
import { usePayloads } from "./use-payloads.ts";
import classes from "./session-panel.module.css";

interface Props extends ProposalActions {
  sessionId: string;
  ids: readonly string[];
}

/** Table of some proposals of a conversation, in the order of `ids`, for use within other content. */
export function ProposalsOf({ sessionId, ids, ...draw }: Props) {
  const cache = useQueryClient();
  const list = useInfiniteQuery(listQuery({ sessionId }));
  const known = new Map(list.data?.pages.flatMap(({ items }) => items.map((row) => [row.id, row] as const)));
  const rows: ActionSummary[] = ids.map((id) => known.get(id)).filter((row) => row !== undefined);
  const payloads = usePayloads(sessionId, rows);
  const waiting = rows.filter(({ status }) => status === "pending").length;
  const { hasNextPage, isFetching, isSuccess, fetchNextPage } = list;
  const isShort = rows.length < ids.length;
  useFeedEvent(({ event }) => {
    if (event === "resync") void cache.invalidateQueries({ queryKey: keys.list({ sessionId }) });
  });
  // A turn stores its calls one by one, so the list may have been read in the middle of a turn.
  const wanted = ids.join(" ");
  useEffect(() => {
    if (isShort && isSuccess) void cache.invalidateQueries({ queryKey: keys.list({ sessionId }) });
  }, [cache, sessionId, wanted, isShort, isSuccess]);
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, fetchNextPage]);

  return (
    <section className={classes.inPlace} role="group" aria-label={strings.inOneTable(ids.length)}>
      <p className={classes.says} role="status">
        {strings.waitingOfThese(waiting, ids.length)}
      </p>
      {(list.error ?? payloads.error) && (
        <Notice tone="caution" title={uiStrings.outOfDate}>
          {(list.error ?? payloads.error)?.message}
        </Notice>
      )}
      {isShort && isFetching && <Skeleton height={40 * ids.length} role="status" aria-label={strings.reading} />}
      {rows.length > 0 && <ProposalsTable rows={rows} payloads={payloads.byId} {...draw} />}
    </section>
  );
}
