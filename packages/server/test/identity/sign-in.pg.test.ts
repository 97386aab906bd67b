import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Problem } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { openPeople } from "../../src/identity/people-tables.ts";
import { createSignInAttempts } from "../../src/identity/sign-in-attempts.ts";
import { describeEachDatabase } from "../support/database.ts";
import {
  addPerson,
  addWorkspace,
  BASE_URL,
  cookieOf,
  get,
  newAddress,
  openTestIdentity,
  PASSWORD,
  post,
  setPassword,
  signInByLink,
} from "./support.ts";

const readProblem = async (response: Response) => (await response.json()) as Problem;

describeEachDatabase("sign-in", (getDatabase) => {
  let identity: Identity;
  let workspaceId: string;
  let person: Principal;
  let email: string;

  beforeAll(async () => {
    identity = openTestIdentity(getDatabase());
    ({ workspaceId, admin: person } = await addWorkspace(getDatabase()));
    email = `${person.id}@example.org`;
    await setPassword(identity, person);
  });

  const signIn = (password: string, address = newAddress(), headers: Record<string, string> = {}) =>
    identity.handler(post("/api/auth/sign-in/email", { email, password }, headers), address);
  const countSessions = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from person_session`.execute(getDatabase().kysely);
    return rows[0]?.n;
  };

  test("a password opens a session that is a principal", async () => {
    const response = await signIn(PASSWORD);
    expect(response.status).toBe(200);
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^countersign\.session_token=/);
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Lax");
    expect(cookie).not.toContain("Secure");

    const who = await identity.authenticate(get("/api/me", { cookie: cookieOf(response) }));
    expect(who).toMatchObject({ kind: "principal", via: "cookie", email, needsPassword: false });
    expect(who).toMatchObject({ principal: { kind: "user", id: person.id, workspaceId, role: "admin", groups: [] } });
    expect(who).toMatchObject({ workspaces: [{ id: workspaceId, role: "admin" }] });
  });

  test("G25 a rotation of the secret signs nobody out, and one that is no longer listed does", async () => {
    const [former, current] = ["former secret of 32 characters or more", "current secret of 32 characters or more"] as const;
    const open = (...secrets: [string, ...string[]]) => openTestIdentity(getDatabase(), { secrets });
    const before = await open(former).handler(post("/api/auth/sign-in/email", { email, password: PASSWORD }), newAddress());
    const cookie = cookieOf(before);
    const me = () => get("/api/me", { cookie });
    const principal = { id: person.id };
    expect(await open(current, former).authenticate(me())).toMatchObject({ kind: "principal", principal });
    const session = await open(current, former).handler(get("/api/auth/get-session", { cookie }), newAddress());
    expect(await session.json()).toMatchObject({ user: { id: person.id } });
    expect(await open(current).authenticate(me())).toEqual({ kind: "none" });
    const forged = cookie.replace(/\.[^.]*$/, `.${encodeURIComponent("A".repeat(43))}=`);
    expect(await open(current, former).authenticate(get("/api/me", { cookie: forged }))).toEqual({ kind: "none" });
  });

  test("behind https the cookie is Secure", async () => {
    const secure = openTestIdentity(getDatabase(), { baseUrl: "https://sign.example.org" });
    const request = post("/api/auth/sign-in/email", { email, password: PASSWORD }, { origin: "https://sign.example.org" });
    const [cookie] = (await secure.handler(request, newAddress())).headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-countersign\.session_token=.*Secure/);
  });

  test("a wrong password and an unknown address get the same answer", async () => {
    const wrong = await signIn("wrong horse battery");
    const unknown = await identity.handler(
      post("/api/auth/sign-in/email", { email: "nobody@example.org", password: PASSWORD }),
      newAddress(),
    );
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.headers.get("content-type")).toBe("application/problem+json");
    expect(wrong.headers.getSetCookie()).toEqual([]);
    const problem = await readProblem(wrong);
    expect(problem.code).toBe("UNAUTHENTICATED");
    expect(await readProblem(unknown)).toEqual(problem);
    expect(JSON.stringify(problem)).not.toContain("wrong horse");
  });

  test("G30 failures of one person at an address lock out neither others there nor the person elsewhere, and successes do not count", async () => {
    const limited = openTestIdentity(getDatabase(), { attempts: { perAccount: 3, perAddress: 5, windowSeconds: 900 } });
    const attempt = async (address: string, as = email, password = "wrong horse battery") =>
      limited.handler(post("/api/auth/sign-in/email", { email: as, password }, { "x-forwarded-for": newAddress() }), address);
    const statuses = async (count: number, ...asked: Parameters<typeof attempt>) =>
      (await Promise.all(Array.from({ length: count }, () => attempt(...asked)))).map(({ status }) => status).sort();
    const colleague = await addPerson(getDatabase(), workspaceId, "viewer");
    await setPassword(limited, colleague);
    const other = `${colleague.id}@example.org`;
    const address = newAddress();

    // Concurrent attempts are all counted.
    expect(await statuses(6, address)).toEqual([401, 401, 401, 429, 429, 429]);
    const refused = await attempt(address, email.toUpperCase(), PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect((await readProblem(refused)).code).toBe("RATE_LIMITED");
    expect((await attempt(newAddress(), email, PASSWORD)).status).toBe(200);

    for (let n = 0; n < 6; n += 1) expect((await attempt(address, other, PASSWORD)).status).toBe(200);
    expect(await statuses(3, address, "nobody@example.org")).toEqual([401, 401, 429]);
    expect((await attempt(address, other, PASSWORD)).status).toBe(429);
    // Addresses of one IPv6 /64 network count as one.
    expect(await statuses(3, "2001:db8:7::1")).toEqual([401, 401, 401]);
    expect((await attempt("2001:db8:7:0:1:2:3:4", email, PASSWORD)).status).toBe(429);
    expect((await attempt("2001:db8:7:1::1", email, PASSWORD)).status).toBe(200);
  });

  test("G30 first attempts that come together are counted, each of them", async () => {
    const { kysely } = getDatabase();
    // The function widens the time between the conflict check and the insert, so that all attempts overlap in it.
    await sql`create function a_while(text) returns text language sql immutable
      as $$ select $1 from pg_sleep(0.1) $$`.execute(kysely);
    await sql`alter table sign_in_rate drop constraint sign_in_rate_pkey, drop constraint sign_in_rate_key_key`.execute(kysely);
    await sql`create index sign_in_rate_a_while on sign_in_rate (a_while(key))`.execute(kysely);
    await sql`alter table sign_in_rate add primary key (id), add unique (key)`.execute(kysely);
    try {
      const attempts = createSignInAttempts(
        openPeople(kysely),
        { perAccount: 3, perAddress: 100, windowSeconds: 900 },
        Date.now,
      );
      const attempt = { kind: "sign-in" as const, account: "ada@example.org", address: newAddress() };
      const begun = await Promise.all(Array.from({ length: 6 }, () => attempts.begin(attempt)));
      expect(begun.filter(({ ok }) => ok)).toHaveLength(3);
    } finally {
      await sql`drop index sign_in_rate_a_while`.execute(kysely);
    }
  });

  test("G30 requests of a command line are counted in the same table and forget no failure to sign in", async () => {
    const limited = openTestIdentity(getDatabase(), { attempts: { perAccount: 3, perAddress: 5, windowSeconds: 900 } });
    const address = newAddress();
    const attempt = () => limited.handler(post("/api/auth/sign-in/email", { email, password: "wrong horse battery" }), address);
    const begin = () => limited.handler(post("/api/auth/device/begin", { deviceName: "a laptop" }), address);
    for (const status of [401, 401, 401, 429]) expect((await attempt()).status).toBe(status);
    for (let n = 0; n < 10; n += 1) expect((await begin()).status).toBe(200);
    expect((await begin()).status).toBe(429);
    // Two minutes later the command line's window is over, but not the window of failed sign-ins.
    await sql`update sign_in_rate set last_request = last_request - 120000 where key like ${`%${address}%`}`.execute(
      getDatabase().kysely,
    );
    expect((await begin()).status).toBe(200);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(780);
  });

  test("signing out ends the session", async () => {
    const cookie = cookieOf(await signIn(PASSWORD));
    expect((await identity.handler(post("/api/auth/sign-out", {}, { cookie }))).status).toBe(200);
    expect(await identity.authenticate(get("/api/me", { cookie }))).toEqual({ kind: "none" });
  });

  test("a forged cookie is nobody", async () => {
    const cookie = cookieOf(await signIn(PASSWORD));
    const forged = cookie.replace(/\.[^.]*$/, ".AAAA");
    expect(await identity.authenticate(get("/api/me", { cookie: forged }))).toEqual({ kind: "none" });
    expect(await openTestIdentity(getDatabase()).authenticate(get("/api/me", { cookie }))).toEqual({ kind: "none" });
  });

  test("a link signs in once; a GET never uses it up", async () => {
    const token = await identity.createSignInLink(person.id);
    expect(identity.signInUrl(token)).toBe(`${BASE_URL}/sign-in#token=${token}`);
    const { rows } = await sql<{ text: string }>`select sign_in_link::text as text from sign_in_link`.execute(
      getDatabase().kysely,
    );
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);

    for (const path of [`/api/auth/sign-in/link?token=${token}`, `/api/auth/sign-in/link/${token}`]) {
      expect((await identity.handler(get(path), newAddress())).status).toBe(404);
    }
    const first = await identity.handler(post("/api/auth/sign-in/link", { token }), newAddress());
    expect(first.status).toBe(200);
    expect(await identity.authenticate(get("/", { cookie: cookieOf(first) }))).toMatchObject({ principal: { id: person.id } });
    const second = await identity.handler(post("/api/auth/sign-in/link", { token }), newAddress());
    expect(second.status).toBe(401);
    expect(second.headers.getSetCookie()).toEqual([]);
    expect(await second.text()).not.toContain(token);
  });

  test("of eight uses of one link at once, one opens a session", async () => {
    const token = await identity.createSignInLink(person.id);
    const before = await countSessions();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => identity.handler(post("/api/auth/sign-in/link", { token }), newAddress())),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
    expect(await countSessions()).toBe((before ?? 0) + 1);
  });

  test("a link is over by the database's clock", async () => {
    const token = await identity.createSignInLink(person.id);
    await sql`update sign_in_link set expires_at = now() - interval '1 second' where used_at is null`.execute(
      getDatabase().kysely,
    );
    expect(await identity.consumeSignInLink(token)).toBeNull();
    expect(await identity.consumeSignInLink("no link at all")).toBeNull();
  });

  test("a foreign or missing Origin is refused", async () => {
    const foreign = await signIn(PASSWORD, newAddress(), { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    const cookie = await signInByLink(identity, person.id);
    const headers = { "content-type": "application/json", cookie };
    const missing = await identity.handler(
      new Request(`${BASE_URL}/api/auth/sign-out`, { method: "POST", headers, body: "{}" }),
    );
    expect(missing.status).toBe(403);
    const otherPort = await identity.handler(post("/api/auth/sign-out", {}, { cookie, origin: "http://127.0.0.1:4101" }));
    expect(otherPort.status).toBe(403);
    expect(await identity.authenticate(get("/", { cookie }))).toMatchObject({ kind: "principal" });
  });

  test("sign-up is closed, and so is everything not named open", async () => {
    const body = { name: "Eve", email: "eve@example.org", password: PASSWORD };
    for (const path of [
      "/sign-up/email",
      "/update-user",
      "/change-email",
      "/delete-user",
      "/request-password-reset",
      "/ok",
      "//sign-up/email",
    ]) {
      expect([path, (await identity.handler(post(`/api/auth${path}`, body), newAddress())).status]).toEqual([path, 404]);
    }
  });

  test("only JSON of a reasonable size is read", async () => {
    const plain = await identity.handler(post("/api/auth/sign-in/email", "{}", { "content-type": "text/plain" }), newAddress());
    const broken = await identity.handler(post("/api/auth/sign-in/email", "{"), newAddress());
    const twice = await identity.handler(post("/api/auth/sign-in/email", '{"email":"a@b.c","email":"d@e.f"}'), newAddress());
    const large = await identity.handler(
      post("/api/auth/sign-in/email", { email, password: "x".repeat(20_000) }),
      newAddress(),
    );
    const wrongType = await identity.handler(post("/api/auth/sign-in/link", { token: { a: 1 } }), newAddress());
    const statuses = [plain, broken, twice, large, wrongType].map(({ status }) => status);
    expect(statuses).toEqual([415, 400, 422, 413, 422]);
  });

  test("a refused field is named by its path", async () => {
    const cookie = await signInByLink(identity, person.id);
    const pathsOf = async (path: string, body: unknown) => {
      const response = await identity.handler(post(`/api/auth${path}`, body, { cookie }), newAddress());
      expect(response.status).toBe(422);
      return (await readProblem(response)).errors?.map((error) => error.path);
    };
    expect(await pathsOf("/sign-in/email", {})).toEqual(["/email", "/password"]);
    expect(await pathsOf("/sign-in/email", [])).toEqual([""]);
    expect(await pathsOf("/sign-in/email", { email: "nonsense", password: "x" })).toEqual(["/email"]);
    expect(await pathsOf("/password/change", { currentPassword: PASSWORD, newPassword: "short" })).toEqual(["/newPassword"]);
    expect(await pathsOf("/password/change", { currentPassword: "not the one", newPassword: `${PASSWORD}!` })).toEqual([
      "/currentPassword",
    ]);
  });

  test("an invited person sets a password once and keeps the address", async () => {
    const invited = await addPerson(getDatabase(), workspaceId, "approver");
    const cookie = await signInByLink(identity, invited.id);
    const unused = await identity.createSignInLink(invited.id);
    expect(await identity.authenticate(get("/", { cookie }))).toMatchObject({ needsPassword: true });
    const setUp = (body: object) => identity.handler(post("/api/auth/account/setup", body, { cookie }), newAddress());

    const own = `${invited.id}@example.org`;
    const short = await setUp({ name: " ", email: "nonsense", password: "short" });
    expect(short.status).toBe(422);
    expect((await readProblem(short)).errors?.map(({ path }) => path)).toEqual(["/name", "/email", "/password"]);
    const other = await setUp({ name: "Ann", email: "boss@example.org", password: PASSWORD });
    expect((await readProblem(other)).errors).toEqual([{ path: "/email", message: `must stay ${own}` }]);

    expect((await setUp({ name: "Ann", email: own.toUpperCase(), password: PASSWORD })).status).toBe(200);
    expect(await identity.authenticate(get("/", { cookie }))).toMatchObject({
      needsPassword: false,
      principal: { name: "Ann" },
    });
    expect((await setUp({ name: "Ann", email: own, password: `${PASSWORD}!` })).status).toBe(409);
    expect(await identity.consumeSignInLink(unused)).toBeNull();
    const signedIn = await identity.handler(post("/api/auth/sign-in/email", { email: own, password: PASSWORD }), newAddress());
    expect(signedIn.status).toBe(200);
  });

  test("setting up an account needs a session, a key is not enough", async () => {
    const body = { name: "Eve", email: "eve@example.org", password: PASSWORD };
    const response = await identity.handler(
      post("/api/auth/account/setup", body, { authorization: "Bearer csu_x" }),
      newAddress(),
    );
    expect(response.status).toBe(401);
  });

  test("a session of somebody who left every workspace is no member", async () => {
    const leaver = await addPerson(getDatabase(), workspaceId, "viewer");
    const cookie = await signInByLink(identity, leaver.id);
    expect((await identity.removeMember(person, leaver.id)).ok).toBe(true);
    expect(await identity.authenticate(get("/", { cookie }))).toEqual({ kind: "not_a_member" });
  });
});
