import { faultOfError, faultOfStatus, readRetryAfter, ServiceFault } from "../service-fault.ts";
import type { LinearConnection } from "./settings.ts";

interface LinearError {
  message?: string;
  extensions?: {
    type?: string;
    code?: string;
    userPresentableMessage?: string;
    validationErrors?: { property?: string; constraints?: Record<string, string> }[];
  };
}

/** Sends one operation; throws a `ServiceFault` for a failure. The operations are too few to need a client library. */
export async function askLinear<T>(
  { credentials, settings, fetch }: LinearConnection,
  signal: AbortSignal,
  query: string,
  variables: object = {},
): Promise<T> {
  const { token } = credentials;
  const request = {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      // A personal API key is sent as is, an OAuth token as a bearer token.
      authorization: token.startsWith("lin_api_") ? token : `Bearer ${token}`,
    },
    body: JSON.stringify({ query, variables }),
    signal,
  };
  try {
    const response = await fetch(settings.url, request);
    const answer = readAnswer<T>(await response.text());
    const error = answer?.errors?.[0];
    if (error) throw faultOf(error, response);
    if (!response.ok || !answer?.data) throw faultOfStatus(response.status, response.headers);
    return answer.data;
  } catch (error) {
    throw faultOfError(error);
  }
}

function readAnswer<T>(text: string): { data?: T; errors?: LinearError[] } | undefined {
  try {
    return JSON.parse(text) as { data?: T; errors?: LinearError[] };
  } catch {
    return undefined;
  }
}

/** Linear tells its errors apart by `extensions.type`. The HTTP status says little: a rate limit comes as 400. */
function faultOf({ message = "", extensions = {} }: LinearError, { status, headers }: Response): ServiceFault {
  const { type = "", code = "", userPresentableMessage, validationErrors = [] } = extensions;
  const [invalid] = validationErrors;
  const reasons = Object.values(invalid?.constraints ?? {});
  const said = [userPresentableMessage ?? message, ...reasons].filter((part) => part !== "").join(" ");
  const path = invalid?.property === undefined ? undefined : `/${snakeCase(invalid.property)}`;
  if (type === "ratelimited" || code === "RATELIMITED" || status === 429) {
    const retryAfterSeconds = readRetryAfter(headers.get("retry-after")) ?? readReset(headers);
    return new ServiceFault("rate_limit", said, { retryAfterSeconds });
  }
  if (DENIED.has(type) || status === 401 || status === 403) return new ServiceFault("auth", said);
  if (message.startsWith("Entity not found")) return new ServiceFault("not_found", said, { path });
  if (REFUSED.has(type) || code === "GRAPHQL_VALIDATION_FAILED") return new ServiceFault("validation", said, { path });
  return new ServiceFault("server", said);
}

const DENIED: ReadonlySet<string> = new Set(["authentication error", "forbidden", "feature not accessible"]);
const REFUSED: ReadonlySet<string> = new Set(["invalid input", "user error", "graphql error", "usage limit exceeded"]);

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Seconds until the limit resets; the header is in milliseconds since 1970. */
function readReset(headers: Headers): number | undefined {
  const at = Number(headers.get("x-ratelimit-requests-reset") ?? Number.NaN);
  return Number.isFinite(at) ? Math.max(1, Math.ceil((at - Date.now()) / 1000)) : undefined;
}
