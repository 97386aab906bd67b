import { isJsonObject, type Json } from "@countersign/protocol";

const MAX_DEPTH = 4;
const SIMPLE: Readonly<Record<string, string>> = { integer: "number", array: "unknown[]", object: "object" };

/** Writes a JSON Schema as short TypeScript, for people and not for a compiler. */
export function typeOf(schema: Json | undefined, depth = 0): string {
  if (!isJsonObject(schema)) return "unknown";
  const { type, properties, required, items, anyOf, oneOf } = schema;
  if (Array.isArray(schema["enum"]))
    return (
      schema["enum"]
        .slice(0, 8)
        .map((one) => JSON.stringify(one))
        .join(" | ") || "never"
    );
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const either = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(either)) return either.map((one) => typeOf(one, depth + 1)).join(" | ");
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, depth)).join(" | ");
  if (depth >= MAX_DEPTH) return typeof type === "string" ? (SIMPLE[type] ?? type) : "unknown";
  if (type === "array") {
    const inner = typeOf(items, depth + 1);
    return inner.includes(" | ") ? `(${inner})[]` : `${inner}[]`;
  }
  if (isJsonObject(properties)) {
    const needed = Array.isArray(required) ? required : [];
    const fields = Object.entries(properties).map(([name, value]) => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      return `${key}${needed.includes(name) ? "" : "?"}: ${typeOf(value, depth + 1)}`;
    });
    return fields.length === 0 ? "{}" : `{ ${fields.join("; ")} }`;
  }
  return typeof type === "string" ? (SIMPLE[type] ?? type) : "unknown";
}
