import { readJson } from "@countersign/protocol";
import { ok, refuse, type Refusal, type Result } from "../core/refusal.ts";
import { revealFault } from "../store/raise-fault.ts";
import { problemResponse } from "../transport/problem.ts";
import { bodyOf, readBytes, refuseType } from "../transport/read-body.ts";
import { translateAnswer } from "./auth-problem.ts";
import { watchPassword } from "./passwords.ts";
import type { People } from "./people-tables.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";
import { AUTH_PATH, CLIENT_ADDRESS_HEADER, type Auth } from "./open-auth.ts";

/** All routes under `/api/auth`. Other routes of better-auth are not reachable. */
const OPEN_ROUTES: ReadonlySet<string> = new Set([
  "POST /sign-in/email",
  "POST /sign-in/link",
  "POST /sign-out",
  "GET /get-session",
  "POST /get-session",
  "POST /account/setup",
  "POST /password/change",
  "POST /password/forgot",
  "POST /password/reset",
  "GET /sessions",
  "POST /sessions/end",
  "GET /provider/ways",
  "POST /provider/begin",
  "GET /provider/return/:provider",
  "GET /account/ways",
  "POST /password/set",
  "POST /device/begin",
  "POST /device/token",
  "POST /device/find",
  "POST /device/answer",
  "POST /device/sign-out",
]);

const MAX_BODY_BYTES = 16_384;
const MAX_USER_AGENT_LENGTH = 500;

interface SignInDeps {
  auth: Auth;
  people: People;
  attempts: SignInAttempts;
  baseUrl: string;
  resign: (cookie: string) => string;
}

/** Handles a sign-in route. `clientAddress` (the peer's, or from a trusted proxy) is the key for counting attempts. */
export async function handleSignIn(
  { auth, people, attempts, baseUrl, resign }: SignInDeps,
  request: Request,
  clientAddress?: string,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = pathname.startsWith(`${AUTH_PATH}/`) ? pathname.slice(AUTH_PATH.length) : "";
  if (!OPEN_ROUTES.has(`${request.method} ${path.replace(/^\/provider\/return\/[^/]+$/, "/provider/return/:provider")}`)) {
    return problemResponse(refuse("NOT_FOUND", "There is no such route.").refusal);
  }
  const foreign = refuseForeign(request, baseUrl);
  if (foreign) return problemResponse(foreign);
  const body = request.method === "GET" ? ok(null) : await readBody(request);
  if (!body.ok) return problemResponse(body.refusal);
  // A new request: better-auth sees our origin and only these headers, so clients cannot influence it.
  const forwarded = new Request(new URL(pathname + search, baseUrl), {
    method: request.method,
    headers: forwardedHeaders(request, baseUrl, resign, clientAddress),
    body: body.value,
  });
  const asksForMail = path === "/password/forgot";
  const account = accountOf(request, body.value);
  const begun = isAttempt(path)
    ? await attempts.begin({
        kind: asksForMail ? "mail" : "sign-in",
        account,
        address: clientAddress ?? "unknown",
      })
    : undefined;
  if (begun?.ok === false) return problemResponse(begun.refusal);
  let hasFailed = false;
  // A password that is being reset ends the sessions there are; a sign-in with the former one may end a moment later.
  const isPasswordChanged =
    path === "/sign-in/email" && account !== undefined ? await watchPassword(people, account) : undefined;
  try {
    const answer = await revealFault(
      () => auth.handler(forwarded),
      ({ status }) => status >= 500,
    );
    hasFailed = answer.status >= 400 && answer.status < 500;
    if (answer.ok && (await isPasswordChanged?.())) {
      return problemResponse(refuse("UNAUTHENTICATED", "The password has been changed. Sign in again.").refusal);
    }
    return await translateAnswer(answer);
  } finally {
    // Only client errors count as failed attempts, not server faults; every request for a mail counts.
    if (!hasFailed && !asksForMail) await begun?.value.succeeded();
  }
}

/** Routes whose attempts are limited here: a password or link could be guessed there, or a mailbox filled. `confirmPassword` has its own. */
const isAttempt = (path: string): boolean => /^\/(?:sign-in\/.*|account\/setup|password\/(?:forgot|reset))$/.test(path);

/** Identifies the account: the e-mail address in the body, otherwise the session cookie. */
function accountOf(request: Request, body: string | null): string | undefined {
  const email = body === null ? undefined : (JSON.parse(body) as { email?: unknown } | null)?.email;
  if (typeof email === "string") return email.trim().toLowerCase();
  return request.headers.get("cookie") ?? undefined;
}

const isLoopback = (url: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);

function isOwnOrigin(origin: string, baseUrl: string): boolean {
  const own = new URL(baseUrl);
  if (origin === own.origin) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  // Loopback has three names; the port identifies this server.
  return isLoopback(own) && isLoopback(asked) && asked.protocol === own.protocol && asked.port === own.port;
}

function refuseForeign(request: Request, baseUrl: string): Refusal | undefined {
  const origin = request.headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, baseUrl)) {
    return refuse("FORBIDDEN", "The request comes from another site (`Origin`).").refusal;
  }
  if (request.method !== "GET" && origin === null && request.headers.has("cookie")) {
    return refuse("FORBIDDEN", "Requests with a session cookie must come from the inbox itself (`Origin`).").refusal;
  }
  return undefined;
}

async function readBody(request: Request): Promise<Result<string>> {
  const body = bodyOf(request);
  const bytes = await readBytes(body, MAX_BODY_BYTES);
  if (!bytes.ok) return refuse("TOO_LARGE", `A sign-in request has at most ${MAX_BODY_BYTES} bytes.`);
  if (bytes.value.byteLength === 0) return ok("{}");
  const type = refuseType(body);
  if (type) return type;
  const text = bytes.value.toString("utf8");
  const read = readJson(text);
  if (read.ok) return ok(text);
  return refuse(read.code, "The body is ambiguous JSON.", { errors: read.errors });
}

function forwardedHeaders(
  request: Request,
  baseUrl: string,
  resign: (cookie: string) => string,
  clientAddress: string | undefined,
): Headers {
  const headers = new Headers({ origin: new URL(baseUrl).origin });
  if (request.method !== "GET") headers.set("content-type", "application/json");
  const cookie = request.headers.get("cookie");
  if (cookie !== null) headers.set("cookie", resign(cookie));
  headers.set("user-agent", (request.headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH));
  if (clientAddress !== undefined) headers.set(CLIENT_ADDRESS_HEADER, clientAddress);
  return headers;
}
