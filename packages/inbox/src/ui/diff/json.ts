import { type Json, type JsonObject, displaySegments } from "@countersign/protocol";

/** For values read from JSON. The protocol's own check needs its schema library, which the page does without. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Indented JSON, for reading. */
export const jsonText = (value: Json): string => JSON.stringify(value, null, 2);

/**
 * JSON for editing: invisible characters are written as escapes, so that they can be seen, kept and removed. Parsing the result
 * gives the same value.
 */
export const editableJson = (value: Json): string =>
  displaySegments(jsonText(value))
    .map(({ kind, text }) =>
      kind === "text" || /^\s*$/.test(text) ? text.replace(/[^\S \n]/g, escapeUnit) : [...text].map(escapeCharacter).join(""),
    )
    .join("");

const escapeCharacter = (character: string): string => character.replace(/[^]/g, escapeUnit);
const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
