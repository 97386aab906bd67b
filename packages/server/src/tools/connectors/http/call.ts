import type { Json, JsonObject } from "@countersign/protocol";
import { findMethodParameter } from "../../../core/rerouting.ts";
import { ToolFailure } from "../../../ports/tool.ts";
import { faultOfError, faultOfStatus, ServiceFault } from "../service-fault.ts";
import type { HttpConnection, HttpTool } from "./settings.ts";
import { fieldsIn, fillAddress, fillSecrets, maskTemplate } from "./template.ts";

const MAX_WORDS = 300;
const MAX_ERROR_BYTES = 100_000;
const MAX_REDIRECTS = 3;

/** Returns the input's fields that are not part of the address; undefined where the method takes no body. */
export function bodyOf(tool: HttpTool, input: JsonObject): JsonObject | undefined {
  if (tool.method === "GET") return undefined;
  const inAddress = new Set(fieldsIn(tool.url));
  const rest = Object.entries(input).filter(([key]) => !inAddress.has(key));
  return rest.length === 0 && tool.method === "DELETE" ? undefined : Object.fromEntries(rest);
}

/** Fills the input into the address, secrets excepted. Throws if a reading tool would send a method-override parameter. */
export function addressOf(tool: HttpTool, input: JsonObject): string {
  const address = fillAddress(tool.url, input);
  const shown = maskTemplate(address);
  const parameter = tool.reads && URL.canParse(shown) ? findMethodParameter(new URL(shown)) : undefined;
  if (parameter === undefined) return address;
  throw new ToolFailure("invalid", `would send the parameter ${parameter}, which servers may treat as another method`);
}

/** Sends one call with secrets filled in. Follows redirects of a GET within its own server, and no others. */
export async function callService(
  { settings, credentials, fetch }: HttpConnection,
  tool: HttpTool,
  input: JsonObject,
  { idempotencyKey, signal }: { idempotencyKey: string; signal: AbortSignal },
): Promise<Json> {
  const body = bodyOf(tool, input);
  const given = Object.entries({ ...settings.headers, ...tool.headers });
  const headers = {
    accept: "application/json, text/plain;q=0.9, */*;q=0.1",
    ...Object.fromEntries(given.map(([name, value]) => [name, fillSecrets(value, credentials)])),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(idempotencyKey !== "" && { "idempotency-key": idempotencyKey }),
  };
  let url = new URL(fillSecrets(addressOf(tool, input), credentials, encodeURIComponent));
  for (let redirects = 0; ; redirects += 1) {
    const request = { method: tool.method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(url.href, request).catch((error: unknown) => {
      throw faultOfError(error);
    });
    const next = redirectOf(answer, url);
    if (next === undefined) return read(answer, tool);
    await answer.body?.cancel().catch(() => undefined);
    if (tool.method !== "GET") return judgeRedirect(answer, next);
    if (next.origin !== url.origin || redirects === MAX_REDIRECTS) {
      throw new ServiceFault(
        "validation",
        `The service redirects to ${next.origin}, and redirects to other servers are not followed.`,
      );
    }
    url = next;
  }
}

function redirectOf({ status, headers }: Response, base: URL): URL | undefined {
  const location = headers.get("location");
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return undefined;
  if (!URL.canParse(location, base.href)) return undefined;
  return new URL(location, base);
}

/** 303 means that the call took effect, 302 leaves that unknown, and any other redirect means that nothing was done. */
function judgeRedirect({ status }: Response, { origin, pathname }: URL): Json {
  if (status === 303) return { status, location: `${origin}${pathname}` };
  throw new ServiceFault(
    "validation",
    `The service redirects to ${origin}, and redirects are not followed. Correct the tool's address.`,
    {
      mayHaveHappened: status === 302,
    },
  );
}

/** Fault for an HTTP response that is no success, with the service's own message. */
export async function faultOfAnswer(answer: Response): Promise<ServiceFault> {
  const bytes = await readBytes(answer, MAX_ERROR_BYTES).catch(() => undefined);
  return faultOfStatus(answer.status, answer.headers, wordsOf(bytes));
}

async function read(answer: Response, tool: HttpTool): Promise<Json> {
  const { status, headers } = answer;
  if (status < 200 || status > 299) throw await faultOfAnswer(answer);
  const bytes = await readBytes(answer, tool.maxResultBytes).catch((error: unknown) =>
    // The status alone tells that the call took effect, so a broken body does not fail a call that writes.
    tool.method === "GET" ? Promise.reject(faultOfError(error)) : ("broken" as const),
  );
  if (bytes === "broken")
    return { status, note: "The call ran. The rest of its answer was lost; do not repeat the call to get it." };
  if (bytes === undefined) {
    const note = `The call ran. Its answer is larger than ${tool.maxResultBytes} bytes and was not kept; do not repeat the call to get it.`;
    return { status, note };
  }
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
  if (bytes.length === 0) return { status };
  if (/[/+]json$/i.test(type)) {
    const parsed = parse(bytes);
    if (parsed !== undefined) return { status, body: parsed };
  }
  if (bytes.includes(0))
    return { status, note: `The answer is ${type || "not text"}, ${bytes.length} bytes, and is not kept.` };
  return { status, body: bytes.toString("utf8").replaceAll(/\p{Surrogate}/gu, "\ufffd") };
}

/** Returns undefined if the body is larger than `most` bytes, and then stops reading it. */
async function readBytes(answer: Response, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (answer.body === null) return Buffer.alloc(0);
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): Json | undefined {
  try {
    return JSON.parse(bytes.toString("utf8")) as Json;
  } catch {
    return undefined;
  }
}

/** Finds the service's own message in one of the usual places; empty if there is none. */
function wordsOf(bytes: Buffer | undefined): string {
  if (bytes === undefined) return "";
  const parsed = parse(bytes) as Record<string, unknown> | undefined;
  if (typeof parsed !== "object" || parsed === null)
    return parsed === undefined && !bytes.includes(0) ? oneLine(bytes.toString("utf8")) : "";
  const error = parsed["error"];
  const nested = typeof error === "object" && error !== null ? (error as Record<string, unknown>)["message"] : error;
  const said = [parsed["message"], nested, parsed["detail"], parsed["title"]].find((text) => typeof text === "string");
  return oneLine(typeof said === "string" ? said : "");
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_WORDS);
