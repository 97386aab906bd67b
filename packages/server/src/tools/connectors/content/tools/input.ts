import type { JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../../../ports/tool.ts";

/** Reads one input field. The schema has validated a call's input, but previews are made for any and must not break. */
export function string(input: JsonObject, key: string): string {
  const value = input[key];
  if (typeof value !== "string" || value === "") throw new ToolFailure("invalid", "must be text", `/${key}`);
  return value;
}

export const idOf = (input: JsonObject, key = "id"): string => {
  const id = string(input, key);
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw new ToolFailure("invalid", "is not an id", `/${key}`);
  return id;
};

export function integer(input: JsonObject, key: string): number {
  const value = input[key];
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new ToolFailure("invalid", "must be a whole number", `/${key}`);
}

export const strings = (input: JsonObject, key: string): string[] => {
  const value = input[key] ?? [];
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw new ToolFailure("invalid", "must be a list of texts", `/${key}`);
};

/** Returns the value if it is one of `known`, such as a kind; throws otherwise. */
export function oneOf<const T extends string>(input: JsonObject, key: string, known: readonly T[]): T {
  const found = known.find((one) => one === input[key]);
  if (found === undefined) throw new ToolFailure("invalid", `must be one of ${known.join(", ")}`, `/${key}`);
  return found;
}
