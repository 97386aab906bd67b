import type { PrincipalKind, Role } from "@countersign/protocol";

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
}

const RANK = { viewer: 0, approver: 1, admin: 2 } as const satisfies Record<Role, number>;

/** Only a user has a role, so agents, workers and the system fail this for every role. */
export const hasRole = (principal: Principal, atLeast: Role): boolean =>
  principal.kind === "user" && principal.role !== null && RANK[principal.role] >= RANK[atLeast];
