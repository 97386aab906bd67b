import { createContext, useContext, useEffect, useId, useState, useSyncExternalStore } from "react";

/** How many collapsed parts of a page were not opened yet. */
export interface UnopenedParts {
  /** A part says how many it still holds back; zero once it is gone or open. */
  report(part: string, amount: number): void;
  watch(changed: () => void): () => void;
  read(): number;
}

function createUnopenedParts(): UnopenedParts {
  const amounts = new Map<string, number>();
  const watchers = new Set<() => void>();
  let total = 0;
  return {
    report(part, amount) {
      if (amount > 0) amounts.set(part, amount);
      else amounts.delete(part);
      total = [...amounts.values()].reduce((sum, one) => sum + one, 0);
      for (const changed of watchers) changed();
    },
    watch(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    read: () => total,
  };
}

/** Null where nobody counts. */
export const UnopenedContext = createContext<UnopenedParts | null>(null);

/** A count of its own, for the context. */
export const useUnopenedParts = (): UnopenedParts => useState(createUnopenedParts)[0];

/** For a part that can be collapsed: how many pieces of it nobody has opened yet. */
export function useReportUnopened(amount: number): void {
  const parts = useContext(UnopenedContext);
  const id = useId();
  useEffect(() => {
    parts?.report(id, amount);
    return () => parts?.report(id, 0);
  }, [parts, id, amount]);
}

const never = (): (() => void) => () => undefined;

/** The count of the nearest context, zero where there is none. */
export function useUnopenedCount(): number {
  const parts = useContext(UnopenedContext);
  return useSyncExternalStore(parts?.watch ?? never, parts?.read ?? (() => 0));
}

/** Marks the control that opens a part, so that the next one can be found. */
export const UNOPENED = { "data-unopened": true } as const;

/** Brings the next part that was not opened under the eyes and the keyboard. */
export function goToNextUnopened(root: ParentNode): void {
  const next = root.querySelector<HTMLElement>("[data-unopened]");
  next?.scrollIntoView({ block: "center" });
  next?.focus({ preventScroll: true });
}
