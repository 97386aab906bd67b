import { isJsonObject, KEPT_RESULT, type Json, type JsonObject, type KeptResult } from "@countersign/protocol";
import { MAX_PAGES_AT_ONCE, pagesOf, resultUri } from "../../core/kept-result.ts";
import { sha256Hex } from "../../core/digest.ts";
import type { RpcResult } from "../../core/json-rpc.ts";
import { LargeResult } from "../../ports/tool.ts";

/** Results up to this size are stored in their action, larger ones beside it. */
const MAX_INLINE_BYTES = 1024 * 1024;
/** Characters of a larger result that its action contains. */
const START_CHARS = 16 * 1024;
const MEBIBYTE = 1024 * 1024;

export interface ResultPlace {
  /** Name of the upstream. */
  name: string;
  actionId: string;
  maxResultMebibytes: number;
}

/** The result to store: complete, or its beginning with the URI of the whole. One above the limit is not kept whole. */
export function storedResult(result: RpcResult, place: ResultPlace): Json | LargeResult {
  const text = JSON.stringify(withoutMark(result));
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_INLINE_BYTES) return withoutMark(result);
  const start = startOf(result, text);
  if (bytes > place.maxResultMebibytes * MEBIBYTE) return tooLargeResult(start, bytes, place);
  const pages = pagesOf(text).length;
  const uri = resultUri(place.actionId);
  const byPage = `${uri}/1 to ${uri}/${pages} page by page`;
  const isReadAtOnce = pages <= MAX_PAGES_AT_ONCE;
  const words =
    `The call ran once. Its result has ${bytes} bytes and is stored completely; its beginning follows. ` +
    `Read ${isReadAtOnce ? `${uri} for all of it, or ${byPage}` : byPage}. Do not repeat the call for it.`;
  const name = `Result of ${place.actionId}`;
  const link = isReadAtOnce
    ? { type: "resource_link", uri, name, mimeType: "application/json", size: bytes }
    : { type: "resource_link", uri: `${uri}/1`, name: `${name}, page 1 of ${pages}`, mimeType: "text/plain" };
  const kept: KeptResult = { bytes, isWhole: true, sha256: sha256Hex(text), pages };
  return new LargeResult(
    shortResult(result["isError"] === true, [words, start], kept, [link]),
    text,
    tooLargeResult(start, bytes, place, "This server could not store it"),
  );
}

/** Stands for a result that is not kept: says that the call ran, with the result's size and beginning. */
export function tooLargeResult(
  start: string,
  bytes: number,
  { maxResultMebibytes }: Pick<ResultPlace, "maxResultMebibytes">,
  why = `More than ${maxResultMebibytes} MiB are not kept (maxResultMebibytes)`,
): JsonObject {
  const words = `The call ran once, and its result was too large: ${bytes} bytes. ${why}; its beginning follows. Do not repeat the call to get it.`;
  return shortResult(false, [words, start.slice(0, START_CHARS)], { bytes, isWhole: false });
}

function shortResult(
  isError: boolean,
  words: readonly string[],
  kept: KeptResult,
  more: readonly JsonObject[] = [],
): JsonObject {
  return {
    content: [...words.map((text) => ({ type: "text", text: text.toWellFormed() })), ...more],
    ...(isError && { isError }),
    _meta: { [KEPT_RESULT]: { ...kept } },
  };
}

/** Beginning of the result's texts; of its JSON if it has none. */
function startOf({ content }: RpcResult, text: string): string {
  const texts = (Array.isArray(content) ? content : []).flatMap((block) =>
    isJsonObject(block) && block["type"] === "text" && typeof block["text"] === "string"
      ? block["text"].slice(0, START_CHARS)
      : [],
  );
  return (texts.join("\n") || text).slice(0, START_CHARS);
}

/** Beginning of a response that was not parsed, without the JSON-RPC frame in front of its result if recognized. */
export const startOfAnswer = (raw: string): string => raw.replace(/^[^{]*\{.{0,300}?"(result|error)"\s*:\s*/s, "");

/** Removes the gate's own mark, so that a server cannot pretend that a result is kept. */
function withoutMark(result: RpcResult): RpcResult {
  const meta = result["_meta"];
  if (!isJsonObject(meta) || meta[KEPT_RESULT] === undefined) return result;
  const { [KEPT_RESULT]: _, ...rest } = meta;
  return { ...result, _meta: rest };
}
