import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { isSame } from "./merge-change.ts";

/**
 * What of a change still stands when its element moved from `then` to `now`: the fields, and of localised ones the languages,
 * that nobody else touched. `key` is the part of the input that holds the fields.
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

/** By language, and not an amount of money or another object that is one thing. */
const isLocal = (value: Json | undefined): value is JsonObject | undefined =>
  value === undefined || (isJsonObject(value) && Object.keys(value).every((key) => /^[a-z]{2}(-[A-Z]{2})?$/.test(key)));

const untouched = (asked: JsonObject, was: JsonObject, is: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(asked).filter(([language]) => isSame(was[language], is[language])));
