import { faultOfError, faultOfStatus, ServiceFault } from "../service-fault.ts";
import { accessToken } from "./access-token.ts";
import type { DriveConnection } from "./settings.ts";

export interface DriveRequest {
  method?: "GET" | "POST" | "PATCH";
  /** Path below the API's address, such as `/drive/v3/files`. */
  path: string;
  query?: Record<string, string>;
  body?: { type: string; bytes: Buffer };
}

/** Sends one request, again with a new token after a 401. Throws a `ServiceFault` for a response that is no success. */
export async function askDrive(connection: DriveConnection, signal: AbortSignal, request: DriveRequest): Promise<Response> {
  const token = await accessToken(connection, signal);
  const first = await send(connection, signal, request, token);
  const response =
    first.status === 401 ? await send(connection, signal, request, await accessToken(connection, signal, token)) : first;
  if (!response.ok) throw await faultOf(response);
  return response;
}

export async function askDriveJson<T>(connection: DriveConnection, signal: AbortSignal, request: DriveRequest): Promise<T> {
  const response = await askDrive(connection, signal, request);
  // The request has taken effect, even if its response cannot be read.
  return response.json().catch((error: unknown) => {
    throw faultOfError(error);
  }) as Promise<T>;
}

async function send(
  { settings, fetch }: DriveConnection,
  signal: AbortSignal,
  { method = "GET", path, query = {}, body }: DriveRequest,
  token: string,
): Promise<Response> {
  // Folders in shared drives must work like any other.
  const search = new URLSearchParams({ supportsAllDrives: "true", ...query });
  const headers = { authorization: `Bearer ${token}`, accept: "application/json", ...(body && { "content-type": body.type }) };
  const url = `${settings.apiUrl.replace(/\/+$/, "")}${path}?${search.toString()}`;
  try {
    return await fetch(url, { method, headers, signal, ...(body && { body: body.bytes }) } as RequestInit);
  } catch (error) {
    throw faultOfError(error);
  }
}

interface DriveError {
  error?: { message?: string; errors?: { reason?: string; location?: string }[] };
}

/** Google sends 403 for missing rights and for rate limits; the reason tells them apart. */
async function faultOf(response: Response): Promise<ServiceFault> {
  const { error } = ((await response.json().catch(() => ({}))) ?? {}) as DriveError;
  const { message = "", errors = [] } = error ?? {};
  const reason = errors[0]?.reason ?? "";
  const fault = faultOfStatus(response.status, response.headers, message);
  if (LIMITS.has(reason)) {
    const retryAfterSeconds = fault.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS;
    return new ServiceFault("rate_limit", fault.message, { retryAfterSeconds });
  }
  if (REFUSALS.has(reason)) return new ServiceFault("validation", fault.message);
  return fault;
}

/** Google names no time to wait; its limits are per minute. */
const DEFAULT_WAIT_SECONDS = 60;
const LIMITS: ReadonlySet<string> = new Set(["rateLimitExceeded", "userRateLimitExceeded", "sharingRateLimitExceeded"]);
/** Reasons that come with status 403 but do not concern rights. */
const REFUSALS: ReadonlySet<string> = new Set(["storageQuotaExceeded", "fileNotDownloadable", "exportSizeLimitExceeded"]);
