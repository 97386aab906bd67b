import type { Page } from "@playwright/test";

/** The parts of the browser's elements that are read; these tests are typed without a browser's globals. */
interface Scrolled {
  tagName: string;
  className: unknown;
  scrollHeight: number;
  clientHeight: number;
  parentElement: Scrolled | null;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { top: number; bottom: number; width: number };
}
interface Window {
  innerHeight: number;
  document: { documentElement: Scrolled; body: Scrolled; querySelectorAll(of: string): Iterable<Scrolled> };
  getComputedStyle(of: Scrolled): { overflowY: string; visibility: string };
}

/**
 * Tall elements that scroll inside something that scrolls as well, so that a person sees two scroll bars for one content. A box
 * of code that is lower than half of the window is none, nor is a text field, which scrolls by what is written in it.
 */
export const nestedScrollBars = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { innerHeight, document, getComputedStyle } = globalThis as unknown as Window;
    const { documentElement: root, body } = document;
    const isOverfull = ({ scrollHeight, clientHeight }: Scrolled): boolean => scrollHeight > clientHeight + 1;
    // A dialog keeps the page behind it from scrolling by a style of the body.
    const isLocked = [root, body].some((element) => getComputedStyle(element).overflowY === "hidden");
    const scrolls = (element: Scrolled): boolean =>
      isOverfull(element) && (element === root ? !isLocked : /^(auto|scroll)$/.test(getComputedStyle(element).overflowY));
    const isTall = (element: Scrolled): boolean => {
      const { top, bottom } = element.getBoundingClientRect();
      const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return seen > innerHeight / 2 && getComputedStyle(element).visibility !== "hidden";
    };
    const around = (element: Scrolled): Scrolled[] =>
      element.parentElement ? [element.parentElement, ...around(element.parentElement)] : [];
    const nameOf = ({ tagName, className, scrollHeight, clientHeight }: Scrolled): string =>
      `${tagName.toLowerCase()}.${String(className)} (${scrollHeight} in ${clientHeight} px)`;
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.tagName !== "TEXTAREA" && scrolls(element) && isTall(element))
      .flatMap((element) =>
        around(element)
          .filter(scrolls)
          .map((outer) => `${nameOf(element)} in ${nameOf(outer)}`),
      );
  });

/** Names or classes of all elements that a person sees a vertical scroll bar of, the page included, without text fields. */
export const verticalScrollBars = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as Window;
    const { documentElement: root } = document;
    return [root, ...document.querySelectorAll("body *")]
      .filter((element) => {
        const { overflowY, visibility } = getComputedStyle(element);
        const isScroller = element === root ? overflowY !== "hidden" : /^(auto|scroll)$/.test(overflowY);
        const { top, bottom, width } = element.getBoundingClientRect();
        const isSeen = visibility !== "hidden" && width > 0 && bottom > top;
        return element.tagName !== "TEXTAREA" && isScroller && isSeen && element.scrollHeight > element.clientHeight + 1;
      })
      .map((element) => element.getAttribute("aria-label") ?? `${element.tagName.toLowerCase()}.${String(element.className)}`);
  });
