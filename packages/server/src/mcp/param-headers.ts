import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "@countersign/protocol";
import { decodeHeaderValue, paramValue, type ParamHeader } from "../core/mcp-headers.ts";
import { mismatch } from "./era.ts";

/** Throws if a header that an argument requires is missing or has another value. */
export function checkParamHeaders(declared: readonly ParamHeader[], input: JsonObject, headers: IncomingHttpHeaders): void {
  for (const { header, path } of declared) {
    const value = paramValue(input, path);
    if (value === undefined) continue;
    const sent = headers[header];
    const said = typeof sent === "string" ? decodeHeaderValue(sent.trim()) : undefined;
    const isNumber = /^-?\d+(\.\d+)?$/;
    const isSame = said === value || (isNumber.test(value) && isNumber.test(said ?? "") && Number(said) === Number(value));
    if (!isSame)
      throw mismatch(`${header} is ${said === undefined ? "missing or not readable" : "different from the arguments"}`);
  }
}
