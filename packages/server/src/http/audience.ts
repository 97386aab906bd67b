import type { TokenScope } from "@countersign/protocol";

/** Audiences of routes; also read by `docs/architecture.md` and the matrix test. */
export const AUDIENCES = {
  public: "anyone, without a credential",
  anyone: "any credential of the workspace",
  member: "a person of the workspace",
  reader: "a person of the workspace, or an agent for its own data",
  approver: "a person with the role approver or admin",
  admin: "a person with the role admin",
  agent: "an agent",
  worker: "a worker",
} as const;
export type Audience = keyof typeof AUDIENCES;

/** The part of a route that says who may call it. */
export interface RouteAccess {
  who: Audience;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Exempt from request limits, and does not wait behind other database statements: a stop, a rejection, health. */
  urgent?: true;
  /** Scope that a personal token needs. Default: `decide` for a decision, `read` for a GET, else `manage`. */
  scope?: TokenScope;
  /** Only for a person who signed in, with no token: what is set here outlasts a token, with all rights of the person. */
  needsSignIn?: true;
  /** Marks a decision. Agents and workers are refused before anything else is read. */
  decides?: true;
}
