import { faultOfError, faultOfStatus, ServiceFault } from "./service-fault.ts";

const ANSWER_MS = 15_000;
/** Bytes of an answer that refuses; more is not read. */
const MAX_SAID = 4000;

/**
 * Posts JSON to a service that takes messages. Throws a `ServiceFault`; a redirect is one. `readError` finds the service's own
 * words in the text of an answer that refuses.
 */
export const postJson = (
  fetch: typeof globalThis.fetch,
  url: string,
  { body, headers = {} }: { body: object; headers?: Record<string, string> },
  signal: AbortSignal,
  readError: (text: string) => string = () => "",
): Promise<void> =>
  post(
    fetch,
    url,
    { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } },
    signal,
    readError,
  );

/** Posts any body to a service that takes messages, in the same way. */
export async function post(
  fetch: typeof globalThis.fetch,
  url: string,
  { body, headers }: { body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> },
  signal: AbortSignal,
  readError: (text: string) => string = () => "",
): Promise<void> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "user-agent": "Countersign", ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    if (response.ok) return void (await response.body?.cancel());
    const { status } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new ServiceFault("validation", `(HTTP ${status}) The address redirects. Enter the target address instead.`);
    }
    const said = readError(await readStart(response));
    // Nothing at the address: somebody may put it back.
    if (status === 404) throw new ServiceFault("not_found", `${said} (HTTP 404)`.trim(), { canBeMended: true });
    throw faultOfStatus(status, response.headers, said);
  } catch (error) {
    throw faultOfError(error);
  }
}

async function readStart(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).length;
    if (size >= MAX_SAID) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_SAID).toString();
}
