import type { TokenScope } from "@countersign/protocol";

/** Who may call a route; `docs/architecture.md` and the matrix test read it too. */
export const AUDIENCES = {
  public: "anyone, without a credential",
  anyone: "any credential of the workspace",
  member: "a person of the workspace",
  reader: "a person of the workspace, or an agent for what is its own",
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
  /** Not counted by any limit, and answered whatever else waits for the database: a stop, a rejection, health. */
  urgent?: true;
  /** What a person's token must be made for; without it: `decide` for a decision, `read` for a GET, else `manage`. */
  scope?: TokenScope;
  /** A decision: agents and workers are refused before anything else is read. */
  decides?: true;
}
