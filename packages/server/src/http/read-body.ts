import type { Json } from "@countersign/protocol";
import { readJson } from "../core/read-json.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";

/** The largest body, in bytes; a chunked one is cut off there, whatever it says about its length. */
export const BODY_LIMIT_BYTES = 1_048_576;

const tooLarge = (limit: number) => refuse("TOO_LARGE", `The body is larger than ${limit} bytes.`);

/** The body as it came, at most `limit` bytes. */
export async function readBytes(request: Request, limit = BODY_LIMIT_BYTES): Promise<Result<Uint8Array>> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return tooLarge(limit);
  if (request.body === null) return ok(new Uint8Array());
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return ok(Buffer.concat(chunks, size));
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      return tooLarge(limit);
    }
    chunks.push(value);
  }
}

/** The body as JSON; nothing at all counts as `{}`, so that a route without required fields needs no body. */
export async function readBody(request: Request, limit?: number): Promise<Result<Json>> {
  const bytes = await readBytes(request, limit);
  if (!bytes.ok) return bytes;
  if (bytes.value.byteLength === 0) return ok({});
  const mediaType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  // A browser sends any other type across origins without asking first.
  if (mediaType !== "application/json") return refuse("UNSUPPORTED_MEDIA_TYPE", "Send `Content-Type: application/json`.");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.value);
  } catch {
    return refuse("MALFORMED_JSON", "The body is not valid UTF-8.");
  }
  const read = readJson(text, { maxBytes: BODY_LIMIT_BYTES });
  if (read.ok) return ok(read.value);
  const detail = read.errors.map(({ path, message }) => `${path === "" ? "The body" : path} ${message}`).join("; ");
  return refuse(read.code, `${detail}.`, { errors: read.errors });
}

/** The same request with its body read up to the limit, for a handler that reads bodies whole. */
export async function limitBody(request: Request): Promise<Result<Request>> {
  if (request.method === "GET" || request.method === "HEAD") return ok(request);
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  return ok(new Request(request.url, { method: request.method, headers: new Headers(request.headers), body: bytes.value }));
}
