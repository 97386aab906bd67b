import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { isSame } from "./merge-change.ts";

/**
 * Reduces a change to what still applies after its element changed from `then` to `now`: the fields, and in localised fields
 * the languages, that nobody else changed. `key` is the input key of the fields.
 */
export function carryOver(
  key: string,
  input: JsonObject,
  then: Json,
  now: Json,
): { input: JsonObject | null; conflicts: string[] } {
  const set = input[key];
  const [before, after] = [valueIn(then), valueIn(now)];
  if (!isJsonObject(set)) return { input: "restoreRevision" in input ? null : input, conflicts: [] };
  const conflicts: string[] = [];
  const kept: JsonObject = {};
  for (const [name, asked] of Object.entries(set)) {
    if (isSame(before[name], after[name])) kept[name] = asked;
    else {
      const [was, is] = [before[name], after[name]];
      const rest = isJsonObject(asked) && isLocal(was) && isLocal(is) ? untouched(asked, was ?? {}, is ?? {}) : undefined;
      if (rest && Object.keys(rest).length > 0) kept[name] = rest;
      if (!rest || Object.keys(rest).length < Object.keys(asked as JsonObject).length) conflicts.push(name);
    }
  }
  const isLeft = Object.keys(kept).length > 0 || "publish" in input;
  return { input: isLeft ? { ...input, [key]: kept } : null, conflicts };
}

const valueIn = (state: Json): JsonObject => (isJsonObject(state) && isJsonObject(state["value"]) ? state["value"] : {});

/** Whether the value is an object by language, and not an amount of money or another object that is one value. */
const isLocal = (value: Json | undefined): value is JsonObject | undefined =>
  value === undefined || (isJsonObject(value) && Object.keys(value).every((key) => /^[a-z]{2}(-[A-Z]{2})?$/.test(key)));

const untouched = (asked: JsonObject, was: JsonObject, is: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(asked).filter(([language]) => isSame(was[language], is[language])));
