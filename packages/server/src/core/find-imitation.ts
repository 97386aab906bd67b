import { skeletonOf } from "./skeleton.ts";

/** Names that speak for this product or for those who run it. */
const OURS = ["Countersign", "Administrator", "First administrator", "Admin", "System", "Policy", "Nobody"];

/** Somebody or something whose name another one must not pass for. */
export interface Named {
  id: string;
  name: string;
}

/**
 * Says why a display name cannot be given, or nothing where it can: it passes for somebody else's, or for ours. `self` may go on
 * having the name it has.
 */
export function findImitation(name: string, taken: readonly Named[], self?: string): string | undefined {
  const skeleton = skeletonOf(name);
  if (skeleton === "") return undefined;
  const like = taken.find((one) => one.id !== self && skeletonOf(one.name) === skeleton);
  if (like !== undefined) return `reads like the name of somebody else here, ${like.name}`;
  const ours = OURS.find((one) => skeletonOf(one) === skeleton);
  return ours === undefined ? undefined : `reads like a name of the product's own, ${ours}`;
}
