import type { QueryClient } from "@tanstack/react-query";

const LIST = 'meta[name="prefetch-when-idle"]';
const NO_IDLE_MS = 500;

let tell: () => void = () => undefined;

/** Resolves when the page has read what it shows first; loads after it do not delay the first rows. */
export const firstRead = new Promise<void>((resolve) => (tell = resolve));

/** Watches for the first read, then puts the files that the page names into the browser's cache. */
export function watchFirstRead(client: QueryClient): void {
  const check = (): void => {
    if (client.isFetching() > 0) return;
    stop();
    tell();
  };
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() === 0) whenIdle(check);
  });
  whenIdle(check);
  void firstRead.then(prefetch);
}

/**
 * So that opening an action or a dialog does not wait. The files are fetched, not imported: a browser repeats no failed import, and
 * here a failure is harmless. One after another, so that they hold up no request of the person.
 */
async function prefetch(): Promise<void> {
  const files = document.querySelector<HTMLMetaElement>(LIST)?.content.split(" ") ?? [];
  for (const file of files) await fetch(file, { priority: "low" }).catch(() => undefined);
}

/** Calls back when the browser has nothing to do; some browsers do not tell. */
const whenIdle = (callback: () => void): void =>
  void ("requestIdleCallback" in window ? requestIdleCallback(callback) : setTimeout(callback, NO_IDLE_MS));
