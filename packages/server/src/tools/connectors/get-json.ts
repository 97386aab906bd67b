import type { z } from "zod";
import { faultOfError, faultOfStatus, ServiceFault } from "./service-fault.ts";

const ANSWER_MS = 15_000;
/** Bytes of an answer. */
const MAX_ANSWER = 2_000_000;
/** Characters of the service's own words that are kept. */
const MAX_SAID = 1000;

interface Asked<T> {
  url: URL;
  headers: Record<string, string>;
  /** Shape of the answer; other members of it are ignored. */
  schema: z.ZodType<T>;
  /** Finds the service's own words in the text of an answer that refuses. */
  readError(text: string): string;
}

/**
 * Gets JSON from a service. Throws a `ServiceFault`, also for a redirect, an answer over 2 MB and one of another shape than `schema`.
 */
export async function getJson<T>(
  fetch: typeof globalThis.fetch,
  { url, headers, schema, readError }: Asked<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json", "user-agent": "Countersign", ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    const { status } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new ServiceFault("validation", `(HTTP ${status}) The address redirects. Enter the target address instead.`);
    }
    const text = await readText(response);
    if (!response.ok) throw faultOfStatus(status, response.headers, readError(text).slice(0, MAX_SAID));
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) throw notUnderstood(parsed.error.issues[0]?.path.join("."));
    return parsed.data;
  } catch (error) {
    throw faultOfError(error);
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).length;
    if (size > MAX_ANSWER) throw new ServiceFault("validation", `The answer is larger than ${MAX_ANSWER / 1_000_000} MB.`);
  }
  return Buffer.concat(parts).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notUnderstood(undefined);
  }
}

const notUnderstood = (path: string | undefined): ServiceFault =>
  new ServiceFault(
    "validation",
    `The answer does not have the documented form${path ? `, at ${path}` : ""}. Check the address.`,
  );
