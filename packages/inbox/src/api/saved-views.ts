import type { ChangeSavedView, CreateSavedView, SavedView, ViewPage } from "@countersign/protocol";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "./keys.ts";
import { request } from "./request.ts";
import { useMe } from "./signed-in.ts";
import { pathOf, useChange } from "./use-change.ts";
import { viewsKey } from "./views-key.ts";

const PATH = "/api/saved-views";

export const savedViewsQuery = queryOptions({
  queryKey: keys.savedViews,
  queryFn: async ({ signal }) => (await request<{ items: SavedView[] }>("GET", PATH, undefined, signal)).items,
});

/** Saved views of one page, or of all: the person's own first, then those that others shared, each by name. */
export function useSavedViews(page?: ViewPage): readonly SavedView[] {
  const me = useMe()?.principal.id;
  const views = useQuery(savedViewsQuery).data ?? [];
  const isOthers = ({ author }: SavedView): number => Number(author.id !== me);
  return views.filter((view) => page === undefined || view.page === page).toSorted((a, b) => isOthers(a) - isOthers(b));
}

/** Requests that change views. `onDone` is called once the server has stored the change. */
export function useViewChanges() {
  const { mutate, error, isPending, reset } = useChange<SavedView>(keys.savedViews);
  return {
    error: error?.message,
    isPending,
    reset,
    create: (view: CreateSavedView, onDone: () => void): void =>
      mutate({ method: "POST", path: PATH, body: view }, { onSuccess: onDone }),
    change: (id: string, body: ChangeSavedView, onDone?: () => void): void =>
      mutate({ method: "PUT", path: pathOf("saved-views", id), body }, { onSuccess: () => onDone?.() }),
    remove: (id: string, onDone: () => void): void =>
      mutate({ method: "DELETE", path: pathOf("saved-views", id) }, { onSuccess: onDone }),
  };
}

/** Moves what an earlier version kept in this browser to the server. What could not be moved stays for the next page. */
export function useMoveBrowserViews(): void {
  const me = useMe();
  const cache = useQueryClient();
  useEffect(() => {
    const move = async (): Promise<void> => {
      const { localStorage } = globalThis;
      if (!me || localStorage.getItem(viewsKey(me.principal.id)) === null) return;
      const { moveBrowserViews } = await import("./move-browser-views.ts");
      if (await moveBrowserViews(me, localStorage)) await cache.invalidateQueries({ queryKey: keys.savedViews });
    };
    move().catch(() => undefined);
  }, [me, cache]);
}
