import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import type { FaultyProvider } from "./faulty-provider.ts";
import { signInAtProvider } from "./openid-provider.ts";
import { openSignOnBench, RETURN } from "./sign-on-bench.ts";
import { addPerson, cookieOf, get, newAddress, PASSWORD, post, setPassword, signInByLink } from "./support.ts";

const bench = openSignOnBench();
const { member, faultyProvider, configure, addAccount, begin, comeBack, signIn, problemOf, whoIs } = bench;

test("G63 a sign-in ends in the browser that began it, once, at its provider, within ten minutes", async () => {
  const leo = addAccount();
  const begun = await begin();
  const returned = await signInAtProvider(begun.url, leo.sub);
  const other = await begin();
  const answer = async (url: URL, browser: string) => {
    const came = await comeBack(url, browser);
    return { leadsTo: came.headers.get("location"), cookie: cookieOf(came) };
  };
  expect(problemOf(await answer(returned, ""))).toBe("expired");
  expect(problemOf(await answer(returned, other.browser))).toBe("expired");
  const wrongState = new URL(returned);
  wrongState.searchParams.set("state", new URL(other.url).searchParams.get("state")!);
  expect(problemOf(await answer(wrongState, begun.browser))).toBe("expired");
  expect((await answer(returned, begun.browser)).leadsTo).toBe("/");
  expect(problemOf(await answer(returned, begun.browser))).toBe("expired");

  const late = await begin();
  const lateReturn = await signInAtProvider(late.url, leo.sub);
  await bench.database.kysely
    .updateTable("signOn")
    .set({ expiresAt: sql<Date>`now()` })
    .execute();
  expect(problemOf(await answer(lateReturn, late.browser))).toBe("expired");
});

test("G63 an answer that another provider sends back is not taken, and no code goes to the wrong one", async () => {
  const begun = await begin("faulty");
  const atAcme = await begin("acme");
  const returned = await signInAtProvider(atAcme.url, addAccount().sub);
  // The code of Acme, with the state that began at the faulty provider, which would get to see it.
  const mixed = new URL(`${RETURN}faulty`);
  mixed.search = returned.search;
  mixed.searchParams.set("state", new URL(begun.url).searchParams.get("state")!);
  const came = await comeBack(mixed, begun.browser);
  expect(problemOf({ leadsTo: came.headers.get("location"), cookie: cookieOf(came) })).toBe("provider");
  expect(bench.faulty.exchanges).toEqual([]);
  // And to the address of one provider with the state of the other.
  const crossed = await comeBack(new URL(returned.href.replace("/acme", "/faulty")), atAcme.browser);
  expect(problemOf({ leadsTo: crossed.headers.get("location"), cookie: cookieOf(crossed) })).toBe("expired");
  expect(bench.faulty.exchanges).toEqual([]);
});

test("G63 two tabs sign in side by side", async () => {
  const max = addAccount();
  const one = await begin();
  const two = await begin("acme", { cookie: one.browser });
  for (const { url } of [one, two]) {
    const came = await comeBack(await signInAtProvider(url, max.sub), one.browser);
    expect(came.headers.get("location")).toBe("/");
  }
});

test("G63 whoever declines at the provider is told so, and nothing leads to another site", async () => {
  const { url, browser } = await begin("acme", { next: "/chat" });
  const state = new URL(url).searchParams.get("state")!;
  const denied = new URL(`${RETURN}acme?error=access_denied&state=${state}&iss=${encodeURIComponent(bench.acme.issuer)}`);
  const came = await comeBack(denied, browser);
  expect(came.headers.get("location")).toBe("/sign-in?problem=denied&provider=acme&next=%2Fchat");
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", "evil", "/\t/evil.example", "/ok\nx"]) {
    const answer = await bench.identity.handler(post("/api/auth/provider/begin", { provider: "acme", next }), newAddress());
    expect([next, answer.status]).toEqual([next, 422]);
  }
  const unknown = await bench.identity.handler(post("/api/auth/provider/begin", { provider: "nobody" }), newAddress());
  expect(unknown.status).toBe(404);
});

