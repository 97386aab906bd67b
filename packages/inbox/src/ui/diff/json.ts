import { type Json, type JsonObject, displaySegments } from "@countersign/protocol";

/** Of values read from JSON. The protocol's own test comes with its schema library, which the page does without. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON a person can read. */
export const jsonText = (value: Json): string => JSON.stringify(value, null, 2);

/**
 * JSON a person can edit: what does not show is written as an escape, so that it can be seen, kept and removed. Reading it
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
