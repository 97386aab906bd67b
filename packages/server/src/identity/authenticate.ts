import type { Me } from "@countersign/protocol";
import { sql, type ExpressionBuilder } from "kysely";
import { lowerRole, type Principal } from "../core/principal.ts";
import type { Schema } from "../store/schema.ts";
import { revealFault } from "../store/raise-fault.ts";
import { isAllowedFrom, limitsOf, type KeyLimits, type KeyRefusal } from "./key-limits.ts";
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
  /** `why`: for a key that is known, and that nobody revoked. */
  | { kind: "invalid"; why?: KeyRefusal }
  | { kind: "not_a_member" };

interface Parts {
  auth: Auth;
  people: People;
  keyUse: KeyUse;
  now: () => number;
  /** Replaces a cookie's signature by a former secret with one by the current secret. */
  resign(cookie: string): string;
}

/**
 * Identifies the caller. If `Authorization` is sent, only that counts: a bad key never falls back to a cookie that the browser
 * added. A nonexistent workspace and one without access get the same response.
 */
export async function authenticate(
  parts: Parts,
  request: Request,
  workspaceId: string | null,
  address: string | undefined,
): Promise<Authentication> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) {
    const found = judgeKey(parts, await findKey(parts, keyIn(authorization)), address);
    if (found.kind !== "principal" || workspaceId === null) return found;
    return workspaceId === found.principal.workspaceId ? found : { kind: "not_a_member" };
  }
  const cookie = request.headers.get("cookie");
  return cookie === null ? { kind: "none" } : authenticateSession(parts, parts.resign(cookie), workspaceId);
}

/** What the database says of a key. It may be cached; `judgeKey` judges it at each request. */
export interface FoundKey {
  found: Authentication;
  /** Undefined if no such key is valid. */
  limits?: KeyLimits;
}

/** Like `authenticate` before the limits of the key, for the MCP endpoints: only there OAuth tokens are valid, as they are issued for nothing else. */
export async function findAgentKey(parts: Parts, authorization: string): Promise<FoundKey> {
  const key = keyIn(authorization);
  if (!key?.startsWith(ACCESS_PREFIX)) return findKey(parts, key);
  const access = await findAccess(parts.people, key);
  if (!access) return { found: { kind: "invalid" } };
  const { workspaceId, agentId, endpoint } = access;
  const row = await keys(parts.people)
    .where("key.workspaceId", "=", workspaceId)
    .where("key.id", "=", agentId)
    .executeTakeFirst();
  const { found, ...rest } = toFoundKey(row, null);
  return { found: found.kind === "principal" ? { ...found, endpoint } : found, ...rest };
}

/** Refuses a key that has ended, or that came from an address that it does not allow; otherwise notes its use. */
export function judgeKey(
  { keyUse, now }: Pick<Parts, "keyUse" | "now">,
  { found, limits }: FoundKey,
  address: string | undefined,
): Authentication {
  if (found.kind !== "principal" || !limits) return found;
  if (limits.end && limits.end.at <= now()) return { kind: "invalid", why: limits.end.why };
  if (!isAllowedFrom(limits, address)) {
    keyUse.noteRefused(limits.key, address);
    return { kind: "invalid", why: "address" };
  }
  keyUse.note(limits.key);
  return found;
}

const keyIn = (authorization: string): string | undefined => {
  const key = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  return key !== undefined && KEY_PATTERN.test(key) ? key : undefined;
};

async function findKey(parts: Parts, key: string | undefined): Promise<FoundKey> {
  if (key === undefined) return { found: { kind: "invalid" } };
  const hash = hashSecret(key);
  const row = await keys(parts.people)
    .where((where) => where.or([where("key.tokenHash", "=", hash), where("key.formerHash", "=", hash)]))
    .executeTakeFirst();
  return toFoundKey(row, hash);
}

function toFoundKey(row: KeyRow | undefined, tokenHash: string | null): FoundKey {
  if (!row) return { found: { kind: "invalid" } };
  const isFormer = tokenHash !== null && tokenHash !== row.tokenHash;
  if (isFormer && row.isFormerOver) return { found: { kind: "invalid", why: "replaced" } };
  if (row.isExpired) return { found: { kind: "invalid", why: "expired" } };
  // A token has at most its owner's current role, and is invalid once the owner has left.
  const role = row.kind === "user" ? lowerRole(row.role, row.memberRole) : null;
  if (row.kind === "user" && role === null) return { found: { kind: "invalid" } };
  const found: Authentication = {
    kind: "principal",
    principal: {
      kind: row.kind,
      id: row.userId ?? row.id,
      name: row.personName ?? row.name,
      workspaceId: row.workspaceId,
      role,
      groups: row.kind === "agent" ? row.groups : [],
      ...(row.scope !== null && { scope: row.scope }),
      ...(row.kind === "user" && (row.expiresAt !== null || row.allowedAddresses !== null) && { isLimited: true }),
    },
    via: "bearer",
    ...(row.email !== null && { email: row.email }),
    needsPassword: false,
    workspaces: role === null ? [] : [{ id: row.workspaceId, name: row.workspaceName, role }],
  };
  return { found, limits: limitsOf(row, tokenHash, isFormer) };
}

/** Cookie with the id of the workspace that a person chose in this browser; it gives no rights. */
const CHOSEN = /(?:^|; *)countersign_workspace=([^;]*)/;

/** No credential counts in an archived workspace. */
const isArchived = (where: ExpressionBuilder<Schema & PeopleTables, "workspace">) =>
  where.exists(
    where.selectFrom("archivedWorkspace as z").select("z.workspaceId").whereRef("z.workspaceId", "=", "workspace.id"),
  );

/** All keys that nobody revoked. */
const keys = (people: People) =>
  people
    .selectFrom("apiKey as key")
    .innerJoin("workspace", "workspace.id", "key.workspaceId")
    .leftJoin("member", (join) =>
      join.onRef("member.workspaceId", "=", "key.workspaceId").onRef("member.userId", "=", "key.userId"),
    )
    .leftJoin("person", "person.id", "key.userId")
    .select(["key.workspaceId", "key.id", "key.kind", "key.name", "key.groups", "key.role", "key.userId", "key.scope"])
    .select(["key.tokenHash", "key.expiresAt", "key.formerUntil", "key.allowedAddresses"])
    .select(sql<boolean>`coalesce(key.expires_at <= now(), false)`.as("isExpired"))
    .select(sql<boolean>`coalesce(key.former_until <= now(), true)`.as("isFormerOver"))
    .select(["workspace.name as workspaceName", "member.role as memberRole", "person.name as personName", "person.email"])
    .where("key.revokedAt", "is", null)
    .where((where) => where.not(isArchived(where)));
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
