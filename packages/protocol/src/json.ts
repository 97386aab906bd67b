import { z } from "zod";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** True for what a JSON object literal gives; an array, a Date or a class instance is not one. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/**
 * An object passed on as it is. `z.record` would drop a key named `__proto__`, and what is stored must be what was sent.
 */
export const jsonObject = z.custom<JsonObject>(isJsonObject, "must be an object").meta({ type: "object" });
/** Any JSON value, passed on as it is. */
export const json = z.custom<Json>((value) => value !== undefined, "is required");

/** Text stored as a column of its own; PostgreSQL holds every character but U+0000. */
export const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((value) => !value.includes("\u0000"), "must not contain U+0000");
