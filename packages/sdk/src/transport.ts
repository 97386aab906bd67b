import type { Problem } from "@countersign/protocol";
import { backOffSeconds, pause } from "./back-off.ts";
import { CountersignProblem, CountersignUnreachable } from "./errors.ts";

export interface ApiRequest {
  method: "GET" | "POST";
  /** Path below the server's address, with the query. */
  path: string;
  key: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Seconds for which the server may hold the request on purpose, in addition to the timeout of one try. */
  holdSeconds?: number;
  /** Seconds for retries; 0 tries once. Only requests that are safe to repeat may use more. */
  retrySeconds: number;
}

export interface ApiResponse<T> {
  value: T;
  attempts: number;
}

export type Send = <T>(call: ApiRequest) => Promise<ApiResponse<T>>;

/**
 * Timeout of one try in seconds, in addition to the server's hold. The last try has all of it, even if the time for retries ends
 * earlier: a busy server's answer is worth more than the exact end of the time.
 */
const TRY_SECONDS = 15;
const RETRIED_STATUSES = [429, 502, 503, 504];

type Tried<T> = { value: T } | { retry: string; afterSeconds?: number };

/**
 * Creates the function that sends all requests. Retries connection errors, 429, 502, 503 and 504 until the time is over, then
 * throws `CountersignUnreachable`; other error responses throw `CountersignProblem`. No error contains the key.
 */
export function createTransport(url: string, fetchOption: typeof fetch | undefined): Send {
  const base = readAddress(url);

  async function tryOnce<T>(call: ApiRequest): Promise<Tried<T>> {
    const signal = call.signal;
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal?.reason);
    const timer = setTimeout(
      () => controller.abort(new Error("no answer in time")),
      (TRY_SECONDS + (call.holdSeconds ?? 0)) * 1000,
    );
    signal?.addEventListener("abort", abort);
    try {
      signal?.throwIfAborted();
      // Resolved at each call, so that a test or tracer can replace the global.
      const response = await (fetchOption ?? fetch)(base + call.path, {
        method: call.method,
        headers: {
          authorization: `Bearer ${call.key}`,
          accept: "application/json",
          ...(call.body !== undefined && { "content-type": "application/json" }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        // Following a redirect would send the key to its target.
        redirect: "manual",
        credentials: "omit",
        signal: controller.signal,
      });
      // A response that has begun is read to its end: a claim dropped here would be lost for a whole lease.
      signal?.removeEventListener("abort", abort);
      return await readAnswer<T>(response, call.key);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof CountersignProblem) throw error;
      return { retry: redact(describeFault(error), call.key) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  return async (call) => {
    const deadline = performance.now() + call.retrySeconds * 1000;
    for (let attempts = 1; ; attempts += 1) {
      const tried = await tryOnce<never>(call);
      if ("value" in tried) return { value: tried.value, attempts };
      const waitSeconds = tried.afterSeconds ?? backOffSeconds(attempts - 1);
      if (performance.now() + waitSeconds * 1000 > deadline)
        throw new CountersignUnreachable(attempts, tried.retry, tried.afterSeconds);
      await pause(waitSeconds, call.signal);
      call.signal?.throwIfAborted();
    }
  };
}

async function readAnswer<T>(response: Response, key: string): Promise<Tried<T>> {
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    throw unexpected(
      response.status,
      "The address answers with a redirect, which is not followed. Give the server's own address.",
    );
  }
  const text = await response.text();
  const body = readJson(text);
  if (response.ok) {
    if (body === undefined)
      throw unexpected(response.status, "The answer is not JSON. Is this the address of a Countersign server?");
    return { value: body as T };
  }
  const problem = body as Partial<Problem> | null | undefined;
  if (RETRIED_STATUSES.includes(response.status)) {
    const afterSeconds = readRetryAfter(response.headers.get("retry-after"));
    const reason = redact([response.status, problem?.code].filter(Boolean).join(" "), key);
    return { retry: reason, ...(afterSeconds !== undefined && { afterSeconds }) };
  }
  if (typeof problem?.code !== "string") throw unexpected(response.status, "The response is not from a Countersign server.");
  // The server may echo the request, which contains the key.
  const { code, detail, errors, current, resolvedBy } = readJson(redact(text, key)) as Problem;
  throw new CountersignProblem({ status: response.status, code, detail, errors, current, resolvedBy });
}

const unexpected = (status: number, detail: string): CountersignProblem =>
  new CountersignProblem({ status, code: "UNEXPECTED_ANSWER", detail });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses seconds or an HTTP date; returns undefined for anything else. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(seconds, 0.05) : undefined;
}

/** Describes the innermost cause, because `fetch failed` alone says nothing. */
function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return describeFault(error.cause);
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : error.message || error.name;
}

const redact = (text: string, key: string): string => text.replaceAll(key, "[key]");

function readAddress(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) {
    throw new TypeError("`url` must be the http(s) address of the server.");
  }
  // The URL is not repeated in the message, because it may contain a password.
  if (parsed.username !== "" || parsed.password !== "")
    throw new TypeError("`url` must not hold a user name or password; give keys as options.");
  return parsed.origin + parsed.pathname.replace(/\/+$/, "");
}
