import type { Json } from "@countersign/protocol";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { bodyOf, decodeUtf8, parseBodyText, readBytes, refuseType } from "../transport/read-body.ts";

/** Reads a route's body as JSON. An empty body counts as `{}`, so a route without required fields needs none. */
export async function readBody(request: Request, limit?: number): Promise<Result<Json>> {
  const body = bodyOf(request);
  const bytes = await readBytes(body, limit);
  if (!bytes.ok) return bytes;
  if (bytes.value.byteLength === 0) return ok({});
  const type = refuseType(body);
  if (type) return type;
  const text = decodeUtf8(bytes.value);
  return text.ok ? parseBodyText(text.value, limit) : text;
}

/** Returns the request with its body read up to the limit, for handlers that buffer whole bodies. */
export async function limitBody(request: Request): Promise<Result<Request>> {
  if (request.method === "GET" || request.method === "HEAD") return ok(request);
  const bytes = await readBytes(bodyOf(request));
  if (!bytes.ok) return bytes;
  return ok(new Request(request.url, { method: request.method, headers: new Headers(request.headers), body: bytes.value }));
}

/** Maximum size of a form, in bytes. */
const FORM_LIMIT = 65_536;

/** Reads a form as OAuth clients send it. Refuses repeated fields (RFC 6749 3.2). */
export async function readForm(request: Request): Promise<Result<ReadonlyMap<string, string>>> {
  const body = bodyOf(request);
  if (body.type?.split(";", 1)[0]?.trim().toLowerCase() !== "application/x-www-form-urlencoded")
    return refuse("UNSUPPORTED_MEDIA_TYPE", "Send `Content-Type: application/x-www-form-urlencoded`.");
  const bytes = await readBytes(body, FORM_LIMIT);
  if (!bytes.ok) return bytes;
  const fields = [...new URLSearchParams(bytes.value.toString("utf8"))];
  const form = new Map(fields);
  return form.size === fields.length ? ok(form) : refuse("INVALID_INPUT", "A field of the form is repeated.");
}
