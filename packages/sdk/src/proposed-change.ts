import type { ContentField, Json, JsonObject, Preview, PreviewAnswer } from "@countersign/protocol";
import { isSameJson } from "./adapters/same-json.ts";
import type { Issue } from "./errors.ts";

/** What one call would change, worked out from the input and from how things are now. Made by reading only. */
export interface ProposedChange {
  preview: Preview;
  /** A word, `:` and what is changed, recognisable by a person, such as `price:spring/chair`. Not `file:` or a kind of content. */
  target: string;
  /** Version token of the target as it is now, such as a revision or a hash; at most 200 characters. */
  snapshot: string;
  /** Its value now; null where there is none yet. With `fields`, an object of values by field. */
  current: Json;
  /** Its value afterwards; null where there will be none. */
  proposed: Json;
  /** The value's fields by name and kind: the reviewer then sees each by its kind, such as money, rich text or a date. */
  fields?: readonly ContentField[];
  /** What the fields are of, in a word; default: the tool's name. */
  type?: string;
}

/** Faults end the call before a person is asked about it, and reach the agent with their paths. */
export type ChangeOrFaults = ProposedChange | { faults: readonly Issue[] };

/** What the server is told of it. */
export function toPreviewAnswer(change: ChangeOrFaults, toolName: string): Omit<PreviewAnswer, "version"> {
  if ("faults" in change) return { faults: change.faults.map(({ path, message }) => ({ path, message })) };
  const { preview, target, snapshot, current, proposed, fields, type = toolName } = change;
  if (fields === undefined) return { preview, target, snapshot, current, proposed };
  const path = target.slice(target.indexOf(":") + 1);
  const content = {
    kind: "object",
    type,
    elementId: null,
    path,
    revision: null,
    fields: fields as unknown as Json,
    changed: changedIn(current, proposed),
    references: [],
    file: null,
    hasPage: false,
  };
  const state = (value: Json): Json => value && { path, value, tags: [], published: false };
  return { preview: { ...preview, content }, target, snapshot, current: state(current), proposed: state(proposed) };
}

function changedIn(current: Json, proposed: Json): string[] {
  const [before, after] = [current, proposed].map((value) => (value ?? {}) as JsonObject) as [JsonObject, JsonObject];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => {
    if (Object.hasOwn(before, name) !== Object.hasOwn(after, name)) return true;
    return !isSameJson(before[name] ?? null, after[name] ?? null);
  });
}
