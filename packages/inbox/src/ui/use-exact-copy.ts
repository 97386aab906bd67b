import { useEffect } from "react";

/**
 * Copies what is selected character by character. Left to itself a browser puts plain spaces in the place of spaces that
 * do not break. Fields copy by themselves.
 */
export function useExactCopy(): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => {
      const selected = getSelection();
      if (event.defaultPrevented || !selected || selected.isCollapsed || isField(event.target)) return;
      event.clipboardData?.setData("text/plain", selected.toString());
      event.preventDefault();
    };
    document.addEventListener("copy", copy);
    return () => document.removeEventListener("copy", copy);
  }, []);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
