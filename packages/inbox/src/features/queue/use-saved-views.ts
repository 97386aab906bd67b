import { useLocalStorage } from "@mantine/hooks";
import { useMe } from "../../api/signed-in.ts";
import { readQueueSearch, type QueueSearch } from "./queue-search.ts";

export interface BrowserView {
  name: string;
  search: QueueSearch;
}

const MAX_VIEWS = 30;

/** Named filters, kept in this browser for each person. Saving under an existing name replaces that view. */
export function useSavedViews() {
  const me = useMe();
  const [views, setViews] = useLocalStorage<BrowserView[]>({
    key: `countersign-views-${me?.principal.id ?? "nobody"}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readViews,
  });
  return {
    views,
    save: (name: string, search: QueueSearch): void =>
      setViews((old) => [...old.filter((view) => view.name !== name), { name, search }].slice(-MAX_VIEWS)),
    remove: (name: string): void => setViews((old) => old.filter((view) => view.name !== name)),
  };
}

/** Parses stored views. Storage may hold what an older or newer page wrote; everything that is not a view is dropped. */
export function readViews(stored: string | undefined): BrowserView[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(parsed)) return [];
  return parsed.flatMap((one: unknown) => {
    if (typeof one !== "object" || one === null || !("name" in one) || !("search" in one)) return [];
    const { name, search } = one;
    if (typeof name !== "string" || typeof search !== "object" || search === null) return [];
    return [{ name, search: readQueueSearch({ ...search }) }];
  });
}
