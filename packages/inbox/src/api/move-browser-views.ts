import { MAX_VIEW_NAME_CHARACTERS, type CreateSavedView, type Me, type SavedView } from "@countersign/protocol";
import { request } from "./request.ts";
import { viewsKey } from "./views-key.ts";

/** A view as earlier versions kept it in the browser. */
interface BrowserView {
  name: string;
  query: string;
}

const movedKey = (personId: string): string => `countersign-views-moved-${personId}`;

/**
 * Stores the views that an earlier version kept in this browser on the server, as the person's own. The browser's had no workspace, so each workspace
 * gets them when it is opened first; they leave the browser once the last one has them. What fails is tried again with the next page.
 */
export async function moveBrowserViews(me: Me, storage: Storage): Promise<boolean> {
  const { id } = me.principal;
  const views = readBrowserViews(storage.getItem(viewsKey(id)));
  const moved = readTexts(storage.getItem(movedKey(id)));
  if (storage.getItem(viewsKey(id)) === null || moved.includes(me.workspaceId)) return false;
  for (const view of views) await moveView(view, id);
  const done = [...moved, me.workspaceId];
  if (me.workspaces.every((workspace) => done.includes(workspace.id))) {
    storage.removeItem(viewsKey(id));
    storage.removeItem(movedKey(id));
  } else storage.setItem(movedKey(id), JSON.stringify(done));
  return views.length > 0;
}

async function moveView(view: BrowserView, personId: string): Promise<void> {
  const { items } = await request<{ items: SavedView[] }>("GET", "/api/saved-views");
  const own = items.filter(({ page, shared, author }) => page === "inbox" && !shared && author.id === personId);
  const name = nameFor(view, own);
  if (name === undefined) return;
  await request("POST", "/api/saved-views", { page: "inbox", name, query: view.query } satisfies CreateSavedView);
}

/** A name that none of the views has: the view's own, or with a number. Undefined if the view is stored already. */
export function nameFor(view: BrowserView, own: readonly Pick<SavedView, "name" | "query">[]): string | undefined {
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? "" : ` (${n})`;
    const name = `${view.name.slice(0, MAX_VIEW_NAME_CHARACTERS - end.length).trim()}${end}`;
    const same = own.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!same) return name;
    if (same.query === view.query) return undefined;
  }
}

/** Parses stored views; everything that is not a view, or has no name, is dropped. */
export function readBrowserViews(stored: string | null): BrowserView[] {
  const parsed = parse(stored);
  if (!Array.isArray(parsed)) return [];
  return parsed.flatMap((one: unknown) => {
    if (typeof one !== "object" || one === null || !("name" in one) || !("search" in one)) return [];
    const { name, search } = one;
    if (typeof name !== "string" || name.trim() === "" || typeof search !== "object" || search === null) return [];
    const texts = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return [{ name: name.trim(), query: new URLSearchParams(texts).toString() }];
  });
}

function readTexts(stored: string | null): string[] {
  const parsed = parse(stored);
  return Array.isArray(parsed) ? parsed.filter((one): one is string => typeof one === "string") : [];
}

function parse(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? "[]");
  } catch {
    return [];
  }
}
