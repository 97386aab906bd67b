import type { Connection, ConnectionTestResult } from "@countersign/protocol";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openRealApp } from "../http/real-app.ts";
import { need } from "../support/gate.ts";
import { startFakeDrive, type FakeDrive } from "./fakes/drive.ts";
import { GOOGLE_CLIENT, READ_SCOPE } from "./fakes/google-oauth.ts";

let drive: FakeDrive;
let real: Awaited<ReturnType<typeof openRealApp>>;
let id: string;
beforeAll(async () => {
  drive = await startFakeDrive();
  real = await openRealApp();
});
afterAll(async () => {
  await real.close();
  await drive.close();
});

const ask = async <T>(
  path: string,
  body: object,
  key = real.ourKeys.admin,
): Promise<{ status: number; body: T; text: string }> => {
  const answer = await real.send("POST", path, key, body);
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text) as T, text };
};
const settings = () => ({
  apiUrl: drive.url,
  authorizeUrl: `${drive.url}/o/oauth2/v2/auth`,
  tokenUrl: `${drive.url}/token`,
  folders: [],
});
const create = (more: object = {}) =>
  ask<Connection>("/api/connections", {
    connector: "google-drive",
    name: `Drive ${crypto.randomUUID()}`,
    prefix: `d${crypto.randomUUID().slice(0, 8)}`,
    settings: settings(),
    credentials: { clientId: GOOGLE_CLIENT.id, clientSecret: GOOGLE_CLIENT.secret },
    allowPrivate: true,
    confirm: true,
    ...more,
  });
const begin = async (key?: string): Promise<URL> =>
  new URL((await ask<{ url: string }>(`/api/connections/${id}/authorization`, {}, key)).body.url);
/** Follows Google's consent page back to the inbox, as the person's browser does; returns the query of that address. */
const allow = async (url: URL): Promise<string> => {
  const answer = await fetch(url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  expect(`${back.origin}${back.pathname}`).toBe("http://localhost:7420/admin/connections/authorized");
  return back.search.slice(1);
};
const finish = (query: string, key?: string) => ask<Connection>("/api/connections/authorization", { query }, key);
const tell = async () => (await ask<ConnectionTestResult>(`/api/connections/${id}/test`, {})).body;

beforeEach(async () => {
  id = (await create()).body.id;
});

test("an administrator connects an account: Google's page, and back with a code that becomes a refresh token", async () => {
  expect(await tell()).toMatchObject({
    ok: false,
    code: "auth",
    message: expect.stringContaining("No account is connected"),
  });
  const url = await begin();
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: GOOGLE_CLIENT.id,
    scope: "https://www.googleapis.com/auth/drive",
    code_challenge_method: "S256",
    access_type: "offline",
    redirect_uri: "http://localhost:7420/admin/connections/authorized",
  });
  const { status, body, text } = await finish(await allow(url));
  expect([status, body.id]).toEqual([200, id]);
  expect(body.credentialFields).toEqual(["accessToken", "accessTokenExpiresAt", "clientId", "clientSecret", "refreshToken"]);
  expect(text).not.toMatch(/ya29\.|1\/\/|GOCSPX/);
  expect(await tell()).toMatchObject({ ok: true, as: "ada@example.test" });
  const page = await (await real.send("GET", "/api/audit?limit=20", real.ourKeys.admin)).text();
  expect(page).not.toMatch(/ya29\.|1\/\/|GOCSPX/);
});

test("an answer counts once, for who asked, in their workspace", async () => {
  const query = await allow(await begin());
  const { identity, ours } = real;
  const other = { ...ours.people.other, role: "admin" as const };
  await ours.database.kysely.updateTable("member").set({ role: "admin" }).where("userId", "=", other.id).execute();
  const { key: otherAdmin } = need(await identity.createKey(other, { kind: "user", name: "user" }));
  for (const key of [otherAdmin, real.theirKeys.admin, real.ourKeys.approver, real.ourKeys.agent]) {
    expect((await finish(query, key)).status).toBeGreaterThanOrEqual(400);
  }
  expect(await tell()).toMatchObject({ ok: false });
  expect((await finish(query)).status).toBe(200);
  const again = await finish(query);
  expect([again.status, again.text]).toEqual([409, expect.stringContaining("was revoked or has expired")]);
  // The stored credentials are unchanged.
  expect(await tell()).toMatchObject({ ok: true });
});

test("an answer nobody asked for, or one that was altered, is refused and nothing is sent to the service", async () => {
  const query = new URLSearchParams(await allow(await begin()));
  const state = query.get("state") ?? "";
  const other = (await create()).body.id;
  const moved = Buffer.from(Buffer.from(state, "base64url").toString().replace(id, other)).toString("base64url");
  const asked = drive.requests.length;
  for (const forged of ["", "x", Buffer.from("[1,2]").toString("base64url"), `${state}A`.replace(/^../, "AA"), moved]) {
    query.set("state", forged);
    expect((await finish(query.toString())).status).toBe(422);
  }
  expect(drive.requests).toHaveLength(asked);
});

test("a person who says no, or allows too little, is told so", async () => {
  const state = (await begin()).searchParams.get("state") ?? "";
  const denied = await finish(`error=access_denied&state=${state}`);
  expect([denied.status, denied.text]).toEqual([409, expect.stringContaining("was not granted (access_denied)")]);
  const url = await begin();
  url.searchParams.set("scope", READ_SCOPE);
  expect((await finish(await allow(url))).text).toContain("Keep its checkbox selected");
  expect(await tell()).toMatchObject({ ok: false });
});

test("access that is revoked later says to connect the account again, which helps", async () => {
  await finish(await allow(await begin()));
  drive.oauth.revokeAll();
  expect(await tell()).toMatchObject({
    ok: false,
    code: "auth",
    message: expect.stringContaining("Connect the account again"),
  });
  await finish(await allow(await begin()));
  expect(await tell()).toMatchObject({ ok: true });
});

test("a connector without accounts says so", async () => {
  const made = await ask<Connection>("/api/connections", { connector: "workspace", name: "Records", prefix: "records" });
  const { status, text } = await ask(`/api/connections/${made.body.id}/authorization`, {});
  expect([status, text]).toEqual([409, expect.stringContaining("no accounts to connect")]);
});
