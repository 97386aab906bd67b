import { Button, type ButtonProps } from "@mantine/core";
import { useRef, type MouseEventHandler, type ReactNode, useEffect, useState, type RefObject } from "react";
import { useEmbedded } from "./embedding.ts";

interface Props extends ButtonProps {
  /** From `useArmed`. */
  armed: boolean;
  /** Why it cannot be pressed yet; the button then says so. */
  blockedBy?: string | undefined;
  onClick: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}

/**
 * A button that changes something. It is never a default one, a held key presses it once, and it is deaf until armed. In a
 * frame it is deaf too while the page around covers it.
 */
export function DecideButton({ armed, blockedBy, onClick, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const isCovered = useCovered(button, useEmbedded());
  const reason = blockedBy ?? (isCovered ? "Not wholly in sight: scroll to it, or open it in the inbox" : undefined);
  return (
    <Button
      ref={button}
      type="button"
      {...rest}
      disabled={reason !== undefined}
      title={reason}
      aria-disabled={!armed || undefined}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={(event) => {
        if (armed && !isCovered) onClick(event);
      }}
    />
  );
}

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
function useCovered(element: RefObject<Element | null>, isAsked: boolean): boolean {
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
