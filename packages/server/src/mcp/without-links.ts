import { isJsonObject, type Json } from "@countersign/protocol";
import { isOwnUri } from "../core/kept-result.ts";
import type { RpcResult } from "../core/json-rpc.ts";

/** The first revision whose results may hold a `resource_link`; a client of an earlier one refuses a result with it. */
const FIRST_WITH_LINKS = "2025-06-18";

/** A result as a client of this revision can read it: without links of ours to it, which its text names, too. */
export function withoutLinks(version: string | undefined, result: RpcResult): RpcResult {
  const { content } = result;
  if (version === undefined || version >= FIRST_WITH_LINKS || !Array.isArray(content)) return result;
  return { ...result, content: content.filter((block) => !isOwnLink(block)) };
}

const isOwnLink = (block: Json): boolean =>
  isJsonObject(block) && block["type"] === "resource_link" && typeof block["uri"] === "string" && isOwnUri(block["uri"]);
