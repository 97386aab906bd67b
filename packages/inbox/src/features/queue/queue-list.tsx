import { Button, Group, Skeleton } from "@mantine/core";
import { IconInbox, IconPlugConnectedX, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Fragment, useEffect, useMemo } from "react";
import { countsQuery } from "../../api/action-queries.ts";
import { strings } from "../../strings/queue.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { Blank } from "../../ui/blank.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { listedWords, useFilterWords, type FilterWords } from "./filter-words.ts";
import { GroupHeading } from "./group-heading.tsx";
import { groupRows, toLines, type GroupBy } from "./group-rows.ts";
import { QueueRow } from "./queue-row.tsx";
import { dropEmpty, type QueueSearch } from "./queue-search.ts";
import { useRangeTicks } from "./use-range-ticks.ts";
import { useRowWindow } from "./use-row-window.ts";
import { useListKeys } from "./use-list-keys.ts";
import type { useQueue } from "./use-queue.ts";
import type { Selection } from "./use-selection.ts";
import classes from "./queue-list.module.css";

interface Props {
  queue: ReturnType<typeof useQueue>;
  /** Null for those who may not decide. */
  selection: Selection | null;
  search: QueueSearch;
  onScrolled: (scrolled: boolean) => void;
}

/** Id of the scrolling list. */
export const LIST_ID = "actions";

const ROWS_AHEAD = 12;
const STILL_AT_TOP_PIXELS = 40;

/** Renders only rows near the viewport, and loads the next page before they run out. */
export function QueueList({ queue, selection, search, onScrolled }: Props) {
  const { rows, pages, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = queue;
  const by = search.group as GroupBy | undefined;
  const lines = useMemo(() => (by ? groupRows(pages ?? [], by) : toLines(rows)), [by, pages, rows]);
  const { frame, list, observe, follow, scrollTo, height, items } = useRowWindow(lines);
  const lastDrawn = items.at(-1)?.index ?? 0;
  useEffect(() => {
    // A refetch under way is not cancelled: it brings what changed.
    if (hasNextPage && !isFetching && !isFetchNextPageError && lastDrawn >= lines.length - ROWS_AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, lastDrawn, lines.length, fetchNextPage]);
  const tick = useRangeTicks(lines, selection);
  useListKeys({ lines, selection, scrollTo });

  return (
    <div
      ref={frame}
      id={LIST_ID}
      className={classes.frame}
      // A scrolling list must be reachable by keyboard, also while it has no focusable row.
      tabIndex={rows.length === 0 ? undefined : -1}
      onScroll={(event) => {
        follow();
        onScrolled(event.currentTarget.scrollTop > STILL_AT_TOP_PIXELS);
      }}
      aria-busy={queue.isPending}
    >
      {queue.isPending && <LoadingRows />}
      {queue.isError && (
        <div className={classes.notice}>
          <Notice tone="error" title={rows.length === 0 ? strings.list.notRead : strings.list.notRefreshed}>
            {queue.error.message}{" "}
            <Button size="compact-xs" variant="default" onClick={() => void queue.refetch()}>
              {uiStrings.tryAgain}
            </Button>
          </Notice>
        </div>
      )}
      {queue.isSuccess && rows.length === 0 && <EmptyList search={search} />}
      <ul ref={list} className={classes.rows} style={{ height }} aria-label={strings.list.actions}>
        {items.map(({ line, index, start }) => (
          <li
            key={line.key}
            ref={observe}
            data-index={index}
            aria-setsize={hasNextPage ? -1 : lines.length}
            aria-posinset={index + 1}
            className={classes.item}
            style={{ transform: `translateY(${start}px)` }}
          >
            {line.kind === "heading" ? (
              <GroupHeading heading={line} by={by ?? "tool"} selection={selection} />
            ) : (
              <QueueRow row={line.row} ticked={selection?.has(line.row.id) ?? false} onTick={selection && tick} />
            )}
          </li>
        ))}
      </ul>
      {isFetchingNextPage && <p className={classes.foot}>{strings.list.loadingMore}</p>}
    </div>
  );
}

function LoadingRows() {
  return (
    <div role="status" aria-label={strings.list.loading}>
      {Array.from({ length: 7 }, (_, index) => (
        <div key={index} className={classes.loading}>
          <Skeleton height={13} width={`${75 - (index % 3) * 12}%`} />
          <Skeleton height={10} width={`${50 + (index % 2) * 14}%`} mt={10} />
          <Skeleton height={10} width="34%" mt={8} />
        </div>
      ))}
    </div>
  );
}

function EmptyList({ search }: { search: QueueSearch }) {
  const { status } = search;
  const filters = useFilterWords(search, useQuery(countsQuery).data);
  if (filters.length > 0) return <NothingMatches search={search} filters={filters} />;
  return status === undefined ? (
    <Blank icon={<IconInbox size={24} />} title={strings.list.nothingWaits}>
      {strings.list.nothingWaitsMeaning}
    </Blank>
  ) : (
    <Blank
      icon={status === "failed,outcome_unknown" ? <IconInbox size={24} /> : <IconPlugConnectedX size={24} />}
      title={strings.list.nothingHere}
    >
      {strings.list.noneHasStatus}
    </Blank>
  );
}

/** Says what is filtered, and offers to remove it. */
function NothingMatches({ search, filters }: { search: QueueSearch; filters: readonly FilterWords[] }) {
  const navigate = useNavigate();
  const { status, sort, group } = search;
  const show = (next: QueueSearch): void => void navigate({ to: ".", search: () => dropEmpty(next) });
  return (
    <Blank icon={<IconSearchOff size={24} />} title={strings.list.nothingMatches}>
      <p className={classes.filtered}>
        {strings.list.noneMatches(
          listedWords(status),
          filters.map(({ name, text }, n) => (
            <Fragment key={name}>
              {n > 0 && ", "}
              <b>
                <VisibleText text={text} newlines="mark" />
              </b>
            </Fragment>
          )),
        )}
      </p>
      <Group justify="center" gap="xs">
        <Button
          size="xs"
          variant="default"
          onClick={() => show({ status: status ?? "", sort: sort ?? "", group: group ?? "" })}
        >
          {strings.list.clearFilters}
        </Button>
        {status !== "all" && (
          <Button size="xs" variant="default" onClick={() => show({ ...search, status: "all" })}>
            {strings.list.searchAll}
          </Button>
        )}
      </Group>
    </Blank>
  );
}
