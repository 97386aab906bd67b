import { jsonPointer, isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { z } from "zod";

const text = z.string();
const object = z.looseObject({});
const icons = z.array(
  z.looseObject({
    src: text,
    mimeType: text.optional(),
    sizes: z.array(text).optional(),
    theme: z.enum(["light", "dark"]).optional(),
  }),
);
const common = { title: text.optional(), description: text.optional(), icons: icons.optional(), _meta: object.optional() };
const schema = z.looseObject({
  $schema: text.optional(),
  type: z.literal("object"),
  properties: z.record(text, object).optional(),
  required: z.array(text).optional(),
});
const hints = z.looseObject({
  title: text.optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
const annotations = z.looseObject({
  audience: z.array(z.enum(["user", "assistant"])).optional(),
  priority: z.number().min(0).max(1).optional(),
  lastModified: z.iso.datetime({ offset: true }).optional(),
});
const resource = { ...common, name: text, mimeType: text.optional(), annotations: annotations.optional() };
const argument = z.looseObject({
  name: text,
  title: text.optional(),
  description: text.optional(),
  required: z.boolean().optional(),
});

/** Each field's strictest published schema, 2024-11-05 to 2026-07-28: what matches here is valid for every client. */
const SHAPES = {
  tool: z.looseObject({
    ...common,
    name: text,
    inputSchema: schema,
    outputSchema: schema.optional(),
    annotations: hints.optional(),
    execution: z.looseObject({ taskSupport: z.enum(["required", "optional", "forbidden"]).optional() }).optional(),
  }),
  prompt: z.looseObject({ ...common, name: text, arguments: z.array(argument).optional() }),
  resource: z.looseObject({ ...resource, uri: text, size: z.number().optional() }),
  resourceTemplate: z.looseObject({ ...resource, uriTemplate: text }),
};

/** Fields whose loss or change would make it another definition. */
const KEPT: ReadonlySet<PropertyKey> = new Set(["name", "uri", "uriTemplate", "inputSchema", "description", "arguments"]);
/** Fields that are dropped whole, because a part of them is useless. */
const WHOLE: ReadonlySet<PropertyKey> = new Set(["outputSchema"]);
const MAX_REPAIRS = 50;

export type WellFormed = { item: JsonObject; leftOut: string[] } | { fault: string };

/**
 * Validates a listed item against the published schemas. One malformed item makes clients reject the whole list, so malformed
 * optional fields are dropped (their JSON Pointers are in `leftOut`), and an item that cannot be repaired is a fault.
 */
export function wellFormed(kind: keyof typeof SHAPES, given: JsonObject): WellFormed {
  const item = kind === "tool" ? withSchemas(given) : given;
  let repaired: JsonObject | undefined;
  const leftOut: string[] = [];
  for (let repairs = 0; repairs <= MAX_REPAIRS; repairs += 1) {
    const { error } = SHAPES[kind].safeParse(repaired ?? item);
    const issue = error?.issues[0];
    if (!issue) return { item: repaired ?? item, leftOut };
    repaired ??= structuredClone(item);
    const dropped = drop(repaired, issue.path);
    if (dropped === undefined)
      return { fault: `${jsonPointer(issue.path.map(String))} violates the protocol: ${issue.message}` };
    leftOut.push(jsonPointer(dropped.map(String)));
  }
  return { fault: `More than ${MAX_REPAIRS} parts violate the protocol.` };
}

/** Removes the faulty place, or its parent if it is missing. Returns the removed path, or undefined if it must be kept. */
function drop(root: JsonObject, path: readonly PropertyKey[]): PropertyKey[] | undefined {
  const [field = ""] = path;
  const description = root["description"];
  if (KEPT.has(field) && !(field === "description" && description === null)) return undefined;
  const places: { holder: Json; key: PropertyKey }[] = [];
  let value: Json | undefined = root;
  for (const key of WHOLE.has(field) ? [field] : path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) break;
    places.push({ holder: value, key });
    value = (value as Record<PropertyKey, Json>)[key];
  }
  const last = places.at(-1);
  if (!last) return undefined;
  if (Array.isArray(last.holder)) last.holder.splice(Number(last.key), 1);
  else delete (last.holder as Record<PropertyKey, Json>)[last.key];
  return places.map(({ key }) => key);
}

/** Adds the missing input schema: such a tool takes any object, but the protocol requires a schema. */
function withSchemas(tool: JsonObject): JsonObject {
  const { outputSchema } = tool;
  const inputSchema = tool["inputSchema"] ?? {};
  return {
    ...tool,
    inputSchema: isJsonObject(inputSchema) ? objectProperties({ type: "object", ...inputSchema }) : inputSchema,
    ...(isJsonObject(outputSchema) && { outputSchema: objectProperties(outputSchema) }),
  };
}

/** Replaces `true` and `false` as a property's schema, which JSON Schema allows and MCP does not. */
export function objectProperties(given: JsonObject): JsonObject {
  const { properties } = given;
  if (!isJsonObject(properties) || !Object.values(properties).some((one) => typeof one === "boolean")) return given;
  const written = Object.entries(properties).map(([key, one]) => [key, one === true ? {} : one === false ? { not: {} } : one]);
  return { ...given, properties: Object.fromEntries(written) as JsonObject };
}