test("G63 keys that the provider changes count at the next sign-in", async () => {
  const nia = addAccount();
  const { url, browser } = await begin();
  await bench.acme.rotateKeys();
  const came = await comeBack(await signInAtProvider(url, nia.sub), browser);
  expect(came.headers.get("location")).toBe("/");
  await bench.acme.rotateKeys();
  expect((await signIn(nia.sub)).leadsTo).toBe("/");
});

const seconds = (n: number) => Math.floor(Date.now() / 1000) + n;
test.each<[string, FaultyProvider["faults"]]>([
  ["another issuer", { claims: { iss: "https://other.example" } }],
  ["another audience", { claims: { aud: "another client" } }],
  ["several audiences and another authorized party", { claims: { aud: ["c", "d"], azp: "d" } }],
  ["another nonce", { claims: { nonce: "stolen" } }],
  ["a token that ended", { claims: { exp: seconds(-120) } }],
  ["a token of the future", { claims: { nbf: seconds(600) } }],
  ["no subject", { claims: { sub: "" } }],
  ["a key that is not published", { signature: "foreign" }],
  ["no signature", { signature: "none" }],
  ["metadata of another issuer", { metadata: { issuer: "https://other.example" } }],
  ["claims of another person", { userInfo: { sub: "somebody else", groups: ["heads"] } }],
  ["a refusal", { tokenStatus: 500 }],
])("G63 the provider's answer signs nobody in: %s", async (_what, faults) => {
  const { url, browser } = await begin("faulty");
  bench.faulty.faults = faults;
  const came = await comeBack(await signInAtProvider(url, "fay"), browser);
  expect(problemOf({ leadsTo: came.headers.get("location"), cookie: cookieOf(came) })).toBe("provider");
  expect(bench.logged).toHaveLength(1);
  expect(bench.logged[0]).toMatch(/^a sign-in at the provider faulty failed: /);
  expect(bench.logged[0]).not.toContain(bench.acme.clientSecret);
});

test("G63 a clock that differs by less than a minute keeps nobody out, and a groups claim of userinfo counts", async () => {
  await bench.identity.configureSignOn({
    passwords: "everyone",
    providers: [faultyProvider({ members: [member("approver", "heads")] })],
  });
  bench.faulty.faults = { claims: { exp: seconds(-30), iat: seconds(-330) }, userInfo: { sub: "fay", groups: "heads" } };
  const { cookie } = await signIn("fay", "faulty");
  expect((await whoIs(cookie))?.principal).toMatchObject({ name: "Fay", role: "approver" });
  expect(bench.faulty.exchanges[0]!.get("code_verifier")).toMatch(/^[\w-]{43,}$/);
  expect(bench.faulty.exchanges[0]!.get("redirect_uri")).toBe(`${RETURN}faulty`);
});

test("G63 a provider that cannot be reached is told, and every other way to sign in stays", async () => {
  await configure({ issuer: "http://127.0.0.1:9" });
  const answer = await bench.identity.handler(post("/api/auth/provider/begin", { provider: "acme" }), newAddress());
  expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
    409,
    expect.stringMatching(/^Acme cannot be reached/),
  ]);
  const oli = await addPerson(bench.database, bench.workspaceId, "viewer");
  expect(await whoIs(await signInByLink(bench.identity, oli.id))).toBeDefined();
});

test("G63 a session that a provider opened ends after its hours, however often it is used", async () => {
  await configure({ sessionHours: 2 });
  const { cookie } = await signIn(addAccount().sub);
  const read = async () =>
    (await bench.identity.handler(post("/api/auth/get-session", {}, { cookie }), newAddress())).json() as Promise<{
      session: { expiresAt: string };
    }>;
  const end = Date.parse((await read()).session.expiresAt);
  expect(end - Date.now()).toBeLessThanOrEqual(2 * 3_600_000);
  expect(end - Date.now()).toBeGreaterThan(1.9 * 3_600_000);
  expect(Date.parse((await read()).session.expiresAt)).toBe(end);
});

