import type { ContentField, ContentState, ElementRevision } from "@countersign/protocol";
import { contentChanges, kindOf, type ContentChange } from "./content-changes.ts";

/** A part of an element that a proposal would change, somebody else changed meanwhile, or both. */
export interface ThreeWayPart {
  change: ContentChange;
  /** Values at the proposal, now, and as proposed. */
  states: readonly [ContentChange["before"], ContentChange["before"], ContentChange["before"]];
  isProposed: boolean;
  isTouched: boolean;
}

/** Compares three states of one element part by part; omits what neither side changed. */
export function threeWayParts(
  fields: readonly ContentField[],
  then: ContentState | null,
  now: ContentState | null,
  proposed: ContentState | null,
): ThreeWayPart[] {
  // Against an empty state, only parts with a value are listed, so the three maps may have different keys.
  const parts = (state: ContentState | null): Map<string, ContentChange> =>
    new Map(contentChanges(fields, null, state).map((change) => [keyOf(change), change]));
  const sides = [parts(then), parts(now), parts(proposed)] as const;
  const order = [...new Set(sides.flatMap((side) => [...side.keys()]))];
  return order.flatMap((key): ThreeWayPart[] => {
    const change = sides.map((side) => side.get(key)).find((one) => one !== undefined);
    const [was, is, wanted] = sides.map((side) => side.get(key)?.after);
    const isTouched = kindOf(was, is) !== "same";
    const isProposed = kindOf(was, wanted) !== "same";
    if (!change || (!isTouched && !isProposed)) return [];
    return [{ change, states: [was, is, wanted], isProposed, isTouched }];
  });
}

const keyOf = ({ part, name }: ContentChange): string => `${part} ${name}`;

/** Returns the newest revision after the proposal that changed a part. `revisions` must be newest first. */
export function touchedIn(
  revisions: readonly ElementRevision[],
  since: number,
  part: Pick<ContentChange, "part" | "name">,
): ElementRevision | undefined {
  return revisions.find((revision, index) => {
    const before = revisions[index + 1];
    return revision.revision > since && before !== undefined && kindOf(read(before, part), read(revision, part)) !== "same";
  });
}

function read(revision: ElementRevision, { part, name }: Pick<ContentChange, "part" | "name">): ContentChange["before"] {
  if (part === "path") return revision.path;
  if (part === "tags") return [...revision.tags].sort();
  if (part === "published") return revision.published === revision.revision;
  return Object.hasOwn(revision.value, name) ? revision.value[name] : undefined;
}
