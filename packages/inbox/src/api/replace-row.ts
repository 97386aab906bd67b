import type { Action, ActionPage, ActionSummary } from "@countersign/protocol";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { keys } from "./keys.ts";

type Lists = InfiniteData<ActionPage, string | null>;

/** Replaces an older cached version of an action. The row keeps its position in every list. */
export function replaceRow(cache: QueryClient, action: Action): void {
  cache.setQueryData<Action>(keys.action(action.id), (known) => (known && known.version > action.version ? known : action));
  patchRows(cache, action.id, (row) => (row.version > action.version ? row : { ...row, ...action }));
}

export const patchRows = (cache: QueryClient, id: string, change: (row: ActionSummary) => ActionSummary): void =>
  patchManyRows(cache, new Set([id]), change);

/** Changes these rows in every cached list, in one pass, so that pages render once. */
export function patchManyRows(
  cache: QueryClient,
  ids: { has: (id: string) => boolean },
  change: (row: ActionSummary) => ActionSummary,
): void {
  cache.setQueriesData<Lists>({ queryKey: keys.lists }, (lists) => {
    if (!lists?.pages.some((page) => page.items.some((row) => ids.has(row.id)))) return lists;
    const pages = lists.pages.map((page) => ({
      ...page,
      items: page.items.map((row) => (ids.has(row.id) ? change(row) : row)),
    }));
    return { ...lists, pages };
  });
}
