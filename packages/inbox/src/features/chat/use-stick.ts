import { useCallback, useEffect, useRef, useState, type RefObject } from "react";

/** Distance within which the scroller counts as being at its end. */
const NEAR_PX = 48;

/** Keeps the end visible while content is added, unless the person has scrolled up to read. */
export function useStick(scroller: RefObject<HTMLElement | null>) {
  const sticks = useRef(true);
  const [isAway, setIsAway] = useState(false);
  const goToEnd = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    sticks.current = true;
    element.scrollTo({ top: element.scrollHeight });
    setIsAway(false);
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let height = 0;
    const look = (): void => {
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
      // The end moved because content grew or shrank; the person did not scroll.
      if (!atEnd && element.scrollHeight !== height && sticks.current) return;
      sticks.current = atEnd;
      setIsAway(!atEnd);
    };
    const follow = new ResizeObserver(() => {
      height = element.scrollHeight;
      if (sticks.current) element.scrollTo({ top: height });
    });
    follow.observe(element);
    for (const child of element.children) follow.observe(child);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      follow.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller]);
  return { isAway, goToEnd };
}
