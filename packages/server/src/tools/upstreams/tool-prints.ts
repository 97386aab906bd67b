import { createHash } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";

/** A hash of each tool's definition, by the tool's own name. */
export type ToolPrints = ReadonlyMap<string, string>;

export const printTools = (tools: readonly JsonObject[]): ToolPrints =>
  new Map(tools.flatMap((tool) => (typeof tool["name"] === "string" ? [[tool["name"], printOf(tool)] as const] : [])));

/** A definition that has no canonical form is like no other, and is never accepted. */
function printOf(tool: JsonObject): string {
  try {
    return createHash("sha256").update(canonicalJson(tool)).digest("base64");
  } catch {
    return "";
  }
}
