import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { decodeHeaderValue, mismatch } from "./era.ts";

/** An argument that a tool's schema wants repeated in the header `Mcp-Param-<name>`, for whatever routes by it. */
export interface ParamHeader {
  header: string;
  path: readonly string[];
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
const MOST_DEEP = 16;

/** The `x-mcp-header` declarations of a schema that are reached by properties alone; others have no one value. */
export function findParamHeaders(schema: JsonObject, path: readonly string[] = []): ParamHeader[] {
  if (path.length > MOST_DEEP) return [];
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

/** Throws where a header is missing that an argument calls for, or says another value. */
export function checkParamHeaders(declared: readonly ParamHeader[], input: JsonObject, headers: IncomingHttpHeaders): void {
  for (const { header, path } of declared) {
    const value = path.reduce<unknown>((holder, key) => (isJsonObject(holder) ? holder[key] : undefined), input);
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    const sent = headers[header];
    const said = typeof sent === "string" ? decodeHeaderValue(sent.trim()) : undefined;
    const isSame =
      said === String(value) || (typeof value === "number" && /^-?\d+(\.\d+)?$/.test(said ?? "") && Number(said) === value);
    if (!isSame)
      throw mismatch(`${header} is ${said === undefined ? "missing or not readable" : "not what the arguments hold"}`);
  }
}
