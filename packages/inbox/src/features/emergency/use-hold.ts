import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from "react";

/** How long a button is held until it acts; shorter presses are clicks. */
export const HOLD_MS = 800;

interface Options {
  /** Whether holding does nothing; a held button then counts as clicked. */
  isOff: boolean;
  onHeld: () => void;
  /** Called after a short press. Keyboards and screen readers cannot hold a button, so their presses count as short. */
  onClick: () => void;
}

/** Handlers of a button that acts when it is held down with the main button of the mouse, a finger or a pen. */
export function useHold({ isOff, onHeld, onClick }: Options) {
  const [isHeld, setIsHeld] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const hasActed = useRef(false);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const letGo = (): void => {
    window.clearTimeout(timer.current);
    setIsHeld(false);
  };
  const press = (event: PointerEvent<HTMLElement>): void => {
    hasActed.current = false;
    // A second finger is no press of its own.
    if (isOff || event.button !== 0 || !event.isPrimary) return;
    // Otherwise a finger that slides off the button would still hold it, other than a mouse.
    if (event.currentTarget.hasPointerCapture(event.pointerId)) event.currentTarget.releasePointerCapture(event.pointerId);
    window.clearTimeout(timer.current);
    setIsHeld(true);
    timer.current = window.setTimeout(() => {
      hasActed.current = true;
      setIsHeld(false);
      onHeld();
    }, HOLD_MS);
  };
  return {
    isHeld,
    handlers: {
      onPointerDown: press,
      onPointerUp: letGo,
      onPointerLeave: letGo,
      onPointerCancel: letGo,
      // A long press opens the browser's menu on phones.
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      onClick: ({ detail }: MouseEvent) => {
        // Letting go after a hold is a click, too. Keys and screen readers press without a pointer, which `detail` 0 tells.
        if (!hasActed.current || detail === 0) onClick();
        hasActed.current = false;
      },
    },
  };
}
