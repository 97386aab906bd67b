import { isIP } from "node:net";
import { Pool, type Dispatcher } from "undici";
import { checkAddress, checkedLookup, hostOf } from "./check-address.ts";
import type { HttpTarget } from "./http-target.ts";
import { KEEP_IDLE } from "./keep-idle.ts";
import type { Mask } from "../../core/mask-secrets.ts";
import { skipMessage, type Skip, type SkippedMessage } from "./skip-message.ts";
import { WireFault } from "./wire.ts";

export interface HttpCall {
  method: "GET" | "POST" | "DELETE";
  url?: URL;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

export type HttpAnswer = Dispatcher.ResponseData;

/** HTTP client for one server, with its own pool. Follows no redirects and sends no credential but that server's. */
export interface HttpClient {
  /** Rejects with a `WireFault`, whose message contains no secrets. */
  call(call: HttpCall): Promise<HttpAnswer>;
  close(): Promise<void>;
}

const CONNECT_MS = 15_000;
const MAX_CONNECTIONS = 256;
/** Maximum renewals per call: for a refused credential, for more scope, and one spare. */
const MAX_RENEWALS = 3;

export function createHttpClient(target: HttpTarget, mask: Mask): HttpClient {
  const base = new URL(target.url);
  const own = Object.fromEntries(Object.entries(target.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const pool = new Pool(base.origin, {
    connections: MAX_CONNECTIONS,
    ...KEEP_IDLE,
    // No timeout, since a call may wait for a person; its caller aborts it.
    bodyTimeout: 0,
    headersTimeout: 0,
    connect: { timeout: CONNECT_MS, lookup: checkedLookup(target.allowPrivate) },
  });

  async function callOnce({ method, url = base, headers, body, signal }: HttpCall): Promise<HttpAnswer> {
    const host = hostOf(url);
    if (url.origin !== base.origin) throw new WireFault("names an address of another server", { wasNotTaken: true });
    // Names are checked when they are resolved; a literal address is never resolved.
    if (isIP(host)) checkAddress(host, host, target.allowPrivate);
    const authorization = await target.credential?.header();
    const sent = { ...own, ...(authorization !== undefined && { authorization }), ...headers };
    try {
      return await pool.request({
        method,
        path: `${url.pathname}${url.search}`,
        headers: sent,
        signal,
        ...(body !== undefined && { body }),
      });
    } catch (error) {
      throw toFault(error, mask);
    }
  }

  return {
    async call(call) {
      for (let renewals = 0; ; renewals += 1) {
        const answer = await callOnce(call);
        const { statusCode, headers } = answer;
        const challenge = one(headers["www-authenticate"]) ?? null;
        const isRefused = statusCode === 401 || (statusCode === 403 && challenge !== null);
        if (!isRefused || !target.credential || renewals === MAX_RENEWALS) return answer;
        await drop(answer);
        if (!(await target.credential.renew(statusCode, challenge))) {
          throw new WireFault(`refuses our credential (HTTP ${statusCode})`, { wasNotTaken: true, status: statusCode });
        }
      }
    },
    close: () => pool.destroy(),
  };
}

export const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

/** Returns the body's text. A body of more than `limit` bytes is read to its end but not kept; returns facts about it. */
export async function readBody(answer: HttpAnswer, limit: number): Promise<string | SkippedMessage> {
  const chunks: Buffer[] = [];
  let size = 0;
  let skip: Skip | undefined;
  for await (const chunk of answer.body) {
    const part = chunk as Buffer;
    size += part.length;
    if (!skip && size > limit) {
      skip = skipMessage();
      for (const each of chunks.splice(0)) skip.take(each);
    }
    if (skip) skip.take(part);
    else chunks.push(part);
  }
  return skip ? skip.end() : Buffer.concat(chunks).toString("utf8");
}

/** Returns the body's text; throws a `WireFault` if it has more than `limit` bytes. */
export async function readText(answer: HttpAnswer, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += (chunk as Buffer).length;
    if (size > limit) {
      answer.body.destroy();
      throw new WireFault(`sent an answer of more than ${limit / 1024 / 1024} MiB`);
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export const drop = async (answer: HttpAnswer): Promise<void> => {
  await answer.body.dump().catch(() => {});
};

const NOT_CONNECTED: readonly string[] =
  "ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL ETIMEDOUT EPROTO UND_ERR_CONNECT_TIMEOUT ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY".split(
    " ",
  );

function toFault(error: unknown, mask: Mask): WireFault {
  const found = innermost(error);
  if (found instanceof WireFault) return found;
  const { code, message } = found;
  const words = mask([code, message].filter(Boolean).join(": ")).slice(0, 300);
  return NOT_CONNECTED.includes(code ?? "")
    ? new WireFault(`cannot be reached (${words})`, { wasNotTaken: true })
    : new WireFault(`broke the connection (${words})`);
}

function innermost(error: unknown): Error & { code?: string } {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error instanceof WireFault) return error;
  const { cause } = error;
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return cause instanceof Error ? innermost(cause) : error;
}
