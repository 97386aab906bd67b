import { createContext, useContext, useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { strings } from "../strings/ui.tsx";

/** Report of one piece of a page; unmounted pieces have none. */
export interface Piece {
  /** Number of collapsed pieces in it that nobody opened yet. */
  unopened?: number;
  /** Number of those that hide a rest never shown, rather than unchanged content. */
  rest?: number;
  /** The content is not on the screen yet. */
  isDrawing?: boolean;
  /** Short name of what could not be drawn. */
  fault?: string;
  /** Part whose content is on the screen, and the digest it was drawn from. */
  drawn?: { part: string; of: string };
}

/** Reports of all pieces of one action combined. */
export interface Reviewed {
  unopened: number;
  rest: number;
  isDrawing: boolean;
  faults: readonly string[];
  drawn: readonly { part: string; of: string }[];
}

/** Content of one action that is on the screen, as reported by each piece. */
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
 * Returns why an action cannot be approved yet: a part needed for the verdict cannot be drawn, or is not on the screen for
 * digest `of`. Undefined if all parts are drawn; a part without a report is not drawn.
 */
export function findUndrawn({ isDrawing, faults, drawn }: Reviewed, parts: readonly string[], of: string): string | undefined {
  const [fault] = faults;
  if (fault !== undefined) return strings.approval.faulty(fault);
  const missing = parts.find((part) => !drawn.some((one) => one.part === part && one.of === of));
  if (missing !== undefined) return strings.approval.missing(missing);
  return isDrawing ? strings.approval.drawing : undefined;
}

/** Reports for the nearest review; null outside of one. */
export const ReviewPartsContext = createContext<ReviewParts | null>(null);

/** Creates the value for `ReviewPartsContext`. */
export const useReviewParts = (): ReviewParts => useState(createReviewParts)[0];

/** Reports, for a collapsible piece, how much of it is unopened, and how much of that is a rest never shown. */
export function useReportUnopened(unopened: number, rest = 0): void {
  const parts = useContext(ReviewPartsContext);
  const id = useId();
  useEffect(() => {
    parts?.report(id, unopened > 0 ? { unopened, rest } : null);
    return () => parts?.report(id, null);
  }, [parts, id, unopened, rest]);
}

/** Reports, for a piece whose content loads later (a picture), whether it is still being drawn. Approval waits for it. */
export function useReportDrawing(isDrawing: boolean, fault?: string): void {
  const parts = useContext(ReviewPartsContext);
  const id = useId();
  // A layout effect, before the page is painted: no button may find the part drawn and its content missing.
  useLayoutEffect(() => {
    parts?.report(id, fault === undefined ? { isDrawing } : { fault });
    return () => parts?.report(id, null);
  }, [parts, id, isDrawing, fault]);
}

/** Reports that a part's content is on the screen, while it is mounted. */
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

/** State of the nearest context; empty without one. */
function useReviewed(): Reviewed {
  const parts = useContext(ReviewPartsContext);
  return useSyncExternalStore(parts?.watch ?? never, parts?.read ?? readNothing);
}

/** Unopened pieces in the nearest context; zero without one. */
export const useUnopenedCount = (): number => useReviewed().unopened;

/** Pieces in the nearest context that hide a rest never shown. */
export const useRestCount = (): number => useReviewed().rest;

/** Like `findUndrawn`, for the nearest context; without one, no part is drawn. */
export const useUndrawn = (parts: readonly string[], of: string): string | undefined => findUndrawn(useReviewed(), parts, of);

/** Marks the control that opens a part, so that `goToNextUnopened` can find it. */
export const UNOPENED = { "data-unopened": true } as const;

/** Scrolls to the next unopened part and focuses it. */
export function goToNextUnopened(root: ParentNode): void {
  const next = root.querySelector<HTMLElement>("[data-unopened]");
  next?.scrollIntoView({ block: "center" });
  next?.focus({ preventScroll: true });
}
