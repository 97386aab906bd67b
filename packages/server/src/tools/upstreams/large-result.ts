import { isJsonObject, KEPT_RESULT, type Json, type JsonObject, type KeptResult } from "@countersign/protocol";
import { MAX_PAGES_AT_ONCE, pagesOf, resultUri } from "../../core/kept-result.ts";
import { sha256Hex } from "../../core/digest.ts";
import type { RpcResult } from "../../core/json-rpc.ts";
import { LargeResult } from "../../core/tool-port.ts";

/** A result up to this is stored with its action; a larger one beside it. */
const MAX_INLINE_BYTES = 1024 * 1024;
/** Characters of a larger one that stand in its action. */
const START_CHARS = 16 * 1024;
const MEBIBYTE = 1024 * 1024;

export interface ResultPlace {
  /** The upstream's. */
  name: string;
  actionId: string;
  maxResultMebibytes: number;
}

/** A result as it is stored: itself, or its beginning with where the whole is. */
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
    `The call ran once. Its result has ${bytes} bytes and is kept whole; below is its beginning. ` +
    `Read ${isReadAtOnce ? `${uri} for all of it, or ${byPage}` : byPage}. Do not repeat the call for it.`;
  const name = `Result of ${place.actionId}`;
  const link = isReadAtOnce
    ? { type: "resource_link", uri, name, mimeType: "application/json", size: bytes }
    : { type: "resource_link", uri: `${uri}/1`, name: `${name}, page 1 of ${pages}`, mimeType: "text/plain" };
  const kept: KeptResult = { bytes, isWhole: true, sha256: sha256Hex(text), pages };
  return new LargeResult(
    shortResult(result["isError"] === true, [words, start], kept, [link]),
    text,
    tooLargeResult(start, bytes, place, "This server could not keep it"),
  );
}

/** For one that is not kept: what ran, how large its result was, and its beginning. */
export function tooLargeResult(
  start: string,
  bytes: number,
  { maxResultMebibytes }: Pick<ResultPlace, "maxResultMebibytes">,
  why = `More than ${maxResultMebibytes} MiB are not kept (maxResultMebibytes)`,
): JsonObject {
  const words = `The call ran once, and its result was too large: ${bytes} bytes. ${why}; below is its beginning. Do not repeat the call for it.`;
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

/** Its texts as a person reads them, else the JSON. */
function startOf({ content }: RpcResult, text: string): string {
  const texts = (Array.isArray(content) ? content : []).flatMap((block) =>
    isJsonObject(block) && block["type"] === "text" && typeof block["text"] === "string"
      ? block["text"].slice(0, START_CHARS)
      : [],
  );
  return (texts.join("\n") || text).slice(0, START_CHARS);
}

/** The beginning of an answer that was not read: of its result, where the protocol's frame around it is seen. */
export const startOfAnswer = (raw: string): string => raw.replace(/^[^{]*\{.{0,300}?"(result|error)"\s*:\s*/s, "");

/** A server cannot say that more is kept than it sent. */
function withoutMark(result: RpcResult): RpcResult {
  const meta = result["_meta"];
  if (!isJsonObject(meta) || meta[KEPT_RESULT] === undefined) return result;
  const { [KEPT_RESULT]: _, ...rest } = meta;
  return { ...result, _meta: rest };
}
