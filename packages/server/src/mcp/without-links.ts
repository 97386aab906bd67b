import { isJsonObject, type Json } from "@countersign/protocol";
import { isOwnUri } from "../core/kept-result.ts";
import type { RpcResult } from "../core/json-rpc.ts";

/** First version whose results may hold a `resource_link`; an earlier client refuses a result with one. */
const FIRST_WITH_LINKS = "2025-06-18";

/** Removes our links from a result for a client of an earlier version; the text names them too. */
export function withoutLinks(version: string | undefined, result: RpcResult): RpcResult {
  const { content } = result;
  if (version === undefined || version >= FIRST_WITH_LINKS || !Array.isArray(content)) return result;
  return { ...result, content: content.filter((block) => !isOwnLink(block)) };
}

const isOwnLink = (block: Json): boolean =>
  isJsonObject(block) && block["type"] === "resource_link" && typeof block["uri"] === "string" && isOwnUri(block["uri"]);
