import { ROLES, type Me, type Role } from "@countersign/protocol";
import { sql } from "kysely";
import type { Principal } from "../core/principal.ts";
import { revealFault } from "../store/raise-fault.ts";
import type { KeyUse } from "./key-use.ts";
import type { Auth } from "./open-auth.ts";
import type { People } from "./people-tables.ts";
import { hashSecret, KEY_PATTERN } from "./secret-token.ts";

export type Authentication =
  | {
      kind: "principal";
      principal: Principal;
      via: "cookie" | "bearer";
      /** Of a person. */
      email?: string;
      /** The person came by a sign-in link and has still to choose a password. */
      needsPassword: boolean;
      /** Where this credential may act: all of a person's for a cookie, the one it was made in for a key. */
      workspaces: Me["workspaces"];
    }
  | { kind: "none" }
  | { kind: "invalid" }
  | { kind: "not_a_member" };

interface Parts {
  auth: Auth;
  people: People;
  keyUse: KeyUse;
  /** A cookie that a former secret signed, as the first one signs it. */
  resign(cookie: string): string;
}

/**
 * Who asks. Whoever sends `Authorization` is judged by that alone: a bad key never falls back to a cookie that the browser
 * added. A workspace that does not exist and one that is not ours get the same answer.
 */
export async function authenticate(parts: Parts, request: Request, workspaceId?: string | null): Promise<Authentication> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) return authenticateKey(parts, authorization, workspaceId ?? null);
  const cookie = request.headers.get("cookie");
  return cookie === null ? { kind: "none" } : authenticateSession(parts, parts.resign(cookie), workspaceId ?? null);
}

async function authenticateKey(
  { people, keyUse }: Parts,
  authorization: string,
  workspaceId: string | null,
): Promise<Authentication> {
  const key = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (key === undefined || !KEY_PATTERN.test(key)) return { kind: "invalid" };
  const row = await findKey(people, hashSecret(key));
  if (!row) return { kind: "invalid" };
  const role = row.kind === "user" ? tokenRole(row) : null;
  if (row.kind === "user" && role === null) return { kind: "invalid" };
  if (workspaceId !== null && workspaceId !== row.workspaceId) return { kind: "not_a_member" };
  keyUse.note(row.workspaceId, row.id);
  return {
    kind: "principal",
    principal: {
      kind: row.kind,
      id: row.userId ?? row.id,
      name: row.personName ?? row.name,
      workspaceId: row.workspaceId,
      role,
      groups: row.kind === "agent" ? row.groups : [],
      ...(row.scope !== null && { scope: row.scope }),
    },
    via: "bearer",
    ...(row.email !== null && { email: row.email }),
    needsPassword: false,
    workspaces: role === null ? [] : [{ id: row.workspaceId, name: row.workspaceName, role }],
  };
}

const findKey = (people: People, tokenHash: string) =>
  people
    .selectFrom("apiKey as key")
    .innerJoin("workspace", "workspace.id", "key.workspaceId")
    .leftJoin("member", (join) =>
      join.onRef("member.workspaceId", "=", "key.workspaceId").onRef("member.userId", "=", "key.userId"),
    )
    .leftJoin("person", "person.id", "key.userId")
    .select(["key.workspaceId", "key.id", "key.kind", "key.name", "key.groups", "key.role", "key.userId", "key.scope"])
    .select(["workspace.name as workspaceName", "member.role as memberRole", "person.name as personName", "person.email"])
    .where("key.tokenHash", "=", tokenHash)
    .where("key.revokedAt", "is", null)
    .where((where) => where.or([where("key.expiresAt", "is", null), where("key.expiresAt", ">", sql<Date>`now()`)]))
    .executeTakeFirst();

/** A token does at most what its owner may do now, and nothing once the owner has left. */
function tokenRole({ role, memberRole }: { role: Role | null; memberRole: Role | null }): Role | null {
  if (role === null || memberRole === null) return null;
  return ROLES.indexOf(role) < ROLES.indexOf(memberRole) ? role : memberRole;
}

async function authenticateSession(
  { auth, people }: Parts,
  cookie: string,
  workspaceId: string | null,
): Promise<Authentication> {
  // Read only: prolonging a session belongs to a route that can also renew the cookie.
  const asked = { headers: new Headers({ cookie }), query: { disableRefresh: true } };
  const session = await revealFault(
    () => auth.api.getSession(asked),
    (found) => found === null,
  );
  if (session === null) return { kind: "none" };
  const { id, name, email } = session.user;
  const memberships = await findMemberships(people, id);
  const workspaces = memberships.map((each) => ({ id: each.id, name: each.name, role: each.role }));
  const workspace = workspaceId === null ? workspaces[0] : workspaces.find((each) => each.id === workspaceId);
  if (!workspace) return { kind: "not_a_member" };
  return {
    kind: "principal",
    principal: { kind: "user", id, name, workspaceId: workspace.id, role: workspace.role, groups: [] },
    via: "cookie",
    email,
    needsPassword: memberships.every(({ hasPassword }) => !hasPassword),
    workspaces,
  };
}

/** Oldest first: the first one is where a request that names no workspace goes. */
const findMemberships = (people: People, userId: string) =>
  people
    .selectFrom("member")
    .innerJoin("workspace", "workspace.id", "member.workspaceId")
    .select(["workspace.id", "workspace.name", "member.role"])
    .select((where) =>
      where
        .exists(
          where
            .selectFrom("personAccount")
            .select("personAccount.id")
            .where("personAccount.userId", "=", userId)
            .where("personAccount.password", "is not", null),
        )
        .as("hasPassword"),
    )
    .where("member.userId", "=", userId)
    .orderBy("member.createdAt")
    .orderBy("workspace.id")
    .execute();
