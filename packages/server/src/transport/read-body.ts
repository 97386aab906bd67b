import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { readJson, type Json } from "@countersign/protocol";
import { ok, refuse, type Result } from "../core/refusal.ts";

/** Default limit of a request body. */
export const BODY_LIMIT_BYTES = 1_048_576;

/** An unread request body, with its declared length and type. */
export interface SentBody {
  length: string | null | undefined;
  type: string | null | undefined;
  chunks: AsyncIterable<Uint8Array> | null;
}

export const bodyOf = ({ headers, body }: Request): SentBody => ({
  length: headers.get("content-length"),
  type: headers.get("content-type"),
  chunks: body,
});

/** Body of a raw Node request. The connection stays open for the response if reading stops early. */
export const incomingBody = (incoming: IncomingMessage): SentBody => ({
  length: incoming.headers["content-length"],
  type: incoming.headers["content-type"],
  chunks: incoming.iterator({ destroyOnReturn: false }),
});

const tooLarge = (limit: number) => refuse("TOO_LARGE", `The body is larger than ${limit} bytes.`);

/** Refuses a body whose declared length exceeds the limit; a chunked body declares none. */
export const refuseLength = ({ length }: SentBody, limit = BODY_LIMIT_BYTES) =>
  Number(length ?? 0) > limit ? tooLarge(limit) : undefined;

/** Refuses every type but JSON: a browser sends any other across origins without a preflight request. */
export const refuseType = ({ type }: SentBody) =>
  type?.split(";", 1)[0]?.trim().toLowerCase() === "application/json"
    ? undefined
    : refuse("UNSUPPORTED_MEDIA_TYPE", "Send `Content-Type: application/json`.");

/** Reads a body. Stops and refuses it as TOO_LARGE beyond `limit` bytes. */
export async function readBytes(body: SentBody, limit = BODY_LIMIT_BYTES): Promise<Result<Buffer>> {
  const declared = refuseLength(body, limit);
  if (declared) return declared;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body.chunks ?? []) {
    size += chunk.byteLength;
    if (size > limit) return tooLarge(limit);
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks, size));
}

export const decodeUtf8 = (bytes: Buffer): Result<string> =>
  isUtf8(bytes) ? ok(bytes.toString("utf8")) : refuse("MALFORMED_JSON", "The body is not valid UTF-8.");

/** Parses a body's text by the strict rules of `readJson`. */
export function parseBodyText(text: string, limit = BODY_LIMIT_BYTES): Result<Json> {
  const read = readJson(text, { maxBytes: limit });
  if (read.ok) return ok(read.value);
  const detail = read.errors.map(({ path, message }) => `${path === "" ? "The body" : path} ${message}`).join("; ");
  return refuse(read.code, `${detail}.`, { errors: read.errors });
}
