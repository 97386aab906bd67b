import { createContext, useContext, useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from "react";

/** What one piece of a page says of itself. A piece that is gone says nothing. */
export interface Piece {
  /** Collapsed pieces in it that nobody opened yet. */
  unopened?: number;
  /** How many of those hold back a rest that was never shown, rather than what does not change. */
  rest?: number;
  /** Its content is not on the screen yet. */
  isDrawing?: boolean;
  /** What could not be drawn, in a word. */
  fault?: string;
  /** The part whose content is on the screen, and the digest it was drawn of. */
  drawn?: { part: string; of: string };
}

/** All pieces of one action together. */
export interface Reviewed {
  unopened: number;
  rest: number;
  isDrawing: boolean;
  faults: readonly string[];
  drawn: readonly { part: string; of: string }[];
}

/** What of one action is on the screen, reported by each piece itself. */
export interface ReviewParts {
  report(id: string, piece: Piece | null): void;
  watch(changed: () => void): () => void;
  read(): Reviewed;
}

const NOTHING: Reviewed = { unopened: 0, rest: 0, isDrawing: false, faults: [], drawn: [] };

export function createReviewParts(): ReviewParts {
  const pieces = new Map<string, Piece>();
  const watchers = new Set<() => void>();
  let all = NOTHING;
  return {
    report(id, piece) {
      if (piece) pieces.set(id, piece);
      else pieces.delete(id);
      const said = [...pieces.values()];
      all = {
        unopened: said.reduce((sum, { unopened = 0 }) => sum + unopened, 0),
        rest: said.reduce((sum, { rest = 0 }) => sum + rest, 0),
        isDrawing: said.some(({ isDrawing }) => isDrawing === true),
        faults: said.flatMap(({ fault }) => (fault === undefined ? [] : [fault])),
        drawn: said.flatMap(({ drawn }) => (drawn ? [drawn] : [])),
      };
      for (const changed of watchers) changed();
    },
    watch(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    read: () => all,
  };
}

/**
 * Why an action cannot be approved yet: a part that its verdict rests on is not on the screen as `of` names it, or cannot be
 * drawn. Undefined where all of it is drawn. A part that says nothing is not drawn.
 */
export function findUndrawn({ isDrawing, faults, drawn }: Reviewed, parts: readonly string[], of: string): string | undefined {
  const [fault] = faults;
  if (fault !== undefined) return `“${fault}” could not be drawn, so it cannot be approved here`;
  const missing = parts.find((part) => !drawn.some((one) => one.part === part && one.of === of));
  if (missing !== undefined) return `Waits until all of it is drawn: ${missing}`;
  return isDrawing ? "Waits until all of it is drawn" : undefined;
}

/** Null where nothing is reviewed. */
export const ReviewPartsContext = createContext<ReviewParts | null>(null);

/** A record of its own, for the context. */
export const useReviewParts = (): ReviewParts => useState(createReviewParts)[0];

/** For a piece that can be collapsed: how much of it nobody has opened yet, and how much of that is a rest never shown. */
export function useReportUnopened(unopened: number, rest = 0): void {
  const parts = useContext(ReviewPartsContext);
  const id = useId();
  useEffect(() => {
    parts?.report(id, unopened > 0 ? { unopened, rest } : null);
    return () => parts?.report(id, null);
  }, [parts, id, unopened, rest]);
}

/** For a piece whose content comes later than itself, such as a picture. Approval waits while it is being drawn. */
export function useReportDrawing(isDrawing: boolean, fault?: string): void {
  const parts = useContext(ReviewPartsContext);
  const id = useId();
  // Before the page is painted: at no moment does a button find the part drawn and its content missing.
  useLayoutEffect(() => {
    parts?.report(id, fault === undefined ? { isDrawing } : { fault });
    return () => parts?.report(id, null);
  }, [parts, id, isDrawing, fault]);
}

/** Says that a part's content is on the screen, as long as it is. */
export function useReportDrawn(part: string, of: string): void {
  const parts = useContext(ReviewPartsContext);
  const id = useId();
  useLayoutEffect(() => {
    parts?.report(id, { drawn: { part, of } });
    return () => parts?.report(id, null);
  }, [parts, id, part, of]);
}

const never = (): (() => void) => () => undefined;
const readNothing = (): Reviewed => NOTHING;

/** What the nearest context knows; nothing where there is none. */
function useReviewed(): Reviewed {
  const parts = useContext(ReviewPartsContext);
  return useSyncExternalStore(parts?.watch ?? never, parts?.read ?? readNothing);
}

/** The count of the nearest context, zero where there is none. */
export const useUnopenedCount = (): number => useReviewed().unopened;

/** How many pieces of the nearest context hold back a rest that was never shown. */
export const useRestCount = (): number => useReviewed().rest;

/** Like `findUndrawn`, for the nearest context; where there is none, no part is drawn. */
export const useUndrawn = (parts: readonly string[], of: string): string | undefined => findUndrawn(useReviewed(), parts, of);

/** Marks the control that opens a part, so that the next one can be found. */
export const UNOPENED = { "data-unopened": true } as const;

/** Brings the next part that was not opened under the eyes and the keyboard. */
export function goToNextUnopened(root: ParentNode): void {
  const next = root.querySelector<HTMLElement>("[data-unopened]");
  next?.scrollIntoView({ block: "center" });
  next?.focus({ preventScroll: true });
}
