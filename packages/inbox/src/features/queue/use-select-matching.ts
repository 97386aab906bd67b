import type { ActionPage, ActionSummary } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { countsQuery } from "../../api/action-queries.ts";
import type { QueueFilter } from "../../api/list-filter.ts";
import { useFeedEvent } from "../../api/use-live.ts";
import { strings } from "../../strings/queue.tsx";
import { isOfPending, matchingCount } from "./matching-count.ts";
import type { useQueue } from "./use-queue.ts";
import type { Selection } from "./use-selection.ts";

/** Most actions that one selection takes when all matching ones are selected. */
export const MAX_SELECTED = 1000;

/** State of loading the pages that are selected unseen. */
type Loading =
  | { state: "idle" }
  | { state: "loading"; loaded: number }
  | { state: "failed"; message: string }
  /** As many as may be selected are, and the list has more. */
  | { state: "full" };

interface Progress {
  loading: Loading;
  /** Whether all matching actions were selected. What is proposed from then on is offered, and not selected silently. */
  isWhole: boolean;
  /** Ids of actions that were proposed since. */
  later: ReadonlySet<string>;
}

const START: Progress = { loading: { state: "idle" }, isWhole: false, later: new Set() };

interface Listed {
  queue: ReturnType<typeof useQueue>;
  selection: Selection;
  filter: QueueFilter;
  /** Names the list; another list begins anew. */
  of: string;
}

/** Selects every pending action of a list, including those on pages that are not loaded yet. */
export function useSelectMatching({ queue, selection, filter, of }: Listed) {
  const [state, setState] = useState({ of, ...START });
  const { loading, isWhole, later } = state.of === of ? state : START;
  const set = (next: Partial<Progress>): void => setState((old) => ({ ...(old.of === of ? old : START), ...next, of }));
  const run = useRef<{ later: Set<string> } | null>(null);
  useEffect(() => () => void (run.current = null), [of]);
  useFeedEvent((event) => {
    if (event.event !== "action.created") return;
    run.current?.later.add(event.data.id);
    if (isWhole) setState((old) => ({ ...old, later: new Set([...old.later, event.data.id]) }));
  });
  const amount = selection.selected.length;
  const counted = matchingCount(filter, useQuery(countsQuery).data);
  const arrived = isWhole
    ? [...queue.rows.filter(({ id }) => later.has(id)), ...queue.arrived].filter(
        ({ id, status }) => status === "pending" && !selection.has(id),
      )
    : [];
  const stop = (): void => {
    run.current = null;
    set(START);
  };
  // Nothing is left of the selection, so nothing is offered to be added to it.
  if (isWhole && amount === 0) set(START);
  const hasMore = isOfPending(filter) && queue.hasNextPage;
  /** Number of pending actions that match; null if it is unknown. */
  const total = counted !== null && counted > queue.rows.length ? counted : null;

  async function selectMatching(selectedCount = amount): Promise<void> {
    const mine = { later: new Set<string>() };
    run.current = mine;
    const isMine = (): boolean => run.current === mine;
    // What is ticked or unticked meanwhile stays so: each row is selected once, when its page comes.
    const seen = new Set(queue.rows.map(({ id }) => id));
    let chosenCount = selectedCount;
    let isFull = false;
    const onRows = (rows: readonly ActionSummary[]): void => {
      if (!isMine()) return;
      const fresh = rows.filter(({ id, status }) => status === "pending" && !seen.has(id) && !mine.later.has(id));
      const fitting = fresh.slice(0, MAX_SELECTED - chosenCount);
      for (const { id } of rows) seen.add(id);
      chosenCount += fitting.length;
      isFull ||= fitting.length < fresh.length;
      selection.selectRows(fitting);
      set({ loading: { state: "loading", loaded: seen.size } });
    };
    set({ ...START, loading: { state: "loading", loaded: seen.size } });
    const read = await readPages(queue, isMine, onRows);
    if (!isMine()) return;
    run.current = null;
    isFull ||= read.hasMore;
    if (read.message !== null) set({ loading: { state: "failed", message: read.message } });
    else set({ loading: { state: isFull ? "full" : "idle" }, isWhole: !isFull, later: mine.later });
  }

  return {
    loading,
    arrived,
    /** Names what the checkbox above the list selects. */
    allWords: hasMore ? wordsForAll(total) : strings.selection.selectAllOf(selection.waitingCount),
    /** Names what is left to select, if only a part of what matches is selected. */
    moreWords:
      !isWhole && hasMore && selection.allSelected && !(counted !== null && amount >= counted) ? wordsForAll(total) : null,
    total,
    /** Selects what matches. Of a list with other statuses, only rows that are loaded. */
    selectAll(): void {
      selection.selectAll();
      if (hasMore) void selectMatching(selection.waitingCount);
      else set({ ...START, isWhole: isOfPending(filter) });
    },
    selectMore: (): void => void selectMatching(),
    selectArrived(): void {
      selection.selectRows(arrived);
      set({ later: new Set() });
      if (queue.arrived.length > 0) void queue.refresh();
    },
    stop,
  };
}

function wordsForAll(total: number | null): string {
  if (total === null) return strings.selection.selectAll;
  return total > MAX_SELECTED ? strings.selection.selectFirst(MAX_SELECTED) : strings.selection.selectAllOf(total);
}

/** Reads page after page, up to the number that may be selected. Returns why a page could not be read, or null. */
async function readPages(
  { data, hasNextPage, fetchNextPage }: Listed["queue"],
  isWanted: () => boolean,
  onRows: (rows: readonly ActionSummary[]) => void,
): Promise<{ hasMore: boolean; message: string | null }> {
  let loadedCount = rowsOf(data?.pages).length;
  let hasMore = hasNextPage;
  while (hasMore && loadedCount < MAX_SELECTED && isWanted()) {
    // Joins a request under way. If a refetch of the list cancels the page's request, this resolves with the refetched list,
    // and the page is asked for again.
    const next = await fetchNextPage({ cancelRefetch: false });
    if (next.isError) return { hasMore, message: next.error.message };
    const rows = rowsOf(next.data?.pages);
    onRows(rows);
    loadedCount = rows.length;
    hasMore = next.hasNextPage;
  }
  return { hasMore, message: null };
}

const rowsOf = (pages: readonly ActionPage[] | undefined): ActionSummary[] => pages?.flatMap(({ items }) => items) ?? [];
