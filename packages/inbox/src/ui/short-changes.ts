import type { Json, JsonObject, Preview } from "@countersign/protocol";
import { hasChanges, previewOf } from "./action-parts.ts";
import { contentChanges } from "./content/content-changes.ts";
import { partTitleOf, shortPartOf } from "./content/short-part.ts";
import { plainValue } from "./content/format-value.ts";
import { readContentProposal } from "./content/read-content.ts";
import { fieldChanges } from "./diff/field-changes.ts";
import { isObject } from "./diff/json.ts";

/** One changed field on one line. An undefined side has no value. */
export interface ShortChange {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

interface Changed {
  preview: Preview;
  current: Json | null;
  proposed: Json | null;
  /** Undefined if the action was read as one of many. */
  effectiveInput?: JsonObject;
}

const MAX_LINES = 6;
const MAX_CHARACTERS = 160;

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
  const content = readContentProposal(action);
  if (content) {
    return contentChanges(content.content.fields, content.current, content.proposed)
      .filter(({ kind }) => kind !== "same")
      .map((change) => {
        const sides = [change.before, change.after].map((value) => {
          if (value === undefined || value === null) return undefined;
          if (change.part === "field") return change.field.localized ? null : plainValue(change.field, value);
          return change.part === "path" || change.part === "published" ? shortPartOf(value) : null;
        });
        return lineOf(partTitleOf(change), sides[0], sides[1]);
      });
  }
  // For a new or removed target, each field is compared with nothing.
  const { current, proposed } = action;
  const before = current === null && isObject(proposed ?? undefined) ? {} : (current ?? undefined);
  const after = proposed === null && isObject(current ?? undefined) ? {} : (proposed ?? undefined);
  return fieldChanges(before, after)
    .filter(({ kind }) => kind !== "same")
    .map((change) => lineOf(change.path.join(" › ") || "Content", textOf(change.before), textOf(change.after)));
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

const fits = (side: string | null | undefined): side is string | undefined =>
  side !== null && (side === undefined || side.length <= MAX_CHARACTERS);

const lineOf = (name: string, before: string | null | undefined, after: string | null | undefined): ShortChange | null =>
  fits(before) && fits(after) && name.length <= MAX_CHARACTERS ? { name, before, after } : null;
