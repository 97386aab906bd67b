import { Octokit } from "@octokit/rest";
import { faultOfError, faultOfStatus, ServiceFault } from "../service-fault.ts";
import type { GitHubConnection } from "./settings.ts";

const API_VERSION = "2022-11-28";
/** GitHub's advice for a secondary rate limit without a stated wait. */
const DEFAULT_WAIT_SECONDS = 60;

interface Answer<T> {
  status: number;
  data: T;
}

/** Sends one request; throws a `ServiceFault` for a response that is no success. */
export async function askGitHub<T>(
  { credentials, settings, fetch }: GitHubConnection,
  signal: AbortSignal,
  request: (octokit: Octokit) => Promise<Answer<T>>,
): Promise<T> {
  const octokit = new Octokit({
    auth: credentials.token,
    baseUrl: settings.baseUrl.replace(/\/+$/, ""),
    userAgent: "countersign",
    request: { fetch, signal, headers: { "x-github-api-version": API_VERSION } },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const answer = await request(octokit).catch((error: unknown) => {
    throw faultOf(error);
  });
  // Redirects are not followed: the new location may be outside the allowed repositories.
  if (answer.status >= 300)
    throw new ServiceFault("not_found", "The repository was renamed or moved. Use its current name.", { path: "/repo" });
  return answer.data;
}

interface HttpError extends Error {
  response?: { status: number; headers: Record<string, string | undefined>; data: unknown };
}

function faultOf(error: unknown): ServiceFault {
  const { response } = error as HttpError;
  if (!response) return faultOfError(error);
  const { status, headers } = response;
  const { message = "", errors } = (response.data ?? {}) as { message?: string; errors?: unknown };
  const { said, path } = readErrors(errors);
  const words = [message, said].filter((part) => part !== "").join(": ");
  const fault = faultOfStatus(
    status,
    { get: (name) => headers[name] ?? null },
    words,
    path ?? (status === 404 || status === 410 ? "/repo" : undefined),
  );
  const isLimit = fault.kind === "rate_limit" || (status === 403 && /rate limit/i.test(message));
  if (!isLimit) return fault;
  return new ServiceFault("rate_limit", fault.message, { retryAfterSeconds: fault.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS });
}

/** GitHub names the field and a code; only some errors have a message of their own. */
function readErrors(errors: unknown): { said: string; path?: string } {
  if (!Array.isArray(errors)) return { said: "" };
  const parts = errors.map((each: string | { field?: string; code?: string; message?: string; value?: unknown }) => {
    if (typeof each === "string") return each;
    const { field = "", code = "", message = code.replaceAll("_", " "), value } = each;
    return `${field} ${message}${typeof value === "string" ? ` (${value})` : ""}`.trim();
  });
  const field = errors.find((each: { field?: unknown } | null) => typeof each?.field === "string") as
    | { field: string }
    | undefined;
  return { said: parts.join("; "), ...(field && { path: `/${field.field}` }) };
}
