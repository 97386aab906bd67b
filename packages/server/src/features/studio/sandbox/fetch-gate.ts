import type { StudioAccess, StudioRequest } from "@countersign/protocol";
import { z } from "zod";
import { isRerouting } from "../../../core/rerouting.ts";
import { isWriting, refuseRequest } from "../../../core/studio-access.ts";
import { faultOfError } from "../../../tools/connectors/service-fault.ts";

const MAX_REQUESTS = 20;
const MAX_REDIRECTS = 5;
const MAX_BODY_BYTES = 256 * 1024;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_HEADERS = 50;
const MAX_TOLD = 500;

/** Headers an author may not set: the server sets identifying ones, and the rest belong to the connection. */
const NOT_THEIRS =
  /^(?:authorization|cookie2?|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|sec-.*)$/;

/** A request of the sandbox, which is untrusted. */
const asked = z.object({
  url: z.string().max(8000),
  method: z.string().regex(/^[A-Z]{1,20}$/),
  headers: z.record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/), z.string().max(4000)),
  body: z.string().optional(),
});
type Asked = z.output<typeof asked>;

export type Answered = { status: number; url: string; headers: Record<string, string>; body: string } | { error: string };

export interface FetchGate {
  /** Always resolves, with what the author's code may learn. */
  ask(request: unknown): Promise<Answered>;
  requests: readonly StudioRequest[];
  /** A request that writes was sent, and its outcome is unknown. */
  isUncertain(): boolean;
  /** A request that writes was answered. */
  hasWritten(): boolean;
}

class Refused extends Error {}

/**
 * The only way out of a sandbox: checks each request and each redirect before it is sent. `fetch` must not follow redirects,
 * and must refuse private addresses at the moment of connecting, whatever a name resolves to by then.
 */
export function createFetchGate(access: StudioAccess, fetch: typeof globalThis.fetch, signal: AbortSignal): FetchGate {
  const requests: StudioRequest[] = [];
  let [uncertain, written] = [0, 0];

  async function ask(given: unknown): Promise<Answered> {
    const parsed = asked.safeParse(given);
    if (!parsed.success) return { error: "The request is not valid: its method, headers or body cannot be sent." };
    const request = parsed.data;
    const told: StudioRequest = { method: request.method, url: request.url.slice(0, MAX_TOLD), status: null, refusal: null };
    if (requests.length >= MAX_REQUESTS) return { error: `A run can send at most ${MAX_REQUESTS} requests.` };
    requests.push(told);
    const writes = isWriting(request.method);
    let isSent = false;
    try {
      const answer = await send(request, () => {
        isSent = true;
        if (writes) uncertain += 1;
      });
      told.status = answer.status;
      if (writes) [uncertain, written] = [uncertain - 1, written + 1];
      return answer;
    } catch (error) {
      const refused = error instanceof Refused;
      if (writes && isSent && !refused && !faultOfError(error).mayHaveHappened) uncertain -= 1;
      told.refusal = refused ? `The tool ${error.message}.` : wordsOf(error);
      return { error: told.refusal };
    }
  }

  async function send(
    { url: address, method, headers, body }: Asked,
    onSend: () => void,
  ): Promise<Answered & { status: number }> {
    if (!URL.canParse(address)) throw new Refused(`“${address.slice(0, 100)}” is not an address; it must begin with https://`);
    const strange = Object.keys(headers).find((name) => NOT_THEIRS.test(name.toLowerCase()));
    const rerouting = Object.keys(headers).find(isRerouting);
    if (rerouting !== undefined)
      throw new Refused(`cannot send the header ${rerouting}, which could change the method or host of the request`);
    if (strange !== undefined)
      throw new Refused(`cannot send the header ${strange}. Tools cannot store secrets; use a connection`);
    if (Object.keys(headers).length > MAX_HEADERS) throw new Refused(`can send at most ${MAX_HEADERS} headers`);
    if (body !== undefined && !isWriting(method)) throw new Refused(`cannot send a body with ${method}`);
    if (body !== undefined && Buffer.byteLength(body) > MAX_BODY_BYTES)
      throw new Refused(`can send at most ${MAX_BODY_BYTES} bytes in one request`);
    let url = new URL(address);
    for (let redirects = 0; ; redirects += 1) {
      const refusal = refuseRequest(access, method, url);
      if (refusal !== undefined) throw new Refused(redirects === 0 ? refusal : `was redirected, and ${refusal}`);
      if (redirects === 0) onSend();
      const answer = await fetch(url.href, { method, headers, signal, ...(body !== undefined && { body }) });
      const location = [301, 302, 303, 307, 308].includes(answer.status) ? answer.headers.get("location") : null;
      // A redirect of a writing request is returned, for the author's code to judge.
      if (location === null || isWriting(method) || !URL.canParse(location, url.href)) return read(answer, url);
      await answer.body?.cancel().catch(() => undefined);
      if (redirects === MAX_REDIRECTS) throw new Refused(`was redirected more than ${MAX_REDIRECTS} times`);
      url = new URL(location, url);
    }
  }

  return { ask, requests, isUncertain: () => uncertain > 0, hasWritten: () => written > 0 };
}

async function read(answer: Response, url: URL): Promise<Answered & { status: number }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Refused(`was answered with more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  const headers = [...answer.headers].filter(([name]) => !name.startsWith("set-cookie")).slice(0, MAX_HEADERS);
  const body = new TextDecoder().decode(Buffer.concat(chunks));
  return { status: answer.status, url: url.href, headers: Object.fromEntries(headers), body };
}

/** Tells only the kind of a network fault, and nothing about where a name leads. */
function wordsOf(error: unknown): string {
  const { kind, message, mayHaveHappened } = faultOfError(error);
  if (kind === "timeout") return "The request timed out.";
  return `${mayHaveHappened ? "The connection broke." : "Nothing could be sent."} ${message}`.trim();
}
