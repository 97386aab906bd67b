import type { ActionSummary } from "@countersign/protocol";
import { InvalidDecision } from "./read-edits.ts";

/** One action as it was on the screen. */
export interface Shown {
  pendingActionId: string;
  digest: string;
}

/**
 * Encodes the shown actions, in order and with their digests: decisions come back with this id and by position only. A forged
 * id gains nothing: it grants no right, and the server rejects a digest that is not current.
 */
export const nameShown = (actions: readonly Pick<ActionSummary, "id" | "digest">[]): string =>
  actions.map(({ id, digest }) => `${id}.${digest}`).join("~");

export function readShown(name: unknown): Shown[] {
  const parts =
    typeof name === "string" ? name.split("~").map((part) => /^([\w-]{1,100})\.([0-9a-f]{64})$/.exec(part)) : [null];
  if (parts.includes(null))
    throw new InvalidDecision("The interrupt's id was not created by Countersign. Send the id back unchanged.");
  return parts.map((match) => ({ pendingActionId: match![1]!, digest: match![2]! }));
}
