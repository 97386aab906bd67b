import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";

/** One setting as a form field. Values without a field kind of their own are edited as JSON. */
export interface SchemaField {
  name: string;
  kind: "text" | "long" | "number" | "choice" | "switch" | "lines" | "json";
  /** Name shown to people. */
  label: string;
  says: string | undefined;
  required: boolean;
  choices: string[];
  /** Value that applies if the field is left empty. */
  default: Json | undefined;
}

const LONG_FROM = 5000;

const objectOf = (value: Json | undefined): JsonObject => (value !== undefined && isJsonObject(value) ? value : {});

/** Returns fields in the order of the schema, without read-only ones, which the server maintains. */
export function fieldsOf(schema: JsonObject): SchemaField[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const asked = Object.entries(objectOf(schema["properties"])).filter(
    ([, property]) => objectOf(property)["readOnly"] !== true,
  );
  return asked.map(([name, property]) => {
    const own = objectOf(property);
    const choices = Array.isArray(own["enum"]) ? own["enum"].filter((one) => typeof one === "string") : [];
    const [title, says] = [own["title"], own["description"]];
    return {
      name,
      kind: kindOf(own, choices),
      label: typeof title === "string" ? title : wordsOf(name),
      says: typeof says === "string" ? says.replaceAll("`", "") : undefined,
      required: required.includes(name),
      choices,
      default: own["default"],
    };
  });
}

/** Turns a camelCase name into words: `mostRecipients` becomes `Most recipients`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function kindOf(schema: JsonObject, choices: readonly string[]): SchemaField["kind"] {
  if (choices.length > 0) return "choice";
  switch (schema["type"]) {
    case "string":
      return Number(schema["maxLength"] ?? 0) >= LONG_FROM ? "long" : "text";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "switch";
    case "array":
      return objectOf(schema["items"])["type"] === "string" ? "lines" : "json";
    default:
      return "json";
  }
}

/** True for an object whose keys people choose themselves, such as secrets by name. */
export const isByName = (schema: JsonObject): boolean =>
  schema["properties"] === undefined && schema["additionalProperties"] !== false && schema["type"] === "object";

/** Converts a value to form text; a switch becomes `true` or `false`. */
export function toText(value: Json | undefined, { kind }: Pick<SchemaField, "kind">): string {
  if (value === undefined || value === null) return "";
  if (kind === "json") return JSON.stringify(value, null, 2);
  if (kind === "lines") return Array.isArray(value) ? value.join("\n") : "";
  return String(value);
}

/** Parses form text. Returns undefined if the setting is left out. Throws a `SyntaxError` for text that is not JSON. */
export function toValue(text: string, { kind, required }: Pick<SchemaField, "kind" | "required">): Json | undefined {
  if (kind === "switch") return text === "true";
  if (kind === "lines") {
    const lines = text.split("\n").map((line) => line.trim());
    return lines.filter((line) => line !== "");
  }
  if (text.trim() === "") return kind === "text" && required ? "" : undefined;
  if (kind === "number") return Number.isFinite(Number(text)) ? Number(text) : text;
  if (kind === "json") return JSON.parse(text) as Json;
  return kind === "text" ? text.trim() : text;
}
