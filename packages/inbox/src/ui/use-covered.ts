import { useEffect, useState, type RefObject } from "react";

interface Seen extends IntersectionObserverEntry {
  /** Where the browser looks for it: nothing lies over the element, and nothing makes it see-through. */
  isVisible?: boolean;
}

const LOOK_MS = 100;
/** Not yet in the standard, but in every browser on Chromium. Others ignore it and never call anything covered. */
const OPTIONS = { threshold: 1, delay: LOOK_MS, trackVisibility: true };

/**
 * Whether the page around a frame lies over this element or makes it see-through: how a click is stolen. Only looked at where
 * `isAsked`; where the browser cannot tell, the answer is no, and what else is asked of a decision has to do.
 */
export function useCovered(element: RefObject<Element | null>, isAsked: boolean): boolean {
  const [isCovered, setIsCovered] = useState(isAsked && canTell());
  useEffect(() => {
    if (!isAsked || !canTell() || !element.current) return;
    const observer = new IntersectionObserver((entries: Seen[]) => setIsCovered(entries.at(-1)?.isVisible !== true), OPTIONS);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isAsked]);
  return isCovered;
}

const canTell = (): boolean => "isVisible" in IntersectionObserverEntry.prototype;
