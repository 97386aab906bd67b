import { Button, type ButtonProps } from "@mantine/core";
import { useRef, type MouseEventHandler, type ReactNode, useEffect, useState, type RefObject } from "react";
import { strings } from "../strings/ui.tsx";
import { useEmbedded } from "./embedding.ts";
import { useStopped } from "./stopped.ts";

interface Props extends ButtonProps {
  "aria-label"?: string;
  /** From `useArmed`. */
  armed: boolean;
  /** Why the button is disabled; shown as its title. */
  blockedBy?: string | undefined;
  /** Whether the decision lets something run; nothing is approved during an emergency stop. */
  isApproval?: boolean;
  onClick: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}

/**
 * A button that changes something. It is never a form's default button, a held key presses it once, and it ignores clicks until
 * armed. In a frame it also ignores clicks while the embedding page covers it.
 */
export function DecideButton({ armed, blockedBy, isApproval = false, onClick, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const isCovered = useCovered(button, useEmbedded());
  const stopped = useStopped() && isApproval ? strings.approval.stopped : undefined;
  const reason = stopped ?? blockedBy ?? (isCovered ? strings.approval.covered : undefined);
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
  /** Set by browsers that track visibility: true if nothing covers the element or makes it transparent. */
  isVisible?: boolean;
}

const LOOK_MS = 100;
/** Not in the standard yet; Chromium browsers have it. Other browsers ignore it and never report an element as covered. */
const OPTIONS = { threshold: 1, delay: LOOK_MS, trackVisibility: true };

/**
 * Whether the embedding page covers this element or makes it transparent, as clickjacking does. Checked only if `isAsked`.
 * False where the browser cannot tell; there, the other conditions of a decision have to suffice.
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
