import { skeletonOf } from "./skeleton.ts";

/** Names that suggest this product or its operators. */
const OURS = ["Countersign", "Administrator", "First administrator", "Admin", "System", "Policy", "Nobody"];

/** A user, agent or other holder of a name that must not be imitated. */
export interface Named {
  id: string;
  name: string;
}

/**
 * Returns why a display name cannot be used, or undefined: it looks like somebody else's name, or like one of the product's.
 * The holder `self` may keep its current name.
 */
export function findImitation(name: string, taken: readonly Named[], self?: string): string | undefined {
  const skeleton = skeletonOf(name);
  if (skeleton === "") return undefined;
  const like = taken.find((one) => one.id !== self && skeletonOf(one.name) === skeleton);
  if (like !== undefined) return `looks like another member's name, ${like.name}`;
  const ours = OURS.find((one) => skeletonOf(one) === skeleton);
  return ours === undefined ? undefined : `looks like a reserved name, ${ours}`;
}
