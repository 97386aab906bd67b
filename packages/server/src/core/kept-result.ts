/** Characters of a page, as a model can read them in one answer; 256 Ki characters are at most 1 MiB. */
const PAGE_CHARS = 256 * 1024;

/** An agent reads a result of more pages page by page: it may ask as often as it likes, and each answer is held in memory. */
export const MAX_PAGES_AT_ONCE = 8;

const SCHEME = "countersign:";
const RESULTS = `${SCHEME}//results/`;

/** Where the proposing agent reads the result of an action that was too large for it. */
export const resultUri = (actionId: string): string => `${RESULTS}${actionId}`;

/** Names something of ours, whatever an upstream lists. */
export const isOwnUri = (uri: string): boolean => uri.toLowerCase().startsWith(SCHEME);

/** The action a URI names, and the page, counted from 1. */
export function readResultUri(uri: string): { actionId: string; page: number | undefined } | undefined {
  if (!uri.startsWith(RESULTS)) return undefined;
  const [, actionId = "", page] = /^([A-Za-z0-9_-]{1,100})(?:\/([1-9]\d{0,5}))?$/.exec(uri.slice(RESULTS.length)) ?? [];
  return actionId === "" ? undefined : { actionId, page: page === undefined ? undefined : Number(page) };
}

/** A text in pages that give it back when joined; none ends within a character. */
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
