import { createHash } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";

/** Hash of each tool's definition, by the tool's name at its server. */
export type ToolPrints = ReadonlyMap<string, string>;

export const printTools = (tools: readonly JsonObject[]): ToolPrints =>
  new Map(tools.flatMap((tool) => (typeof tool["name"] === "string" ? [[tool["name"], printOf(tool)] as const] : [])));

/** Returns an empty text for a definition without a canonical form, which the gate never accepts. */
function printOf(tool: JsonObject): string {
  try {
    return createHash("sha256").update(canonicalJson(tool)).digest("base64");
  } catch {
    return "";
  }
}
