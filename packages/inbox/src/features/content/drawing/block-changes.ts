import type { Json, JsonObject } from "@countersign/protocol";
import { sameJson } from "../../../ui/diff/field-changes.ts";
import { isObject } from "../../../ui/diff/json.ts";

/** One block of a document before and after; positions count from 1. */
export interface BlockChange {
  id: string;
  type: string;
  kind: "added" | "removed" | "changed" | "same";
  /** Whether the block's order changed relative to the other blocks that are on both sides. */
  moved: boolean;
  was: number | null;
  is: number | null;
  before: JsonObject | undefined;
  after: JsonObject | undefined;
}

/** Blocks in their new order, removed ones where they were. Null if a side is not a list of blocks with ids of their own. */
export function blockChanges(before: Json | undefined, after: Json | undefined): BlockChange[] | null {
  const old = readBlocks(before);
  const fresh = readBlocks(after);
  if (!old || !fresh) return null;
  const oldIds = [...old.keys()];
  const places = new Map(oldIds.map((id, index) => [id, index]));
  const common = [...fresh.keys()].filter((id) => old.has(id));
  const stayed = longestRise(common.map((id) => places.get(id) ?? 0));
  const changes = [...fresh].map(([id, block], index): BlockChange => {
    const was = old.get(id);
    const type = String(block["type"] ?? "");
    if (!was) return { id, type, kind: "added", moved: false, was: null, is: index + 1, before: undefined, after: block };
    const at = places.get(id) ?? 0;
    const kind = sameJson(was, block) ? "same" : "changed";
    return { id, type, kind, moved: !stayed.has(at), was: at + 1, is: index + 1, before: was, after: block };
  });
  for (const [index, id] of oldIds.entries()) {
    const block = old.get(id);
    if (fresh.has(id) || !block) continue;
    const above = oldIds.slice(0, index).findLast((one) => changes.some((change) => change.id === one && !change.moved));
    const place = above === undefined ? 0 : changes.findIndex((change) => change.id === above) + 1;
    const type = String(block["type"] ?? "");
    changes.splice(place, 0, {
      id,
      type,
      kind: "removed",
      moved: false,
      was: index + 1,
      is: null,
      before: block,
      after: undefined,
    });
  }
  return changes;
}

function readBlocks(value: Json | undefined): Map<string, JsonObject> | null {
  const blocks = new Map<string, JsonObject>();
  for (const block of Array.isArray(value) ? value : value === undefined || value === null ? [] : [null]) {
    if (!isObject(block) || typeof block["id"] !== "string" || blocks.has(block["id"])) return null;
    blocks.set(block["id"], block);
  }
  return blocks;
}

/** Returns a longest increasing subsequence: the items that did not have to move. Each number must occur once. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const best: { length: number; from: number }[] = [];
  let end = -1;
  for (const [index, number] of numbers.entries()) {
    let entry = { length: 1, from: -1 };
    for (let earlier = 0; earlier < index; earlier += 1) {
      const length = (best[earlier]?.length ?? 0) + 1;
      if ((numbers[earlier] ?? 0) < number && length > entry.length) entry = { length, from: earlier };
    }
    best.push(entry);
    if (entry.length > (best[end]?.length ?? 0)) end = index;
  }
  const rise = new Set<number>();
  for (let index = end; index >= 0; index = best[index]?.from ?? -1) rise.add(numbers[index] ?? 0);
  return rise;
}
