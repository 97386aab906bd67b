import type { JsonObject } from "@countersign/protocol";
import type { InputSchema } from "../standard-schema.ts";

/** What a framework's schema gives: the check, and the JSON Schema of it. */
export interface ReadSchema {
  input?: InputSchema;
  inputSchema?: JsonObject;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/**
 * Reads a Standard Schema (zod from 4.2 on gives the JSON Schema by itself), or a plain JSON Schema. Where there is a check but
 * no JSON Schema, `given` must say it.
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
 * The JSON Schema of an object schema by its properties' own. The MCP SDK 1 makes an object of a bare shape with zod's small
 * build, which describes nothing by itself. What can be left out is what the property's check takes for undefined.
 */
function describeShape(shape: unknown): JsonObject | undefined {
  if (!isObject(shape)) return undefined;
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const standard = hasStandard(schema) ? schema["~standard"] : undefined;
    const described = standard?.jsonSchema?.input({ target: "draft-2020-12" });
    // What refers to its root would find another one here.
    if (standard === undefined || described === undefined || JSON.stringify(described).includes('"$ref":')) return undefined;
    const { $schema: _draft, ...property } = described;
    properties.push([name, property as JsonObject]);
    const checked = standard.validate(undefined);
    if ("issues" in checked && checked.issues !== undefined) required.push(name);
  }
  return { type: "object", properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

/** The server reads JSON Schema 2020-12; frameworks name older drafts out of habit for schemas that are the same in both. */
function asOurs(schema: Record<string, unknown>): JsonObject {
  const { $schema: _draft, ...rest } = structuredClone(schema);
  return { ...rest, type: "object" } as JsonObject;
}

/** Functions count: arktype's schemas are such. */
const hasStandard = (schema: unknown): schema is InputSchema =>
  (isObject(schema) || typeof schema === "function") && isObject((schema as { "~standard"?: unknown })["~standard"]);
