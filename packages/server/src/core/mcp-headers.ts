import { isJsonObject, type JsonObject } from "@countersign/protocol";

/** The newest revision; its requests repeat parts of the body in headers. */
export const MODERN_VERSION = "2026-07-28";

/** Parameter that `Mcp-Name` repeats by method, so that intermediaries can route without reading the body. */
export const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

const ENCODED = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/;

/** Decodes a header value, which may be base64 between markers. Undefined if that is not valid base64 or UTF-8. */
export function decodeHeaderValue(value: string): string | undefined {
  if (!(value.startsWith("=?base64?") && value.endsWith("?="))) return value;
  const encoded = ENCODED.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    return undefined;
  }
}

/** Encodes a value between the markers if a header cannot hold it. */
export const encodeHeaderValue = (value: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith("=?base64?")
    ? value
    : `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;

/** An argument that a tool's schema wants repeated in the header `Mcp-Param-<name>`, for intermediaries that route by it. */
export interface ParamHeader {
  header: string;
  path: readonly string[];
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
const MAX_DEEP = 16;

/** The `x-mcp-header` declarations reachable through `properties` alone; others have no single value. */
export function findParamHeaders(schema: JsonObject, path: readonly string[] = []): ParamHeader[] {
  if (path.length > MAX_DEEP) return [];
  const own = schema["x-mcp-header"];
  const here = typeof own === "string" && NAME.test(own) ? [{ header: `mcp-param-${own.toLowerCase()}`, path }] : [];
  const properties = schema["properties"];
  if (!isJsonObject(properties)) return here;
  return [
    ...here,
    ...Object.entries(properties).flatMap(([key, child]) =>
      isJsonObject(child) ? findParamHeaders(child, [...path, key]) : [],
    ),
  ];
}

/** The header value of a repeated argument; undefined if the argument is absent or not a scalar. */
export function paramValue(input: JsonObject, path: readonly string[]): string | undefined {
  const value = path.reduce<unknown>((holder, key) => (isJsonObject(holder) ? holder[key] : undefined), input);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
