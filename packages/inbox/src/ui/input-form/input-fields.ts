import type { Json, JsonObject } from "@countersign/protocol";
import { isObject } from "../diff/json.ts";

/** How one top-level key of a tool's input can be edited, from the tool's JSON Schema. */
export interface InputField {
  name: string;
  kind: "text" | "number" | "integer" | "boolean" | "choice" | "json";
  /** The values of a `choice`, as text. */
  choices: readonly string[];
  /** Description from the tool's schema. */
  description: string | null;
  isRequired: boolean;
}

/** Reads the simple parts of a schema; everything else is edited as JSON, which always works. */
export function readInputFields(schema: JsonObject): InputField[] {
  const properties = own(schema, "properties");
  if (!isObject(properties)) return [];
  const required = own(schema, "required");
  return Object.entries(properties).map(([name, value]) => {
    const property = isObject(value) ? followReference(value, schema) : {};
    const description = own(property, "description");
    return {
      name,
      ...kindOf(property),
      description: typeof description === "string" && description !== "" ? description : null,
      isRequired: Array.isArray(required) && required.includes(name),
    };
  });
}

const SIMPLE = ["number", "integer", "boolean"] as const;

function kindOf(property: JsonObject): Pick<InputField, "kind" | "choices"> {
  const choices = own(property, "enum");
  if (Array.isArray(choices)) {
    return choices.length > 0 && choices.every((choice) => typeof choice === "string" && choice !== "")
      ? { kind: "choice", choices: [...new Set(choices as string[])] }
      : { kind: "json", choices: [] };
  }
  const type = own(property, "type");
  if (type === "string") return { kind: "text", choices: [] };
  return { kind: SIMPLE.find((simple) => simple === type) ?? "json", choices: [] };
}

/** Follows one reference to a definition of the same schema; longer chains are not simple and are not followed. */
function followReference(property: JsonObject, schema: JsonObject): JsonObject {
  const reference = own(property, "$ref");
  const name = typeof reference === "string" ? /^#\/(?:\$defs|definitions)\/([^/~%]+)$/.exec(reference)?.[1] : undefined;
  const definitions = own(schema, "$defs") ?? own(schema, "definitions");
  const found = name !== undefined && isObject(definitions) ? own(definitions, name) : undefined;
  return isObject(found) ? { ...found, ...property } : property;
}

const own = (value: JsonObject, name: string): Json | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);
