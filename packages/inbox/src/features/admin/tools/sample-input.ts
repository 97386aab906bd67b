import type { Json, JsonObject } from "@countersign/protocol";
import { readInputFields } from "../../../ui/input-form/input-fields.ts";

/** Sample arguments that match the field kinds of a schema. */
export const sampleInput = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    readInputFields(schema).map(({ name, kind, choices }): [string, Json] => {
      if (kind === "choice") return [name, choices[0] ?? ""];
      if (kind === "boolean") return [name, true];
      if (kind === "number" || kind === "integer") return [name, 1];
      return [name, kind === "json" ? {} : "…"];
    }),
  );
