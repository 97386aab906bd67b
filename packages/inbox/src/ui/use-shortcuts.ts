import { useLocalStorage } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";

/** Whether single-key shortcuts are on; stored in this browser. People who use speech input turn them off. */
export const useShortcutChoice = () =>
  useLocalStorage<boolean>({ key: "countersign-shortcuts", defaultValue: true, getInitialValueInEffect: false });

/** Handlers by key: `j`, `?`, or `mod+k` for Ctrl or Cmd with a key. */
type Shortcuts = Readonly<Record<string, () => void>>;

/** Listens for keys while mounted, unless the person turned shortcuts off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const [on] = useShortcutChoice();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isChord = event.ctrlKey || event.metaKey;
    // On a Mac, Ctrl with a letter edits text.
    if (isChord && (IS_MAC ? event.ctrlKey : event.metaKey)) return;
    const name = isChord ? `mod+${event.key.toLowerCase()}` : event.key;
    // First, as it also notes what is typed into fields.
    if (!isMeant(event, isChord) || !Object.hasOwn(shortcuts, name)) return;
    event.preventDefault();
    shortcuts[name]?.();
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [on]);
}

export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** A key press this soon after typing counts as typing, even if the field or dialog is already closed. */
const AFTER_TYPING_MS = 500;
/** Keys that repeat while held; every other key acts once. */
const REPEATING = new Set(["j", "k"]);
const TYPED_IN = 'textarea, select, [contenteditable]:not([contenteditable="false"]), input';
const NOT_TYPED_IN = 'input:is([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';
const OVERLAYS = '[role="dialog"], [role="alertdialog"], dialog[open], [popover]:popover-open';

let typedAt = -Infinity;

/**
 * Whether a key press is a shortcut: not while a dialog is open, and, other than with Ctrl or Cmd, not typed into a field and not
 * right after typing.
 */
function isMeant(event: KeyboardEvent, isChord: boolean): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  if (isChord) return !event.repeat && !event.shiftKey && document.querySelector(OVERLAYS) === null;
  const inField = event.target instanceof Element && event.target.closest(TYPED_IN) && !event.target.matches(NOT_TYPED_IN);
  if (inField || document.querySelector(OVERLAYS)) {
    if (event.key !== "Escape") typedAt = event.timeStamp;
    return false;
  }
  if (event.repeat && !REPEATING.has(event.key)) return false;
  return event.timeStamp - typedAt > AFTER_TYPING_MS;
}
