import type { JsonObject } from "@countersign/protocol";
import type { InputSchema } from "../standard-schema.ts";

/** A framework's schema: its validator and its JSON Schema. */
export interface ReadSchema {
  input?: InputSchema;
  inputSchema?: JsonObject;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/**
 * Reads a Standard Schema (zod provides the JSON Schema itself from 4.2 on) or a plain JSON Schema. `given` is required if
 * there is a validator but no JSON Schema; throws a `TypeError` otherwise.
 */
export function readSchema(toolName: string, schema: unknown, given: JsonObject | undefined): ReadSchema {
  if (hasStandard(schema)) {
    if (given !== undefined) return { input: schema, inputSchema: given };
    if (schema["~standard"].jsonSchema !== undefined) return { input: schema };
    const described = describeShape((schema as { shape?: unknown }).shape);
    if (described !== undefined) return { input: schema, inputSchema: described };
    throw new TypeError(
      `The schema of ${toolName} (${schema["~standard"].vendor}) gives no JSON Schema; give \`details: { ${toolName}: { inputSchema } }\`, or use zod 4.2 or newer.`,
    );
  }
  const plain = given ?? schema;
  if (isObject(plain) && !Array.isArray(plain) && (plain["type"] === "object" || isObject(plain["properties"])))
    return { inputSchema: asOurs(plain) };
  throw new TypeError(
    `The input of ${toolName} is not described by an object schema; give \`details: { ${toolName}: { inputSchema } }\`.`,
  );
}

/**
 * Builds the JSON Schema of an object from those of its properties. MCP SDK 1 wraps a bare shape with zod's mini build, which
 * provides no JSON Schema. A property is optional if its validator accepts undefined.
 */
function describeShape(shape: unknown): JsonObject | undefined {
  if (!isObject(shape)) return undefined;
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const standard = hasStandard(schema) ? schema["~standard"] : undefined;
    const described = standard?.jsonSchema?.input({ target: "draft-2020-12" });
    // References to the property's root would point to the new root here.
    if (standard === undefined || described === undefined || JSON.stringify(described).includes('"$ref":')) return undefined;
    const { $schema: _draft, ...property } = described;
    properties.push([name, property as JsonObject]);
    const checked = standard.validate(undefined);
    if ("issues" in checked && checked.issues !== undefined) required.push(name);
  }
  return { type: "object", properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

/** Drops `$schema`: the server reads JSON Schema 2020-12, and frameworks declare older drafts for schemas equal in both. */
function asOurs(schema: Record<string, unknown>): JsonObject {
  const { $schema: _draft, ...rest } = structuredClone(schema);
  return { ...rest, type: "object" } as JsonObject;
}

/** Accepts functions too: arktype's schemas are functions. */
const hasStandard = (schema: unknown): schema is InputSchema =>
  (isObject(schema) || typeof schema === "function") && isObject((schema as { "~standard"?: unknown })["~standard"]);
