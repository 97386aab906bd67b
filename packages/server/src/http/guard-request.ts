import { refuse, type Refusal } from "../core/refusal.ts";
import type { Settings } from "./settings.ts";
import { isLoopback } from "../core/is-loopback.ts";

/** Returns `Host` as the client sent it, in lower case, with the port if there is one. */
export const hostOf = (request: Request): string => (request.headers.get("host") ?? new URL(request.url).host).toLowerCase();

const withoutPort = (host: string) => host.replace(/:\d+$/, "");
const isLoopbackHost = (host: string): boolean => isLoopback(withoutPort(host));
/** Whether the caller is on the server's machine, and reaches it there: a proxy in front of it has another name. */
export const isOnThisMachine = ({ request, fromLoopback }: { request: Request; fromLoopback: boolean }): boolean =>
  fromLoopback && isLoopbackHost(hostOf(request));
export const changesState = (request: Request): boolean => !["GET", "HEAD", "OPTIONS"].includes(request.method);
export const usesCookie = (request: Request): boolean => request.headers.has("cookie") && !request.headers.has("authorization");

function isOwnOrigin(origin: string, host: string, settings: Settings): boolean {
  const own = new URL(settings.publicUrl);
  return origin === own.origin || origin === `${own.protocol}//${host}`;
}

const WRONG_HOST = refuse("FORBIDDEN", "This server does not accept the host name in `Host`.").refusal;
const WRONG_ORIGIN = refuse("FORBIDDEN", "The request comes from another site (`Origin`).").refusal;

const isOwnHost = (host: string, { allowedHosts }: Settings): boolean =>
  allowedHosts.some((allowed) => [host, withoutPort(host)].includes(allowed.toLowerCase()));

/** Like `guardRequest`, from headers alone, for callers with a key and never a cookie. Refuses every foreign `Origin`. */
export function guardHeaders(
  headers: { host?: string | undefined; origin?: string | undefined },
  settings: Settings,
): Refusal | undefined {
  const host = (headers.host ?? "").toLowerCase();
  if (!isOwnHost(host, settings)) return WRONG_HOST;
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, host, settings)) return WRONG_ORIGIN;
  return undefined;
}

/** The part of `guardRequest` that holds also for addresses which other sites may call, because they never read a cookie. */
export const guardHost = (request: Request, settings: Settings): Refusal | undefined =>
  isOwnHost(hostOf(request), settings) ? undefined : WRONG_HOST;

/**
 * Refuses what a foreign page could make a browser send. An unknown name in `Host` indicates DNS rebinding, a foreign `Origin`
 * a cross-site request. A change by cookie must prove that our own page sent it.
 */
export function guardRequest(request: Request, settings: Settings): Refusal | undefined {
  const foreign = guardHost(request, settings);
  if (foreign) return foreign;
  const host = hostOf(request);
  const origin = request.headers.get("origin");
  const changes = changesState(request);
  const cookie = usesCookie(request);
  if (origin !== null && (changes || cookie) && !isOwnOrigin(origin, host, settings)) return WRONG_ORIGIN;
  if (changes && cookie && origin === null && request.headers.get("sec-fetch-site") !== "same-origin") {
    return refuse("FORBIDDEN", "Requests with a session cookie must come from the inbox itself (`Origin`).").refusal;
  }
  return undefined;
}
