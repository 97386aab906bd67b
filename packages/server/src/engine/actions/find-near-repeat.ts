import type { Action, JsonObject } from "@countersign/protocol";
import { likeness, NEAR_LIKENESS } from "../../core/likeness.ts";
import { normalInput } from "../../core/normal-input.ts";
import type { Database } from "../../store/database.ts";
import { findNearRejections } from "../../store/statements/near-rejections.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";

/** Returns the newest rejected call that this pending action nearly repeats, for reviewers. Refuses nothing. */
export async function findNearRepeat(
  { kysely }: Database,
  row: StoredAction,
): Promise<NonNullable<Action["nearRepeatOf"]> | null> {
  const read = (text: string): JsonObject => normalInput(JSON.parse(text) as JsonObject);
  const rejections = await findNearRejections(kysely, row);
  const input = rejections.length > 0 ? read(row.toolInput) : {};
  const near = rejections.find(({ toolInput }) => likeness(read(toolInput), input) >= NEAR_LIKENESS);
  if (!near) return null;
  const { id, at, byKind, byId, byName, reason } = near;
  return { pendingActionId: id, at: at.toISOString(), by: { kind: byKind, id: byId, name: byName ?? byId }, reason };
}
