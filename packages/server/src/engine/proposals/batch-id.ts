import { newId } from "../new-id.ts";
import type { Item } from "./prepare-calls.ts";

/**
 * Batch of calls that name none: `{missionId}:{toolName}` if all are of one tool in one mission, so that the batch stays the
 * same across requests. A new id otherwise, and for calls under a checkpoint, which must not collect calls from outside it.
 */
export function batchIdOf(items: readonly Pick<Item, "missionId" | "toolName" | "checkpointId">[]): string {
  const [first] = items;
  const { missionId, toolName } = first ?? {};
  const isOne =
    missionId !== undefined &&
    items.every((item) => item.missionId === missionId && item.toolName === toolName && item.checkpointId === undefined);
  return isOne ? `${missionId}:${toolName}` : newId();
}
