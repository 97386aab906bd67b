import type { Audience } from "../../src/http/audience.ts";
import type { Route } from "../../src/http/route.ts";
import { ROUTES } from "./all-routes.ts";

/** Every kind of credential a request may carry. */
export const CREDENTIALS = [
  "nothing",
  "a key that is unknown",
  "a key that was revoked",
  "an agent's key",
  "a worker's key",
  "a viewer's token",
  "a viewer's session",
  "an approver's token",
  "an approver's session",
  "an administrator's token",
  "an administrator's session",
  "an administrator's token with the role viewer",
  "an administrator of another workspace",
] as const;
export type Credential = (typeof CREDENTIALS)[number];

const VIEWERS: readonly Credential[] = [
  "a viewer's token",
  "a viewer's session",
  "an administrator's token with the role viewer",
];
const APPROVERS: readonly Credential[] = ["an approver's token", "an approver's session"];
const ADMINS: readonly Credential[] = ["an administrator's token", "an administrator's session"];
const AGENTS: readonly Credential[] = ["an agent's key"];
const WORKERS: readonly Credential[] = ["a worker's key"];
const PEOPLE = [...VIEWERS, ...APPROVERS, ...ADMINS];

const ADMITTED: Record<Audience, readonly Credential[]> = {
  public: CREDENTIALS,
  anyone: [...PEOPLE, ...AGENTS, ...WORKERS],
  member: PEOPLE,
  reader: [...PEOPLE, ...AGENTS],
  approver: [...APPROVERS, ...ADMINS],
  admin: ADMINS,
  agent: AGENTS,
  worker: WORKERS,
};

const STRANGERS: readonly Credential[] = ["nothing", "a key that is unknown", "a key that was revoked"];

/** `admitted` is any answer except 401 and 403. */
export type Access = "admitted" | 401 | 403;

const SESSIONS: readonly Credential[] = ["a viewer's session", "an approver's session", "an administrator's session"];

export function accessOf({ who, needsSignIn }: Pick<Route, "who" | "needsSignIn">, credential: Credential): Access {
  const isAdmitted = ADMITTED[who].includes(credential) && (needsSignIn !== true || SESSIONS.includes(credential));
  return isAdmitted ? "admitted" : STRANGERS.includes(credential) ? 401 : 403;
}

/** The matrix of routes and credentials, derived from the table of routes. */
export const ROUTE_MATRIX = ROUTES.map((route) => ({
  route: `${route.method} ${route.path}`,
  data: route,
  access: CREDENTIALS.map((credential) => ({ credential, answers: accessOf(route, credential) })),
}));
