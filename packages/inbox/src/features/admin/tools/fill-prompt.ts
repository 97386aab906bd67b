import type { Json, JsonObject } from "@countersign/protocol";
import { readInputFields } from "../../../ui/input-form/input-fields.ts";

/** The question with its two places filled in; what the arguments hold is never read as a place. */
export const fillPrompt = (template: string, toolName: string, args: JsonObject): string =>
  template.replace(/\{(toolName|args)\}/g, (_all, place) => (place === "toolName" ? toolName : JSON.stringify(args)));

/** Arguments that fit the kinds of a schema's fields, to have something to show. */
export const sampleInput = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    readInputFields(schema).map(({ name, kind, choices }): [string, Json] => {
      if (kind === "choice") return [name, choices[0] ?? ""];
      if (kind === "boolean") return [name, true];
      if (kind === "number" || kind === "integer") return [name, 1];
      return [name, kind === "json" ? {} : "…"];
    }),
  );
