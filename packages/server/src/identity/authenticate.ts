import type { Me } from "@countersign/protocol";
import { sql, type ExpressionBuilder } from "kysely";
import { lowerRole, type Principal } from "../core/principal.ts";
import type { Schema } from "../store/schema.ts";
import { revealFault } from "../store/raise-fault.ts";
import type { KeyUse } from "./key-use.ts";
import type { Auth } from "./open-auth.ts";
import type { People, PeopleTables } from "./people-tables.ts";
import { ACCESS_PREFIX, findAccess } from "./oauth/tokens.ts";
import { hashSecret, KEY_PATTERN } from "./secret-token.ts";

export type Authentication =
  | {
      kind: "principal";
      principal: Principal;
      via: "cookie" | "bearer";
      /** A person's e-mail address. */
      email?: string;
      /** The person came by a sign-in link and must still choose a password. */
      needsPassword: boolean;
      /** For an OAuth token: path of the only MCP endpoint that it is for, which `/mcp` contains. */
      endpoint?: string;
      /** Workspaces in which the credential is valid: all of the person's for a cookie, the key's own for a key. */
      workspaces: Me["workspaces"];
    }
  | { kind: "none" }
  | { kind: "invalid" }
  | { kind: "not_a_member" };

interface Parts {
  auth: Auth;
  people: People;
  keyUse: KeyUse;
  /** Replaces a cookie's signature by a former secret with one by the current secret. */
  resign(cookie: string): string;
}

/**
 * Identifies the caller. If `Authorization` is sent, only that counts: a bad key never falls back to a cookie that the browser
 * added. A nonexistent workspace and one without access get the same response.
 */
export async function authenticate(parts: Parts, request: Request, workspaceId?: string | null): Promise<Authentication> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) return authenticateKey(parts, keyIn(authorization), workspaceId ?? null);
  const cookie = request.headers.get("cookie");
  return cookie === null ? { kind: "none" } : authenticateSession(parts, parts.resign(cookie), workspaceId ?? null);
}

/** Like `authenticate`, for the MCP endpoints: only there OAuth tokens are valid, as they are issued for nothing else. */
export async function authenticateAgent(parts: Parts, authorization: string): Promise<Authentication> {
  const key = keyIn(authorization);
  if (!key?.startsWith(ACCESS_PREFIX)) return authenticateKey(parts, key, null);
  const access = await findAccess(parts.people, key);
  if (!access) return { kind: "invalid" };
  const { workspaceId, agentId, endpoint } = access;
  const row = await keys(parts.people)
    .where("key.workspaceId", "=", workspaceId)
    .where("key.id", "=", agentId)
    .executeTakeFirst();
  const found = toAuthentication(parts, row, null);
  return found.kind === "principal" ? { ...found, endpoint } : found;
}

const keyIn = (authorization: string): string | undefined => {
  const key = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  return key !== undefined && KEY_PATTERN.test(key) ? key : undefined;
};

async function authenticateKey(parts: Parts, key: string | undefined, workspaceId: string | null): Promise<Authentication> {
  if (key === undefined) return { kind: "invalid" };
  const row = await keys(parts.people).where("key.tokenHash", "=", hashSecret(key)).executeTakeFirst();
  return toAuthentication(parts, row, workspaceId);
}

function toAuthentication({ keyUse }: Parts, row: KeyRow | undefined, workspaceId: string | null): Authentication {
  if (!row) return { kind: "invalid" };
  // A token has at most its owner's current role, and is invalid once the owner has left.
  const role = row.kind === "user" ? lowerRole(row.role, row.memberRole) : null;
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

/** Cookie with the id of the workspace that a person chose in this browser; it gives no rights. */
const CHOSEN = /(?:^|; *)countersign_workspace=([^;]*)/;

/** No credential counts in an archived workspace. */
const isArchived = (where: ExpressionBuilder<Schema & PeopleTables, "workspace">) =>
  where.exists(
    where.selectFrom("archivedWorkspace as z").select("z.workspaceId").whereRef("z.workspaceId", "=", "workspace.id"),
  );

/** All keys that are valid now. */
const keys = (people: People) =>
  people
    .selectFrom("apiKey as key")
    .innerJoin("workspace", "workspace.id", "key.workspaceId")
    .leftJoin("member", (join) =>
      join.onRef("member.workspaceId", "=", "key.workspaceId").onRef("member.userId", "=", "key.userId"),
    )
    .leftJoin("person", "person.id", "key.userId")
    .select(["key.workspaceId", "key.id", "key.kind", "key.name", "key.groups", "key.role", "key.userId", "key.scope"])
    .select(["workspace.name as workspaceName", "member.role as memberRole", "person.name as personName", "person.email"])
    .where("key.revokedAt", "is", null)
    .where((where) => where.not(isArchived(where)))
    .where((where) => where.or([where("key.expiresAt", "is", null), where("key.expiresAt", ">", sql<Date>`now()`)]));
type KeyRow = Awaited<ReturnType<ReturnType<typeof keys>["executeTakeFirstOrThrow"]>>;

async function authenticateSession(
  { auth, people }: Parts,
  cookie: string,
  workspaceId: string | null,
): Promise<Authentication> {
  // Read-only: only a route that can also renew the cookie extends a session.
  const asked = { headers: new Headers({ cookie }), query: { disableRefresh: true } };
  const session = await revealFault(
    () => auth.api.getSession(asked),
    (found) => found === null,
  );
  if (session === null) return { kind: "none" };
  const { id, name, email } = session.user;
  const memberships = await findMemberships(people, id);
  const workspaces = memberships.map((each) => ({ id: each.id, name: each.name, role: each.role }));
  const chosen = workspaceId ?? CHOSEN.exec(cookie)?.[1];
  const found = workspaces.find((each) => each.id === chosen);
  // Falls back to the oldest membership if the person no longer belongs to the chosen workspace.
  const workspace = workspaceId === null ? (found ?? workspaces[0]) : found;
  if (!workspace) return { kind: "not_a_member" };
  return {
    kind: "principal",
    principal: { kind: "user", id, name, workspaceId: workspace.id, role: workspace.role, groups: [] },
    via: "cookie",
    email,
    needsPassword: memberships.every(({ canSignIn }) => !canSignIn),
    workspaces,
  };
}

/** Oldest membership first: the first is the default for requests that name no workspace. */
const findMemberships = (people: People, userId: string) =>
  people
    .selectFrom("member")
    .innerJoin("workspace", "workspace.id", "member.workspaceId")
    .select(["workspace.id", "workspace.name", "member.role"])
    .select((where) =>
      where
        .exists(where.selectFrom("personAccount").select("personAccount.id").where("personAccount.userId", "=", userId))
        .as("canSignIn"),
    )
    .where("member.userId", "=", userId)
    .where((where) => where.not(isArchived(where)))
    .orderBy("member.createdAt")
    .orderBy("workspace.id")
    .execute();
