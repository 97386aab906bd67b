import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { QueueLine } from "./group-rows.ts";
import { offsetsOf, rangeIn } from "./row-window.ts";

const ROW_PIXELS = 84;
const HEADING_PIXELS = 41;
const ROWS_AROUND = 8;

/** Which lines of a scrolling list are rendered, and where. Heights are estimated until a line is rendered, then measured. */
export function useRowWindow(lines: readonly QueueLine[]) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Index of a line that is being scrolled to, until its height is known. */
  const aim = useRef<number | null>(null);
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [view, setView] = useState({ top: 0, height: 0 });

  const offsets = useMemo(
    () => offsetsOf(lines, ({ key, kind }) => heights.get(key) ?? (kind === "heading" ? HEADING_PIXELS : ROW_PIXELS)),
    [lines, heights],
  );
  const range = rangeIn(offsets, view, ROWS_AROUND);

  const follow = (): void => {
    if (!frame.current) return;
    const now = { top: frame.current.scrollTop, height: frame.current.clientHeight };
    const next = rangeIn(offsets, now, ROWS_AROUND);
    if (next.from !== range.from || next.to !== range.to) setView(now);
  };

  /** Stores the heights of rendered lines; what is on the screen stays where it is when a line above it has another height. */
  const measure = (): boolean => {
    if (!frame.current || !list.current) return false;
    const { scrollTop } = frame.current;
    const others = otherHeights(list.current, offsets);
    if (others.length === 0) return false;
    const next = new Map(heights);
    let grown = 0;
    for (const { index, height, was } of others) {
      const key = lines[index]?.key;
      if (key !== undefined) next.set(key, height);
      if ((offsets[index] ?? 0) < scrollTop) grown += height - was;
    }
    setHeights(next);
    if (grown !== 0) frame.current.scrollTop = scrollTop + grown;
    return true;
  };

  const scrollTo = (index: number): void => {
    if (!frame.current) return;
    const { scrollTop, clientHeight } = frame.current;
    const [start = 0, end = 0] = offsets.slice(index, index + 2);
    if (start < scrollTop) frame.current.scrollTop = start;
    else if (end > scrollTop + clientHeight) frame.current.scrollTop = end - clientHeight;
    aim.current = index >= range.from && index < range.to ? null : index;
  };

  useLayoutEffect(() => {
    // Heights are known once lines are in the page; the second rendering comes before anything is painted.
    // oxlint-disable-next-line react/set-state-in-effect
    if (!measure() && aim.current !== null) scrollTo(aim.current);
    follow();
  });
  const observe = useSizes(() => {
    measure();
    follow();
  });
  useEffect(() => observe(frame.current), [observe]);

  return {
    frame,
    list,
    /** For the `ref` of each rendered line. */
    observe,
    /** For the frame's `onScroll`. */
    follow,
    scrollTo,
    height: offsets.at(-1) ?? 0,
    items: lines.slice(range.from, range.to).map((line, n) => {
      const index = range.from + n;
      return { line, index, start: offsets[index] ?? 0 };
    }),
  };
}

/** The rendered lines whose height is not the one they have in the list. */
function otherHeights(list: HTMLElement, offsets: readonly number[]): { index: number; height: number; was: number }[] {
  return [...list.children].flatMap((item) => {
    const index = Number(item.getAttribute("data-index"));
    const height = item instanceof HTMLElement ? item.offsetHeight : 0;
    const was = (offsets[index + 1] ?? 0) - (offsets[index] ?? 0);
    return height === 0 || height === was ? [] : [{ index, height, was }];
  });
}

/** Calls back whenever an observed element has another size. */
function useSizes(onChange: () => void) {
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  const observer = useRef<ResizeObserver>(null);
  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    observer.current ??= new ResizeObserver(() => latest.current());
    observer.current.observe(element);
    return () => observer.current?.unobserve(element);
  }, []);
}
