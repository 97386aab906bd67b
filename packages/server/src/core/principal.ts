import { TOKEN_SCOPES, type PrincipalKind, type Role, type TokenScope } from "@countersign/protocol";

/** Who makes a request, with the rights it has in one workspace; every query is scoped by `workspaceId`. */
export interface Principal {
  kind: PrincipalKind;
  /** User id, or key id of an agent or worker. */
  id: string;
  name: string;
  workspaceId: string;
  /** Of a user; `null` for every other kind, which is why they can never decide. */
  role: Role | null;
  /** Tools an agent may see are those of its groups; empty for every other kind. */
  groups: readonly string[];
  /** Of a person who comes by a token: what it was made for. Absent for a person who signed in. */
  scope?: TokenScope;
}

const RANK = { viewer: 0, approver: 1, admin: 2 } as const satisfies Record<Role, number>;

/** Only a user has a role, so agents, workers and the system fail this for every role. */
export const hasRole = (principal: Principal, atLeast: Role): boolean =>
  principal.kind === "user" && principal.role !== null && RANK[principal.role] >= RANK[atLeast];

/** True if the token was made for at least this. A person who signed in has every scope. */
export const hasScope = ({ scope = "decide" }: Principal, atLeast: TokenScope): boolean =>
  TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(atLeast);

/** Approver by role, and not by a token that was made for less than deciding. */
export const mayDecide = (principal: Principal): boolean => hasRole(principal, "approver") && hasScope(principal, "decide");
