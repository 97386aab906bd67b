import { jsonPointer, isJsonObject, type Json, type JsonObject } from "@countersign/protocol";

/** Keywords whose schemas are applied to the same value as the schema that contains them. */
const SAME_ONE = ["not", "if", "then", "else"];
const SAME_LIST = ["allOf", "anyOf", "oneOf"];
const SAME_NAMED = ["dependentSchemas", "dependencies"];
/** Keywords whose schemas are applied to a part of the value, or only by reference. */
const PART_ONE =
  "items additionalItems contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties contentSchema";
const PART_LISTS = ["items", "prefixItems"];
const PART_NAMED = ["properties", "patternProperties", "$defs", "definitions"];
const BASE = "https://schema.invalid/";

interface Place {
  schema: JsonObject;
  /** Base URI of its references. */
  base: string;
  /** JSON Pointer from the root, for people. */
  pointer: string;
}

interface Index {
  places: Map<JsonObject, Place>;
  /** Schemas by URI, without a fragment. */
  resources: Map<string, JsonObject>;
  /** Schemas by URI and `#name`. */
  anchors: Map<string, JsonObject>;
  dynamic: Map<string, JsonObject[]>;
}

/**
 * Returns the JSON Pointer of a schema that refers back to itself for the same value, as `{"$ref": "#"}` does: validation would
 * never end. A reference below `properties` or `items` applies to a part of the value, so it terminates.
 */
export function findEndlessReference(root: JsonObject): string | undefined {
  const index: Index = { places: new Map(), resources: new Map([[BASE, root]]), anchors: new Map(), dynamic: new Map() };
  addPlace(index, root, BASE, "#");
  const done = new Set<JsonObject>();
  const path = new Set<JsonObject>();

  function visit(place: Place): string | undefined {
    if (path.has(place.schema)) return place.pointer;
    if (done.has(place.schema)) return undefined;
    path.add(place.schema);
    for (const next of appliedToSame(index, place)) {
      const found = visit(next);
      if (found !== undefined) return found;
    }
    path.delete(place.schema);
    done.add(place.schema);
    return undefined;
  }

  // Following a reference to an unusual place adds that place to the Map, whose iteration reaches it too.
  for (const place of index.places.values()) {
    const found = visit(place);
    if (found !== undefined) return found;
  }
  return undefined;
}

const objectsIn = (value: Json | undefined): [string, JsonObject][] =>
  Array.isArray(value)
    ? value.flatMap((one, n) => (isJsonObject(one) ? [[String(n), one] as [string, JsonObject]] : []))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([name, one]) => (isJsonObject(one) ? [[name, one] as [string, JsonObject]] : []))
      : [];

/** Direct subschemas, each with its relative path. */
function childrenOf(schema: JsonObject, ones: readonly string[], several: readonly string[]): [string, JsonObject][] {
  return [
    ...ones.flatMap((word): [string, JsonObject][] => {
      const value = schema[word];
      return isJsonObject(value) ? [[word, value]] : [];
    }),
    ...several.flatMap((word) =>
      objectsIn(schema[word]).map(([key, one]): [string, JsonObject] => [word + jsonPointer([key]), one]),
    ),
  ];
}

function addPlace(index: Index, schema: JsonObject, outerBase: string, pointer: string): void {
  if (index.places.has(schema)) return;
  const id = schema["$id"];
  const base = typeof id === "string" && URL.canParse(id, outerBase) ? new URL(id, outerBase).href.split("#")[0]! : outerBase;
  index.places.set(schema, { schema, base, pointer });
  if (base !== outerBase) index.resources.set(base, schema);
  for (const word of ["$anchor", "$dynamicAnchor"]) {
    const name = schema[word];
    if (typeof name === "string") index.anchors.set(`${base}#${name}`, schema);
  }
  const name = schema["$recursiveAnchor"] === true ? "" : schema["$dynamicAnchor"];
  if (typeof name === "string") index.dynamic.set(name, [...(index.dynamic.get(name) ?? []), schema]);
  const inner = [
    ...childrenOf(schema, SAME_ONE, [...SAME_LIST, ...SAME_NAMED]),
    ...childrenOf(schema, PART_ONE.split(" "), PART_NAMED),
    ...PART_LISTS.flatMap((word) =>
      Array.isArray(schema[word]) ? objectsIn(schema[word]).map(([n, one]) => [word + jsonPointer([n]), one] as const) : [],
    ),
  ];
  for (const [way, child] of inner) addPlace(index, child, base, `${pointer}/${way}`);
}

function appliedToSame(index: Index, { schema, base }: Place): Place[] {
  const found = childrenOf(schema, SAME_ONE, [...SAME_LIST, ...SAME_NAMED]).map(([, child]) => child);
  for (const word of ["$ref", "$dynamicRef", "$recursiveRef"]) {
    const reference = schema[word];
    if (typeof reference !== "string") continue;
    found.push(...resolve(index, reference, base));
    // The target anchor depends on the dynamic scope, so every anchor of that name counts.
    if (word !== "$ref") found.push(...(index.dynamic.get(reference.split("#")[1] ?? "") ?? []));
  }
  return found.map((one) => index.places.get(one)!);
}

function resolve(index: Index, reference: string, base: string): JsonObject[] {
  if (!URL.canParse(reference, base)) return [];
  const url = new URL(reference, base);
  const fragment = decode(url.hash.slice(1));
  url.hash = "";
  const address = url.href.split("#")[0]!;
  const resource = index.resources.get(address);
  const anchored = index.anchors.get(`${address}#${fragment}`);
  if (anchored) return [anchored];
  if (!resource) return [];
  const target = fragment
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>(step, resource);
  if (!isJsonObject(target)) return [];
  addPlace(index, target, address, `#${fragment}`);
  return [target];
}

const step = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
