import { useEffect, useEffectEvent } from "react";
import { isMeant } from "./is-meant.ts";
import { useShortcutChoice } from "./use-shortcut-choice.ts";

/** What each key does: `j`, `?`, or `mod+k` for Ctrl or Cmd with a key. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Listens for keys while mounted, unless the person turned them off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const [on] = useShortcutChoice();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isMeant(event)) return;
    const name = event.ctrlKey || event.metaKey ? `mod+${event.key.toLowerCase()}` : event.key;
    if (!Object.hasOwn(shortcuts, name)) return;
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
