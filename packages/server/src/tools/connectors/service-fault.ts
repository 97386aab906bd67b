import type { FailureCode } from "@countersign/protocol";
import { OutcomeUnknown, ToolFailure } from "../../ports/tool.ts";

/** Kinds of faults of a service, distinguished by what a person can do about them. */
export type FaultKind = "auth" | "not_found" | "rate_limit" | "validation" | "stale" | "network" | "timeout" | "server";

export interface FaultDetails {
  /** `rate_limit` only: the wait the service asks for. */
  retryAfterSeconds?: number | undefined;
  /** JSON Pointer into the tool's input, where the service blames one field. */
  path?: string | undefined;
  /** The request was sent and may have taken effect. Default: true for `server`, `timeout` and `network`. */
  mayHaveHappened?: boolean | undefined;
  /** Retrying can succeed once somebody has corrected the settings, here or at the service. Default: false. */
  canBeMended?: boolean | undefined;
}

/**
 * The only error a connector throws about its service. `message` is the service's own text, short and without secrets;
 * `describeFault` adds the words around it.
 */
export class ServiceFault extends Error {
  readonly kind: FaultKind;
  readonly retryAfterSeconds: number | undefined;
  readonly path: string | undefined;
  readonly mayHaveHappened: boolean;
  readonly canBeMended: boolean;

  constructor(kind: FaultKind, message: string, details: FaultDetails = {}) {
    super(message);
    this.name = "ServiceFault";
    this.kind = kind;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.path = details.path;
    this.mayHaveHappened = details.mayHaveHappened ?? MAY_HAVE_HAPPENED[kind];
    this.canBeMended = details.canBeMended ?? false;
  }
}

const MAY_HAVE_HAPPENED = {
  auth: false,
  not_found: false,
  rate_limit: false,
  validation: false,
  stale: false,
  network: true,
  timeout: true,
  server: true,
} as const satisfies Record<FaultKind, boolean>;

const CODES = {
  auth: "forbidden",
  not_found: "invalid",
  rate_limit: "handler",
  validation: "invalid",
  stale: "stale",
  network: "handler",
  timeout: "timeout",
  server: "handler",
} as const satisfies Record<FaultKind, FailureCode>;

const MAX_WORDS = 1000;

/** Says what happened at `service` and what to do. `service` is the connector's title, such as `GitHub`. */
export function describeFault(service: string, fault: ServiceFault): string {
  const said = fault.message === "" ? "" : ` Details: ${fault.message.slice(0, MAX_WORDS)}`;
  return WORDS[fault.kind](service, fault) + said;
}

const WORDS = {
  auth: (service) =>
    `${service} refused the connection's credentials, or they lack a permission that this call needs. An administrator can replace and test them under Settings, Services.`,
  not_found: (service) =>
    `${service} did not find the object, or the connection's account cannot see it. Check the name and the account's permissions.`,
  rate_limit: (service, { retryAfterSeconds: seconds, mayHaveHappened }) => {
    const again = seconds === undefined ? "" : `; try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
    return `${service} is limiting requests${again}.${mayHaveHappened ? "" : " Nothing was done."}`;
  },
  validation: (service) => `${service} rejected the input. Correct the input and propose the call again.`,
  stale: (service) => `The target at ${service} changed after the proposal. Nothing was written.`,
  network: (service) => `${service} cannot be reached, or the connection to it broke. Check its address and the network.`,
  timeout: (service) => `${service} did not answer in time.`,
  server: (service) => `${service} has an internal error. Try again later.`,
} as const satisfies Record<FaultKind, (service: string, fault: ServiceFault) => string>;

/** Converts to the gate's errors: a `ToolFailure` with its code, or `OutcomeUnknown` where the call may have taken effect. */
export function toToolError(service: string, fault: ServiceFault): ToolFailure | OutcomeUnknown {
  const words = describeFault(service, fault);
  return fault.mayHaveHappened ? new OutcomeUnknown(words) : new ToolFailure(CODES[fault.kind], words, fault.path);
}

/** Fault for an HTTP response that is no success. `said` is the service's own message, if any. */
export function faultOfStatus(
  status: number,
  headers: { get(name: string): string | null },
  said = "",
  path?: string,
): ServiceFault {
  const words = `${said === "" ? "" : `${said} `}(HTTP ${status})`;
  const retryAfterSeconds = readRetryAfter(headers.get("retry-after"));
  // Microsoft's push service answers 406 to a sender that is too fast.
  const isTooFast = status === 429 || (status === 406 && retryAfterSeconds !== undefined);
  if (isTooFast || (status === 403 && isOutOfCalls(headers)))
    return new ServiceFault("rate_limit", words, { retryAfterSeconds: retryAfterSeconds ?? readReset(headers) });
  if (status === 503 && retryAfterSeconds !== undefined)
    return new ServiceFault("rate_limit", words, { retryAfterSeconds, mayHaveHappened: true });
  if (status === 401 || status === 403 || status === 407) return new ServiceFault("auth", words);
  if (status === 404 || status === 410) return new ServiceFault("not_found", words, { path });
  if (status === 409 || status === 412) return new ServiceFault("stale", words);
  if (status === 408 || status === 504) return new ServiceFault("timeout", words);
  if (status >= 400 && status < 500) return new ServiceFault("validation", words, { path });
  return new ServiceFault("server", words);
}

const isOutOfCalls = (headers: { get(name: string): string | null }): boolean =>
  headers.get("retry-after") !== null || headers.get("x-ratelimit-remaining") === "0";

/** Reads the header in which GitHub and others name the second from which calls are accepted again. */
function readReset(headers: { get(name: string): string | null }): number | undefined {
  const at = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  return Number.isFinite(at) ? Math.max(1, Math.ceil(at - Date.now() / 1000)) : undefined;
}

/** Reads `Retry-After`, a number of seconds or a date, as seconds; undefined if it is neither. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** Error codes of a connection that was never established, so the service received nothing. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "EPROTO",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

/** Converts the error of a failed request. Keeps only its kind, because messages may contain addresses with secrets. */
export function faultOfError(error: unknown): ServiceFault {
  if (error instanceof ServiceFault) return error;
  const inner = innermost(error);
  if (inner instanceof ServiceFault) return inner;
  const { code = "", name = "" } = inner;
  if (name === "TimeoutError" || name === "AbortError" || code === "ABORT_ERR" || code === "ETIMEDOUT")
    return new ServiceFault("timeout", "");
  return new ServiceFault("network", typeof code === "string" ? code : "", {
    mayHaveHappened: typeof code !== "string" || !NOT_CONNECTED.has(code),
  });
}

function innermost(error: unknown): { code?: string; name?: string } {
  if (!(error instanceof Error)) return {};
  if (error instanceof ServiceFault) return error;
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
