import type { Json, JsonObject } from "@countersign/protocol";
import { canonicalJson } from "./canonical-json.ts";

const PLAIN = /^[\x20-\x7e]*$/;
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const MAX_REFERENCES = 10;

/**
 * Normalizes an input for comparing calls: strings in NFKC, without invisible characters, trimmed; fields that equal their
 * `schema` default are omitted. For comparison only, never for execution.
 */
export const normalInput = (input: JsonObject, schema?: JsonObject): JsonObject => normal(input, schema, schema) as JsonObject;

function normal(value: Json, schema: Json | undefined, root: Json | undefined): Json {
  if (typeof value === "string") return PLAIN.test(value) ? value.trim() : value.normalize("NFKC").replace(UNSEEN, "").trim();
  if (typeof value !== "object" || value === null) return value;
  const at = resolve(schema, root);
  if (Array.isArray(value)) return value.map((item) => normal(item, at["items"], root));
  const properties = isObject(at["properties"]) ? at["properties"] : {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      const kept = normal(member, property, root);
      const { default: usual } = resolve(property, root);
      return usual !== undefined && canonicalJson(normal(usual, property, root)) === canonicalJson(kept) ? [] : [[key, kept]];
    }),
  );
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Resolves a local reference; returns an empty schema if it cannot be resolved. */
function resolve(schema: Json | undefined, root: Json | undefined): JsonObject {
  let at = schema;
  for (let hops = 0; isObject(at) && typeof at["$ref"] === "string"; hops += 1) {
    const parts = /^#(\/.*)?$/.test(at["$ref"]) ? at["$ref"].split("/").slice(1) : undefined;
    if (parts === undefined || hops === MAX_REFERENCES) return {};
    at = parts.reduce<Json | undefined>((from, part) => {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      return isObject(from) && Object.hasOwn(from, key) ? from[key] : undefined;
    }, root);
  }
  return isObject(at) ? at : {};
}
