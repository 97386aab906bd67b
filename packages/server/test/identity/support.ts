import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Role } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import type { Result } from "../../src/core/refusal.ts";
import { createIdentity, type Identity, type IdentityOptions } from "../../src/identity/identity.ts";
import { openPeople } from "../../src/identity/people-tables.ts";
import type { Database } from "../../src/store/database.ts";

export const BASE_URL = "http://127.0.0.1:4100";
export const PASSWORD = "correct horse battery";

export const openTestIdentity = (database: Database, more: Partial<IdentityOptions> = {}): Identity =>
  createIdentity({ database, secrets: ["s".repeat(20) + randomBytes(16).toString("hex")], baseUrl: BASE_URL, ...more });

let clients = 0;
/** A new address, so that tests do not share counts of attempts. */
export const newAddress = (): string => `10.0.${Math.floor(++clients / 250)}.${(clients % 250) + 1}`;

export const makeName = (what: string): string => `${what}-${randomBytes(5).toString("hex")}`;

/** Adds a workspace with one administrator to the database. */
export async function addWorkspace(database: Database): Promise<{ workspaceId: string; admin: Principal }> {
  const workspaceId = makeName("wsp");
  await database.kysely.insertInto("workspace").values({ id: workspaceId, name: workspaceId }).execute();
  await database.kysely
    .insertInto("auditHead")
    .values({ workspaceId, seq: 0, hash: Buffer.alloc(32) })
    .execute();
  const admin = await addPerson(database, workspaceId, "admin");
  return { workspaceId, admin };
}

export async function addPerson(database: Database, workspaceId: string, role: Role): Promise<Principal> {
  const id = makeName("usr");
  await openPeople(database.kysely)
    .insertInto("person")
    .values({ id, name: `Name of ${id}`, email: `${id}@example.org` })
    .execute();
  await database.kysely.insertInto("member").values({ workspaceId, userId: id, role }).execute();
  return { kind: "user", id, name: `Name of ${id}`, workspaceId, role, groups: [] };
}

export const agentOf = (workspaceId: string): Principal => ({
  kind: "agent",
  id: "key_agent",
  name: "Agent",
  workspaceId,
  role: null,
  groups: ["default"],
});

export const get = (path: string, headers: Record<string, string> = {}): Request =>
  new Request(new URL(path, BASE_URL), { headers });
export const bearer = (key: string): Request => get("/api/pending-actions", { authorization: `Bearer ${key}` });

export const post = (path: string, body: unknown, headers: Record<string, string> = {}): Request =>
  new Request(new URL(path, BASE_URL), {
    method: "POST",
    headers: { "content-type": "application/json", origin: BASE_URL, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** Cookies set by an answer, as a browser would send them back. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

export async function signInByLink(identity: Identity, userId: string, baseUrl = BASE_URL): Promise<string> {
  const token = await identity.createSignInLink(userId);
  const request = new Request(new URL("/api/auth/sign-in/link", baseUrl), post("", { token }, { origin: baseUrl }));
  const response = await identity.handler(request, newAddress());
  expect(response.status).toBe(200);
  return cookieOf(response);
}

/** Signs in by link and sets a password, as an invited person does. */
export async function setPassword(identity: Identity, person: Principal): Promise<string> {
  const cookie = await signInByLink(identity, person.id);
  const body = { name: person.name, email: `${person.id}@example.org`, password: PASSWORD };
  const response = await identity.handler(post("/api/auth/account/setup", body, { cookie }), newAddress());
  expect(response.status).toBe(200);
  return cookie;
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${result.refusal.code} ${result.refusal.detail}`);
  return result.value;
}

export const codeOf = (result: Result<unknown>): string => (result.ok ? "ok" : result.refusal.code);

export const readAudit = (database: Database, workspaceId: string) =>
  database.kysely.selectFrom("auditEvent").selectAll().where("workspaceId", "=", workspaceId).orderBy("seq").execute();
