/** Characters per page, sized for one model answer; 256 Ki characters are at most 1 MiB. */
const PAGE_CHARS = 256 * 1024;

/** Pages per answer. An agent may request any number of pages, and each answer is held in memory. */
export const MAX_PAGES_AT_ONCE = 8;

const SCHEME = "countersign:";
const RESULTS = `${SCHEME}//results/`;

/** URI at which the proposing agent reads a result that was too large for its action. */
export const resultUri = (actionId: string): string => `${RESULTS}${actionId}`;

/** Whether a URI belongs to the gate, even if an upstream lists it. */
export const isOwnUri = (uri: string): boolean => uri.toLowerCase().startsWith(SCHEME);

/** Returns the action a URI names and the page, counted from 1. Undefined if the URI is not one of ours. */
export function readResultUri(uri: string): { actionId: string; page: number | undefined } | undefined {
  if (!uri.startsWith(RESULTS)) return undefined;
  const [, actionId = "", page] = /^([A-Za-z0-9_-]{1,100})(?:\/([1-9]\d{0,5}))?$/.exec(uri.slice(RESULTS.length)) ?? [];
  return actionId === "" ? undefined : { actionId, page: page === undefined ? undefined : Number(page) };
}

/** Splits a text into pages that rejoin to the same text; no page ends inside a surrogate pair. */
export function pagesOf(text: string): string[] {
  const pages: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + PAGE_CHARS;
    const isWithin = /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") && end < text.length;
    pages.push(text.slice(at, isWithin ? end - 1 : end));
    at = isWithin ? end - 1 : end;
  }
  return pages;
}
