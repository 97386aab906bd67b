import { isJsonObject, type Json } from "@countersign/protocol";
import { faultOfError, faultOfStatus, ServiceFault } from "../../service-fault.ts";
import type { PayloadConnection } from "./settings.ts";

export interface PayloadRequest {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below the API's address. */
  path: string;
  query?: Record<string, string>;
  body?: { type: string; bytes: Buffer };
}

/** A document of any collection, as Payload returns it. */
export type PayloadDocument = Record<string, Json> & { id: string | number; updatedAt: string };

/** Sends one request. Throws a `ServiceFault` with Payload's own message for a response that is no success. */
export async function askPayload<T>(
  connection: PayloadConnection,
  signal: AbortSignal | undefined,
  request: PayloadRequest,
): Promise<T> {
  try {
    const response = await send(connection, signal, "application/json", request);
    const answer = readJson(await response.text());
    if (response.status >= 300 && response.status < 400)
      throw new ServiceFault("not_found", "The API address redirects. Use the current address.");
    if (!response.ok) throw faultOfAnswer(response, answer);
    if (answer === undefined) throw new ServiceFault("server", "The answer is not JSON. Check the address of the API.");
    return answer as T;
  } catch (error) {
    throw faultOfError(error);
  }
}

/** Reads the bytes of a file; undefined if the request fails. */
export async function readBytes(connection: PayloadConnection, signal: AbortSignal, path: string): Promise<Buffer | undefined> {
  try {
    const response = await send(connection, signal, "*/*", { path });
    return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

function send(
  { credentials, settings, fetch }: PayloadConnection,
  signal: AbortSignal | undefined,
  accept: string,
  { method = "GET", path, query = {}, body }: PayloadRequest,
): Promise<Response> {
  const url = new URL(`${settings.url.replace(/\/+$/, "")}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  const authorization = `${settings.users} API-Key ${credentials.apiKey}`;
  return fetch(url, {
    method,
    headers: { accept, authorization, ...(body && { "content-type": body.type }) },
    ...(body && { body: body.bytes }),
    ...(signal && { signal }),
  });
}

export const jsonBody = (value: Json): { type: string; bytes: Buffer } => ({
  type: "application/json",
  bytes: Buffer.from(JSON.stringify(value)),
});

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Payload's message for a document that is open in its editor. */
const LOCKED = /\b(?:is|was) (?:currently )?locked\b/i;

function faultOfAnswer(response: Response, answer: Json | undefined): ServiceFault {
  const said = wordsOf(answer);
  if (response.status === 423 || LOCKED.test(said)) return lockedFault();
  return faultOfStatus(response.status, response.headers, said);
}

/** `rate_limit`, because nothing was written and a retry may succeed: neither stale nor a fault of the input. */
const lockedFault = (): ServiceFault =>
  new ServiceFault("rate_limit", "The element is locked: somebody has it open in Payload's editor.");

/** Reads `{errors: [{message, data: {errors: [{path, message}]}}]}`: the faults by field, where there are some. */
function wordsOf(answer: Json | undefined): string {
  if (!isJsonObject(answer ?? null)) return "";
  const { errors, message } = answer as { errors?: Json; message?: Json };
  const words = Array.isArray(errors) ? errors.flatMap(wordsOfError) : [];
  return words.length > 0 ? words.join(" ") : typeof message === "string" ? message : "";
}

function wordsOfError(error: Json): string[] {
  if (!isJsonObject(error)) return [];
  const { data, message } = error;
  const inner = isJsonObject(data ?? null) ? (data as { errors?: Json }).errors : undefined;
  const fields = (Array.isArray(inner) ? inner : []).flatMap((one) => {
    const { path, message: why } = (isJsonObject(one) ? one : {}) as { path?: Json; message?: Json };
    return typeof path === "string" && typeof why === "string" ? [`${path}: ${why}`] : [];
  });
  return fields.length > 0 ? fields : typeof message === "string" ? [message] : [];
}
