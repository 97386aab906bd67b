import { TOKEN_SCOPES, type PrincipalKind, type Role, type TokenScope } from "@countersign/protocol";

/** The caller of a request and its rights in one workspace; every query is scoped by `workspaceId`. */
export interface Principal {
  kind: PrincipalKind;
  /** User id, or key id of an agent or worker. */
  id: string;
  name: string;
  workspaceId: string;
  /** Role of a user; null for every other kind, so that they can never decide. */
  role: Role | null;
  /** Groups whose tools an agent may see; empty for every other kind. */
  groups: readonly string[];
  /** Scope of a personal token. Absent for a person who signed in. */
  scope?: TokenScope;
  /** The personal token expires, or is accepted from some addresses only. */
  isLimited?: true;
}

const RANK = { viewer: 0, approver: 1, admin: 2 } as const satisfies Record<Role, number>;

/** The lower of two roles; null if either is. */
export const lowerRole = (one: Role | null, other: Role | null): Role | null =>
  one === null || other === null ? null : RANK[one] < RANK[other] ? one : other;

/** Only a user has a role, so this is false for agents, workers and the system. */
export const hasRole = (principal: Principal, atLeast: Role): boolean =>
  principal.kind === "user" && principal.role !== null && RANK[principal.role] >= RANK[atLeast];

/** True if the token has at least this scope. A person who signed in has every scope. */
export const hasScope = ({ scope = "decide" }: Principal, atLeast: TokenScope): boolean =>
  TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(atLeast);

/** Whether a person signed in. A token may be in the hands of a program. */
export const isSignedIn = ({ kind, scope }: Principal): boolean => kind === "user" && scope === undefined;

/** Whether the principal has at least the role approver and, with a token, the scope `decide`. */
export const mayDecide = (principal: Principal): boolean => hasRole(principal, "approver") && hasScope(principal, "decide");
