import { useCallback, useState } from "react";

/** Tracks which of many actions are opened, and which are fully on the screen. */
export function useShown() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const onOpen = useCallback((id: string) => setOpened((old) => new Set([...old, id])), []);
  const onShown = useCallback((id: string, isShown: boolean) => {
    setShown((old) => {
      if (old.has(id) === isShown) return old;
      const next = new Set(old);
      if (isShown) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  /** Includes actions that are still being read: they are opened once they have loaded. */
  const openAll = (ids: readonly string[]): void => setOpened(new Set([...opened, ...ids]));
  return { opened, shown, onOpen, onShown, openAll };
}