test("G63 sessions of a provider end when it is taken out of the settings", async () => {
  const { cookie } = await signIn(addAccount().sub);
  const pia = await addPerson(bench.database, bench.workspaceId, "viewer");
  const own = await signInByLink(bench.identity, pia.id);
  await configure();
  expect(await whoIs(cookie)).toBeDefined();
  await bench.identity.configureSignOn({ passwords: "everyone", providers: [faultyProvider()] });
  expect([await whoIs(cookie), (await whoIs(own)) !== undefined]).toEqual([undefined, true]);
});

test("G63 where passwords are for administrators, nobody else signs in with one, and a link is refused unused", async () => {
  const viewer = await addPerson(bench.database, bench.workspaceId, "viewer");
  const head = await addPerson(bench.database, bench.workspaceId, "admin");
  const [ofViewer, ofHead] = [await setPassword(bench.identity, viewer), await setPassword(bench.identity, head)];
  await configure({}, { passwords: "administrators" });
  expect([await whoIs(ofViewer), (await whoIs(ofHead)) !== undefined]).toEqual([undefined, true]);
  const byPassword = async (person: Principal, password: string) =>
    bench.identity.handler(post("/api/auth/sign-in/email", { email: `${person.id}@example.org`, password }), newAddress());
  const refused = await byPassword(viewer, PASSWORD);
  expect([refused.status, cookieOf(refused)]).toEqual([403, expect.not.stringContaining("session_token=ey")]);
  expect(await whoIs(cookieOf(refused))).toBeUndefined();
  // A stranger learns nothing about the account.
  expect((await byPassword(viewer, "wrong password here")).status).toBe(401);
  expect((await byPassword(head, PASSWORD)).status).toBe(200);
  const token = await bench.identity.createSignInLink(viewer.id);
  expect((await bench.identity.handler(post("/api/auth/sign-in/link", { token }), newAddress())).status).toBe(403);
  await configure();
  expect((await bench.identity.handler(post("/api/auth/sign-in/link", { token }), newAddress())).status).toBe(200);
});

test("G63 a person of the provider sets a password for the day on which it is down, right after a sign-in only", async () => {
  await configure({ members: [member("admin")] });
  const ron = addAccount();
  const { cookie } = await signIn(ron.sub);
  const set = (body: unknown = { newPassword: PASSWORD }) =>
    bench.identity.handler(post("/api/auth/password/set", body, { cookie }), newAddress());
  const ways = async () => (await bench.identity.handler(get("/api/auth/account/ways", { cookie }), newAddress())).json();
  expect(await ways()).toEqual({ hasPassword: false, maySetPassword: true, providers: ["Acme"] });
  await sql`update person_session set created_at = now() - interval '11 minutes' where user_id = ${(await whoIs(cookie))!.principal.id}`.execute(
    bench.database.kysely,
  );
  expect((await set()).status).toBe(403);
  await sql`update person_session set created_at = now() where user_id = ${(await whoIs(cookie))!.principal.id}`.execute(
    bench.database.kysely,
  );
  expect((await set({ newPassword: "short" })).status).toBe(422);
  expect((await set()).status).toBe(200);
  expect((await set()).status).toBe(409);
  const byPassword = await bench.identity.handler(
    post("/api/auth/sign-in/email", { email: ron.email, password: PASSWORD }),
    newAddress(),
  );
  expect(byPassword.status).toBe(200);
  await configure({ members: [member("viewer")] }, { passwords: "administrators" });
  const sue = addAccount();
  const { cookie: ofSue } = await signIn(sue.sub);
  expect(
    (await bench.identity.handler(post("/api/auth/password/set", { newPassword: PASSWORD }, { cookie: ofSue }), newAddress()))
      .status,
  ).toBe(403);
});

test("G63 where passwords are for administrators, whoever is no administrator any more loses the session that a password opened", async () => {
  const head = await addPerson(bench.database, bench.workspaceId, "admin");
  const cookie = await setPassword(bench.identity, head);
  await configure({}, { passwords: "administrators" });
  expect(await whoIs(cookie)).toBeDefined();
  await bench.identity.changeMember(bench.admin, head.id, { role: "viewer" });
  expect(await whoIs(cookie)).toBeUndefined();
});
