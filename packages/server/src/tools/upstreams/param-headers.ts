import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";

/** A tool parameter that its server also expects as the header `Mcp-Param-<header>`. */
export interface HeaderParam {
  header: string;
  path: readonly string[];
}

const KEY = "x-mcp-header";
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly Json[] = ["string", "integer", "boolean"];
const MAX_DEPTH = 64;

/**
 * Returns the `x-mcp-header` declarations of an input schema, or why they are invalid: each must be a unique header name, on a
 * string, integer or boolean that is reached through `properties` alone. A tool with invalid declarations must not be used.
 */
export function readHeaderParams(inputSchema: Json): HeaderParam[] | string {
  const found: HeaderParam[] = [];
  const taken = new Set<string>();
  const look = (node: Json, path: readonly string[], isReachable: boolean, depth: number): string | undefined => {
    if (depth > MAX_DEPTH) return "nested too deeply";
    if (Array.isArray(node)) return first(node.map((each) => () => look(each, path, false, depth + 1)));
    if (!isJsonObject(node)) return undefined;
    // A property may have the keyword's name; a declaration is never an object.
    if (Object.hasOwn(node, KEY) && !isJsonObject(node[KEY])) {
      const header = node[KEY];
      const where = path.join(".") || "the schema itself";
      if (!isReachable || path.length === 0) return `${where}: ${KEY} is allowed on plain properties only`;
      if (typeof header !== "string" || !TOKEN.test(header)) return `${where}: ${KEY} is no name a header can have`;
      if (!TYPES.includes(node["type"] ?? null)) return `${where}: ${KEY} needs a string, integer or boolean`;
      if (taken.has(header.toLowerCase())) return `${where}: ${KEY} ${header} is there twice`;
      taken.add(header.toLowerCase());
      found.push({ header, path });
    }
    return first(
      Object.entries(node).map(([keyword, value]) => () => {
        if (keyword === "properties" && isJsonObject(value)) {
          return first(
            Object.entries(value).map(
              ([name, each]) =>
                () =>
                  look(each, [...path, name], isReachable, depth + 1),
            ),
          );
        }
        // These hold data, not schemas.
        if (["const", "enum", "default", "examples"].includes(keyword)) return undefined;
        return look(value, [...path, `<${keyword}>`], false, depth + 1);
      }),
    );
  };
  return look(inputSchema, [], true, 0) ?? found;
}

const first = (looks: readonly (() => string | undefined)[]): string | undefined => {
  for (const look of looks) {
    const fault = look();
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** Headers of one call. A value that is absent, null or of another type gets none. */
export function paramHeaders(params: readonly HeaderParam[], args: Json): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { header, path } of params) {
    const value = path.reduce<Json | undefined>(
      (node, key) => (isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined),
      args,
    );
    const isSendable =
      typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isSafeInteger(value));
    if (isSendable) headers[`Mcp-Param-${header}`] = encodeHeaderValue(String(value));
  }
  return headers;
}

/** Returns the value unchanged if a header can carry it, else `=?base64?…?=` of its UTF-8. */
export function encodeHeaderValue(value: string): string {
  const isPlain = /^[\t\u0020-\u007e]+$/.test(value) && value.trim() === value && !/^=\?base64\?.*\?=$/s.test(value);
  return isPlain ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;
}

/** Returns the usable tools, the parameters each expects as headers, and the faults of the other tools. */
export function scanTools(tools: readonly JsonObject[]): {
  usable: JsonObject[];
  params: Map<string, readonly HeaderParam[]>;
  faults: { name: string; fault: string }[];
} {
  const usable: JsonObject[] = [];
  const params = new Map<string, readonly HeaderParam[]>();
  const faults: { name: string; fault: string }[] = [];
  for (const tool of tools) {
    const { name } = tool;
    const read = typeof name === "string" ? readHeaderParams(tool["inputSchema"] ?? {}) : [];
    if (typeof name !== "string") usable.push(tool);
    else if (typeof read === "string") faults.push({ name, fault: read });
    else {
      usable.push(tool);
      if (read.length > 0) params.set(name, read);
    }
  }
  return { usable, params, faults };
}
