import { z } from "zod";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** True for plain objects, as JSON object literals create them; false for arrays, Dates and class instances. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/** Accepts an object as it is: `z.record` would drop a key named `__proto__`, and the value must be stored as sent. */
export const jsonObject = z.custom<JsonObject>(isJsonObject, "must be an object").meta({ type: "object" });
/** Accepts any JSON value as it is. */
export const json = z.custom<Json>((value) => value !== undefined, "is required");

/** Text for a database column of its own. PostgreSQL stores every character except U+0000. */
export const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((value) => !value.includes("\u0000"), "must not contain U+0000");
