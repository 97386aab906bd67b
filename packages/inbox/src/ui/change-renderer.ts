import type { Json, Preview, Target } from "@countersign/protocol";
import type { ReactNode } from "react";
import type { DiffLayout } from "./diff-rows.tsx";
import type { ShortChange } from "./short-change.ts";

/** What is read of an action to draw its changes. */
export interface Proposed {
  preview: Preview;
  current: Json | null;
  proposed: Json | null;
}

/** A change that a renderer recognised. What it returns is drawn lazily, so it must be in a `DrawnPart`. */
export interface KnownChange {
  /** One line per changed field; null for a field that does not fit on one. */
  shortLines(): (ShortChange | null)[];
  /** The whole change. `actionId` is null for unsaved edits, of which the server has no page. */
  whole(actionId: string | null, layout: DiffLayout): ReactNode;
  /** What is different from an earlier proposal for the same target; null if that is no change of this kind. */
  since(former: Proposed, layout: DiffLayout): ReactNode | null;
  /** The target when the call was proposed, now, and as proposed; null if the target is not of this kind now. */
  threeStates(target: Target, layout: DiffLayout): ReactNode | null;
}

/** What a preview says about the target, for a row of a table. */
export interface KnownTarget {
  kind: ReactNode;
  path: string;
  /** Title of a field; its name if it has none. */
  titleOf(field: string): string;
}

/**
 * Draws the changes of one kind of target, e.g. an element of content, better than field by field. A preview may contain anything
 * that a tool writes into it, so a renderer checks all of it.
 */
export interface ChangeRenderer {
  /** Key of the preview whose value the renderer draws. Other parts of the preview are shown besides. */
  previewKey: string;
  read(of: Proposed): KnownChange | null;
  readTarget(preview: Preview): KnownTarget | null;
}

const renderers: ChangeRenderer[] = [];

/** Adds a renderer, once at the start of the page. */
export const addChangeRenderer = (renderer: ChangeRenderer): void => void renderers.push(renderer);

/** Returns the change as the first renderer that recognises it, with the key of the preview that it draws; null if none does. */
export function readChange(of: Proposed): (KnownChange & { previewKey: string }) | null {
  for (const renderer of renderers) {
    const change = renderer.read(of);
    if (change) return { ...change, previewKey: renderer.previewKey };
  }
  return null;
}

export function readTarget(preview: Preview): KnownTarget | null {
  for (const renderer of renderers) {
    const target = renderer.readTarget(preview);
    if (target) return target;
  }
  return null;
}
