import type { Json, JsonObject } from "@countersign/protocol";

/** Of values read from JSON. The protocol's own test comes with its schema library, which the page does without. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
