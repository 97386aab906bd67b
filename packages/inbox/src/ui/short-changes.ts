import type { Json, JsonObject } from "@countersign/protocol";
import { strings } from "../strings/code.tsx";
import { hasChanges, previewOf } from "./action-parts.ts";
import { readChange, type Proposed } from "./change-renderer.ts";
import { lineOf, type ShortChange } from "./short-change.ts";
import { fieldChanges } from "./diff/field-changes.ts";
import { isObject } from "./diff/json.ts";

interface Changed extends Proposed {
  /** Undefined if the action was read as one of many. */
  effectiveInput?: JsonObject;
}

const MAX_LINES = 6;

/**
 * Summarises what an action changes, one line per field; for a call that names no changes, its input. `isWhole` is false if a
 * field, a line or a preview is left out, so that the whole must be opened.
 */
export function shortChanges(action: Changed): { lines: ShortChange[]; isWhole: boolean } {
  const all = hasChanges(action) ? changesOf(action) : inputOf(action.effectiveInput ?? {});
  const lines = all.filter((line) => line !== null).slice(0, MAX_LINES);
  return { lines, isWhole: lines.length === all.length && lines.length > 0 && previewOf(action) === null };
}

/** Null for each change that does not fit on a line. */
function changesOf(action: Changed): (ShortChange | null)[] {
  const known = readChange(action);
  if (known) return known.shortLines();
  // For a new or removed target, each field is compared with nothing.
  const { current, proposed } = action;
  const before = current === null && isObject(proposed ?? undefined) ? {} : (current ?? undefined);
  const after = proposed === null && isObject(current ?? undefined) ? {} : (proposed ?? undefined);
  return fieldChanges(before, after)
    .filter(({ kind }) => kind !== "same")
    .map((change) => lineOf(change.path.join(" › ") || strings.values.content, textOf(change.before), textOf(change.after)));
}

const inputOf = (input: JsonObject): (ShortChange | null)[] =>
  Object.entries(input).map(([name, value]) => lineOf(name, undefined, textOf(value)));

/** Null if the value is an object or an array. */
const textOf = (value: Json | undefined): string | null | undefined =>
  value === undefined || typeof value === "string"
    ? value
    : typeof value === "object" && value !== null
      ? null
      : JSON.stringify(value);
