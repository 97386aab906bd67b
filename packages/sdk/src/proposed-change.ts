import type { ContentField, Json, JsonObject, Preview, PreviewAnswer } from "@countersign/protocol";
import { isSameJson } from "./adapters/same-json.ts";
import type { Issue } from "./errors.ts";

/** The change that one call would make, computed from its input and the current state without writing. */
export interface ProposedChange {
  preview: Preview;
  /** A word, `:` and what is changed, recognisable by people, e.g. `price:spring/chair`. Not `file:` or a content kind. */
  target: string;
  /** Current version token of the target, such as a revision or a hash; at most 200 characters. */
  snapshot: string;
  /** Current value; null if there is none yet. With `fields`, an object of values by field. */
  current: Json;
  /** Value after the change; null if there will be none. */
  proposed: Json;
  /** Fields of the value by name and kind, so that reviewers see each in its form, such as money, rich text or a date. */
  fields?: readonly ContentField[];
  /** Type of the object that has the fields, in a word; default: the tool's name. */
  type?: string;
}

/** Faults end the call before a person is asked, and are returned to the agent with their paths. */
export type ChangeOrFaults = ProposedChange | { faults: readonly Issue[] };

/** Converts to the wire format of a preview answer. */
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
