import type { TokenScope } from "@countersign/protocol";
import { ok, refuse, type Refusal, type Result } from "../core/refusal.ts";
import { hasRole, hasScope, type Principal } from "../core/principal.ts";
import type { Authentication } from "../identity/authenticate.ts";
import type { Identity } from "../identity/identity.ts";
import type { KeyRefusal } from "../identity/key-limits.ts";
import { AUDIENCES, type Audience, type RouteAccess } from "./audience.ts";

/** A valid credential and its principal. */
export type SignedIn = Extract<Authentication, { kind: "principal" }>;

const MAY = {
  public: () => true,
  anyone: () => true,
  member: (by) => hasRole(by, "viewer"),
  reader: (by) => by.kind === "agent" || hasRole(by, "viewer"),
  approver: (by) => hasRole(by, "approver"),
  admin: (by) => hasRole(by, "admin"),
  agent: (by) => by.kind === "agent",
  worker: (by) => by.kind === "worker",
} as const satisfies Record<Audience, (by: Principal) => boolean>;

/** Why a credential is not accepted. */
export const REFUSALS = {
  none: refuse("UNAUTHENTICATED", "Sign in or send a key."),
  invalid: refuse("UNAUTHENTICATED", "The key is unknown or revoked."),
  not_a_member: refuse("FORBIDDEN", "This credential has no access to that workspace."),
} as const satisfies Record<Exclude<Authentication["kind"], "principal">, { ok: false; refusal: Refusal }>;

const ENDED = {
  expired: refuse(
    "UNAUTHENTICATED",
    "This key has expired. An administrator can rotate it in the inbox; a personal token is created anew there.",
  ),
  replaced: refuse("UNAUTHENTICATED", "This key was replaced by a new one, and is not valid any more. Use the new key."),
  address: refuse(
    "UNAUTHENTICATED",
    "This key is not accepted from your address. Ask an administrator to add the address to those of the key.",
  ),
} as const satisfies Record<KeyRefusal, { ok: false; refusal: Refusal }>;

/** Says why a credential is not accepted. */
export const refuseCredential = (found: Exclude<Authentication, SignedIn>): { ok: false; refusal: Refusal } =>
  found.kind === "invalid" && found.why !== undefined ? ENDED[found.why] : REFUSALS[found.kind];

/** Counts a request with an invalid key. Returns a refusal if its address sent too many. */
export type CountFailure = () => Refusal | undefined;

/** From where a request comes. */
export interface CallerOrigin {
  /** The client's address; undefined if it is unknown. */
  address: string | undefined;
  countFailure: CountFailure;
}

/**
 * Authenticates the caller and checks the route's audience and scope, before any input is read. The engine checks rights again
 * per operation. The value is undefined on public routes.
 */
export async function identify(
  route: RouteAccess,
  request: Request,
  identity: Pick<Identity, "authenticate" | "authenticateUrgently">,
  workspaceId: string | undefined,
  { address, countFailure }: CallerOrigin,
): Promise<Result<SignedIn | undefined>> {
  if (route.who === "public") return ok(undefined);
  if (workspaceId?.includes("\u0000")) return REFUSALS.not_a_member;
  const found = await (route.urgent ? identity.authenticateUrgently : identity.authenticate)(request, workspaceId, address);
  if (found.kind === "invalid") {
    const tooMany = countFailure();
    if (tooMany) return { ok: false, refusal: tooMany };
  }
  if (found.kind !== "principal") return refuseCredential(found);
  if (!MAY[route.who](found.principal)) return refuse("FORBIDDEN", `This is for ${AUDIENCES[route.who]}.`);
  if (route.needsSignIn && found.principal.scope !== undefined) return refuse("FORBIDDEN", NEEDS_SIGN_IN);
  const scope = scopeOf(route);
  return hasScope(found.principal, scope) ? ok(found) : refuse("FORBIDDEN", TOO_LITTLE[scope]);
}

/** What a person's token must be made for to call a route. */
export function scopeOf({ method = "GET", decides, scope }: Pick<RouteAccess, "method" | "decides" | "scope">): TokenScope {
  if (scope !== undefined) return scope;
  if (decides === true) return "decide";
  return method === "GET" ? "read" : "manage";
}

const NEEDS_SIGN_IN = "This cannot be done with a token. Sign in with your password.";

const TOO_LITTLE = {
  read: "This token cannot read.",
  manage: "This token can only read. Sign in with your password, or use a personal token with a wider scope.",
  decide:
    "This token cannot decide. Decide in the inbox or at a terminal, or use an administrator's token with the scope `decide`.",
} as const satisfies Record<TokenScope, string>;
