import type { Role } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { bootstrapWorkspace } from "../../src/identity/bootstrap-workspace.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { openPeople } from "../../src/identity/people-tables.ts";
import type { MemberRule, SignOnProvider, SignOnSettings } from "../../src/identity/sign-on/sign-on-settings.ts";
import { createWorkspace } from "../../src/identity/workspaces.ts";
import type { Database } from "../../src/store/database.ts";
import { openTestDatabase } from "../support/database.ts";
import { startFaultyProvider, type FaultyProvider } from "./faulty-provider.ts";
import { signInAtProvider, startOpenIdProvider, type OpenIdProvider } from "./openid-provider.ts";
import {
  addPerson,
  addWorkspace,
  BASE_URL,
  bearer,
  cookieOf,
  get,
  makeName,
  newAddress,
  openTestIdentity,
  PASSWORD,
  post,
  readAudit,
  setPassword,
  signInByLink,
  valueOf,
} from "./support.ts";

const RETURN = `${BASE_URL}/api/auth/provider/return/`;

describe("sign-in at OpenID providers", () => {
  let database: Database;
  const getDatabase = () => database;
  let identity: Identity;
  let acme: OpenIdProvider;
  let faulty: FaultyProvider;
  let workspaceId: string;
  let admin: Principal;
  let logged: string[];

  beforeAll(async () => {
    database = await openTestDatabase("pg");
    acme = await startOpenIdProvider([`${RETURN}acme`, `${RETURN}other`]);
    faulty = await startFaultyProvider({ sub: "fay", email: "fay@faulty.example", email_verified: true, name: "Fay" });
    // The installation's first workspace, which rules without one mean.
    await bootstrapWorkspace(openPeople(getDatabase().kysely));
    ({ workspaceId, admin } = await addWorkspace(getDatabase()));
  });
  beforeEach(async () => {
    logged = [];
    identity = openTestIdentity(getDatabase(), { log: (message) => void logged.push(message) });
    faulty.faults = {};
    faulty.exchanges.length = 0;
    await configure();
  });
  afterAll(async () => {
    await acme.close();
    await faulty.close();
    await database.close();
  });

  const member = (role: Role, group?: string, teams: string[] = []): MemberRule => ({ workspaceId, group, role, teams });
  const everybody = [member("viewer")];
  const providerOf = (more: Partial<SignOnProvider> = {}): SignOnProvider => ({
    id: "acme",
    name: "Acme",
    issuer: acme.issuer,
    clientId: acme.clientId,
    clientSecret: acme.clientSecret,
    clientAuthentication: undefined,
    scopes: ["openid", "email", "profile", "groups"],
    domains: ["acme.example"],
    trustsEmail: false,
    groupsClaim: "groups",
    sessionHours: 12,
    members: everybody,
    ...more,
  });
  const faultyProvider = (more: Partial<SignOnProvider> = {}): SignOnProvider =>
    providerOf({ id: "faulty", name: "Faulty", issuer: faulty.issuer, clientId: "c", domains: ["faulty.example"], ...more });
  const configure = (acmeMore: Partial<SignOnProvider> = {}, more: Partial<SignOnSettings> = {}) =>
    identity.configureSignOn({ passwords: "everyone", providers: [providerOf(acmeMore), faultyProvider()], ...more });

  /** Somebody whom the provider knows. */
  function addAccount(claims: Record<string, unknown> = {}): { sub: string; email: string; name: string } {
    const sub = makeName("sub");
    const account = { email: `${sub}@acme.example`, email_verified: true, name: `Person ${sub}`, ...claims };
    acme.people.set(sub, account);
    return { ...account, sub };
  }
  async function begin(provider = "acme", { next, cookie = "" }: { next?: string; cookie?: string } = {}) {
    const body = { provider, ...(next !== undefined && { next }) };
    const answer = await identity.handler(post("/api/auth/provider/begin", body, { cookie }), newAddress());
    expect([answer.status, await answer.clone().text()]).toEqual([200, expect.any(String)]);
    return { url: ((await answer.json()) as { url: string }).url, browser: cookieOf(answer) };
  }
  const comeBack = (returned: URL, browser: string) =>
    identity.handler(get(returned.pathname + returned.search, { cookie: browser }), newAddress());
  /** Signs in from beginning to end. `leadsTo` is the page that opens. */
  async function signIn(login: string, provider = "acme", options?: { next: string }) {
    const { url, browser } = await begin(provider, options);
    const returned = await signInAtProvider(url, login);
    const answer = await comeBack(returned, browser);
    expect(answer.status).toBe(302);
    return { leadsTo: answer.headers.get("location"), cookie: cookieOf(answer), returned, browser };
  }
  const problemOf = ({ leadsTo, cookie }: { leadsTo: string | null; cookie: string }) => {
    expect(cookie).not.toContain("session_token");
    return new URL(leadsTo!, BASE_URL).searchParams.get("problem");
  };
  const whoIs = async (cookie: string) => {
    const found = await identity.authenticate(get("/api/me", { cookie }));
    return found.kind === "principal" ? found : undefined;
  };
  const memberOf = async (email: string) => valueOf(await identity.listMembers(admin)).find((each) => each.email === email);
  const events = async (kind: string) => (await readAudit(getDatabase(), workspaceId)).filter((event) => event.kind === kind);

  test("G63 a person of the provider signs in, becomes a member by its rules, and is the same person the next time", async () => {
    await configure({
      members: [member("viewer"), member("approver", "approvers", ["money"]), member("viewer", "approvers", ["mail"])],
    });
    const ann = addAccount({ groups: ["approvers", "others"] });
    const first = await signIn(ann.sub, "acme", { next: "/history?tool=pay" });
    expect(first.leadsTo).toBe("/history?tool=pay");
    const me = await whoIs(first.cookie);
    expect(me).toMatchObject({
      principal: { kind: "user", name: ann.name, workspaceId, role: "approver" },
      email: ann.email,
      needsPassword: false,
    });
    expect(await memberOf(ann.email)).toMatchObject({ role: "approver", teams: ["mail", "money"], managedBy: "Acme" });
    const byHand = await identity.changeMember(admin, me!.principal.id, { role: "viewer" });
    expect(byHand.ok ? undefined : byHand.refusal.detail).toMatch(/^Groups at Acme set role and teams/);
    const [added] = (await events("member.added")).slice(-1);
    expect(added).toMatchObject({ actorKind: "system" });
    expect(JSON.parse(String(added!.data))).toMatchObject({ role: "approver", provider: "Acme" });

    const again = await signIn(ann.sub);
    expect((await whoIs(again.cookie))?.principal.id).toBe(me?.principal.id);
    expect(logged).toEqual([]);
  });

  test("G63 groups that change at the provider change role and teams at the next sign-in, and end a membership", async () => {
    const second = valueOf(
      await createWorkspace(getDatabase(), {
        name: makeName("Second"),
        admin: { name: "S", email: `${makeName("s")}@x.example` },
      }),
    );
    const rules = [
      member("admin", "heads"),
      member("approver", "approvers", ["money"]),
      { ...member("viewer", "heads"), workspaceId: second.workspaceId },
    ];
    await configure({ members: rules });
    const bea = addAccount({ groups: ["heads"] });
    const { cookie } = await signIn(bea.sub);
    const who = (await whoIs(cookie))!;
    expect(who.workspaces.map(({ id, role }) => [id, role]).sort()).toEqual(
      [
        [second.workspaceId, "viewer"],
        [workspaceId, "admin"],
      ].sort(),
    );
    const token = valueOf(
      await identity.createKey({ ...who.principal, workspaceId, role: "admin" }, { kind: "user", name: "script" } as never),
    );

    acme.people.set(bea.sub, { ...bea, groups: ["approvers"] });
    await signIn(bea.sub);
    expect(await memberOf(bea.email)).toMatchObject({ role: "approver", teams: ["money"] });
    expect((await whoIs(cookie))?.workspaces.map(({ id }) => id)).toEqual([workspaceId]);
    expect((await identity.authenticate(bearer(token.key))).kind).toBe("principal");

    // Without the claim nobody knows the groups, so nothing changes.
    acme.people.set(bea.sub, { email: bea.email, email_verified: true });
    expect((await signIn(bea.sub)).leadsTo).toBe("/");
    expect(await memberOf(bea.email)).toMatchObject({ role: "approver" });

    acme.people.set(bea.sub, { ...bea, groups: [] });
    expect(problemOf(await signIn(bea.sub))).toBe("no_access");
    expect(await memberOf(bea.email)).toBeUndefined();
    expect(await identity.authenticate(get("/api/me", { cookie }))).toEqual({ kind: "not_a_member" });
    expect((await identity.authenticate(bearer(token.key))).kind).toBe("invalid");
  });

  test("G63 a role that groups raise counts in approval rules after the wait of the workspace", async () => {
    await getDatabase()
      .kysely.updateTable("workspace")
      .set({ newApproverWaitSeconds: 3600 })
      .where("id", "=", workspaceId)
      .execute();
    await configure({ members: [member("viewer"), member("approver", "approvers")] });
    const cas = addAccount({ groups: ["approvers"] });
    await signIn(cas.sub);
    expect(await memberOf(cas.email)).toMatchObject({ role: "approver", countsFrom: expect.any(String) });
  });

  test("G63 what an administrator gave stays the administrator's: no group raises or ends it", async () => {
    const dan = addAccount({ groups: ["heads"] });
    await identity.addMember(admin, { email: dan.email, name: "Dan", role: "viewer" });
    await configure({ members: [member("admin", "heads")] });
    await signIn(dan.sub);
    expect(await memberOf(dan.email)).toMatchObject({ role: "viewer", managedBy: null });
    acme.people.set(dan.sub, { ...dan, groups: [] });
    expect((await signIn(dan.sub)).leadsTo).toBe("/");
    expect(await memberOf(dan.email)).toMatchObject({ role: "viewer" });
  });

  test("G63 the last administrator stays, whatever the groups say, and the log says why", async () => {
    const alone = valueOf(
      await createWorkspace(getDatabase(), {
        name: makeName("Alone"),
        admin: { name: "A", email: `${makeName("a")}@x.example` },
      }),
    );
    await configure({ members: [{ ...member("admin", "heads"), workspaceId: alone.workspaceId }, member("viewer")] });
    const eve = addAccount({ groups: ["heads"] });
    await signIn(eve.sub);
    await getDatabase()
      .kysely.deleteFrom("member")
      .where("workspaceId", "=", alone.workspaceId)
      .where("userId", "not in", (q) => q.selectFrom("providedMember").select("userId"))
      .execute();
    acme.people.set(eve.sub, { ...eve, groups: [] });
    await signIn(eve.sub);
    expect(logged).toEqual([expect.stringContaining("at least one administrator")]);
    const still = await getDatabase()
      .kysely.selectFrom("member")
      .select("role")
      .where("workspaceId", "=", alone.workspaceId)
      .execute();
    expect(still).toEqual([{ role: "admin" }]);
  });

  test("G63 an account that somebody made with the address before is taken over: its password, sessions and links end", async () => {
    const fred = addAccount();
    const { member: invited, linkToken } = valueOf(
      await identity.addMember(admin, { email: fred.email, name: "Fred", role: "approver", confirm: true }),
    );
    const opened = await identity.handler(post("/api/auth/sign-in/link", { token: linkToken! }), newAddress());
    const stolen = cookieOf(opened);
    const setUp = { name: "Fred", email: fred.email, password: PASSWORD };
    await identity.handler(post("/api/auth/account/setup", setUp, { cookie: stolen }), newAddress());
    expect(await whoIs(stolen)).toBeDefined();

    const { cookie } = await signIn(fred.sub);
    expect((await whoIs(cookie))?.principal.id).toBe(invited.userId);
    expect(await whoIs(stolen)).toBeUndefined();
    const byPassword = await identity.handler(
      post("/api/auth/sign-in/email", { email: fred.email, password: PASSWORD }),
      newAddress(),
    );
    expect(byPassword.status).toBe(401);
    // No administrator gets a link to an account of the provider.
    expect((await identity.renewInvitation(admin, invited.userId)).ok).toBe(false);
    const [linked] = (await events("member.account_linked")).slice(-1);
    expect(JSON.parse(String(linked!.data))).toEqual({ userId: invited.userId, provider: "Acme" });
  });

  test("G63 an address that the provider gave to somebody else does not open the account of its first person", async () => {
    const first = addAccount();
    await signIn(first.sub);
    const second = addAccount({ email: first.email });
    expect(problemOf(await signIn(second.sub))).toBe("taken");
  });

  test.each([
    ["an address that is not verified", { email_verified: false }],
    ["no word about verification", { email_verified: undefined }],
    ["no address", { email: undefined }],
    ["an address of another domain", { email: "boss@other.example" }],
    ["a domain that ends like it", { email: "boss@notacme.example" }],
    ["a domain below it", { email: "boss@sub.acme.example" }],
    ["two domains", { email: "boss@acme.example@other.example" }],
  ])("G63 %s makes no account and takes none over", async (_what, claims) => {
    expect(problemOf(await signIn(addAccount(claims).sub))).toBe("address");
  });

  test("G63 an address counts without verification where the settings trust the provider's", async () => {
    await configure({ trustsEmail: true });
    expect((await signIn(addAccount({ email_verified: undefined }).sub)).leadsTo).toBe("/");
  });

  test("G63 whoever no rule makes a member gets no account", async () => {
    await configure({ members: [member("viewer", "staff")] });
    const guest = addAccount({ groups: ["guests"] });
    expect(problemOf(await signIn(guest.sub))).toBe("no_access");
    const people = openPeople(getDatabase().kysely);
    expect(await people.selectFrom("person").select("id").where("email", "=", guest.email).execute()).toEqual([]);
  });

  test("G63 a name that could be confused with another is told apart by the address", async () => {
    const gus = addAccount({ name: "Administrator" });
    const { cookie } = await signIn(gus.sub);
    expect((await whoIs(cookie))?.principal.name).toBe(`Administrator (${gus.email})`);
    const ina = addAccount({ name: "bad\u0000name" });
    expect((await whoIs((await signIn(ina.sub)).cookie))?.principal.name).toBe(ina.email);
  });

  test("G63 of eight first sign-ins at once all open one account", async () => {
    const kim = addAccount();
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => (await whoIs((await signIn(kim.sub)).cookie))?.principal.id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeDefined();
  });

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
    await getDatabase()
      .kysely.updateTable("signOn")
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
    expect(faulty.exchanges).toEqual([]);
    // And to the address of one provider with the state of the other.
    const crossed = await comeBack(new URL(returned.href.replace("/acme", "/faulty")), atAcme.browser);
    expect(problemOf({ leadsTo: crossed.headers.get("location"), cookie: cookieOf(crossed) })).toBe("expired");
    expect(faulty.exchanges).toEqual([]);
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
    const denied = new URL(`${RETURN}acme?error=access_denied&state=${state}&iss=${encodeURIComponent(acme.issuer)}`);
    const came = await comeBack(denied, browser);
    expect(came.headers.get("location")).toBe("/sign-in?problem=denied&provider=acme&next=%2Fchat");
    for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", "evil", "/\t/evil.example", "/ok\nx"]) {
      const answer = await identity.handler(post("/api/auth/provider/begin", { provider: "acme", next }), newAddress());
      expect([next, answer.status]).toEqual([next, 422]);
    }
    const unknown = await identity.handler(post("/api/auth/provider/begin", { provider: "nobody" }), newAddress());
    expect(unknown.status).toBe(404);
  });

  test("G63 keys that the provider changes count at the next sign-in", async () => {
    const nia = addAccount();
    const { url, browser } = await begin();
    await acme.rotateKeys();
    const came = await comeBack(await signInAtProvider(url, nia.sub), browser);
    expect(came.headers.get("location")).toBe("/");
    await acme.rotateKeys();
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
  ])("G63 %s: the provider's answer signs nobody in", async (_what, faults) => {
    const { url, browser } = await begin("faulty");
    faulty.faults = faults;
    const came = await comeBack(await signInAtProvider(url, "fay"), browser);
    expect(problemOf({ leadsTo: came.headers.get("location"), cookie: cookieOf(came) })).toBe("provider");
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/^a sign-in at the provider faulty failed: /);
    expect(logged[0]).not.toContain(acme.clientSecret);
  });

  test("G63 a clock that differs by less than a minute keeps nobody out, and a groups claim of userinfo counts", async () => {
    await identity.configureSignOn({
      passwords: "everyone",
      providers: [faultyProvider({ members: [member("approver", "heads")] })],
    });
    faulty.faults = { claims: { exp: seconds(-30), iat: seconds(-330) }, userInfo: { sub: "fay", groups: "heads" } };
    const { cookie } = await signIn("fay", "faulty");
    expect((await whoIs(cookie))?.principal).toMatchObject({ name: "Fay", role: "approver" });
    expect(faulty.exchanges[0]!.get("code_verifier")).toMatch(/^[\w-]{43,}$/);
    expect(faulty.exchanges[0]!.get("redirect_uri")).toBe(`${RETURN}faulty`);
  });

  test("G63 a provider that cannot be reached is told, and every other way to sign in stays", async () => {
    await configure({ issuer: "http://127.0.0.1:9" });
    const answer = await identity.handler(post("/api/auth/provider/begin", { provider: "acme" }), newAddress());
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      409,
      expect.stringMatching(/^Acme cannot be reached/),
    ]);
    const oli = await addPerson(getDatabase(), workspaceId, "viewer");
    expect(await whoIs(await signInByLink(identity, oli.id))).toBeDefined();
  });

  test("G63 a session that a provider opened ends after its hours, however often it is used", async () => {
    await configure({ sessionHours: 2 });
    const { cookie } = await signIn(addAccount().sub);
    const read = async () =>
      (await identity.handler(post("/api/auth/get-session", {}, { cookie }), newAddress())).json() as Promise<{
        session: { expiresAt: string };
      }>;
    const end = Date.parse((await read()).session.expiresAt);
    expect(end - Date.now()).toBeLessThanOrEqual(2 * 3_600_000);
    expect(end - Date.now()).toBeGreaterThan(1.9 * 3_600_000);
    expect(Date.parse((await read()).session.expiresAt)).toBe(end);
  });

  test("G63 sessions of a provider end when it is taken out of the settings", async () => {
    const { cookie } = await signIn(addAccount().sub);
    const pia = await addPerson(getDatabase(), workspaceId, "viewer");
    const own = await signInByLink(identity, pia.id);
    await configure();
    expect(await whoIs(cookie)).toBeDefined();
    await identity.configureSignOn({ passwords: "everyone", providers: [faultyProvider()] });
    expect([await whoIs(cookie), (await whoIs(own)) !== undefined]).toEqual([undefined, true]);
  });

  test("G63 where passwords are for administrators, nobody else signs in with one, and a link is refused unused", async () => {
    const viewer = await addPerson(getDatabase(), workspaceId, "viewer");
    const head = await addPerson(getDatabase(), workspaceId, "admin");
    const [ofViewer, ofHead] = [await setPassword(identity, viewer), await setPassword(identity, head)];
    await configure({}, { passwords: "administrators" });
    expect([await whoIs(ofViewer), (await whoIs(ofHead)) !== undefined]).toEqual([undefined, true]);
    const byPassword = async (person: Principal, password: string) =>
      identity.handler(post("/api/auth/sign-in/email", { email: `${person.id}@example.org`, password }), newAddress());
    const refused = await byPassword(viewer, PASSWORD);
    expect([refused.status, cookieOf(refused)]).toEqual([403, expect.not.stringContaining("session_token=ey")]);
    expect(await whoIs(cookieOf(refused))).toBeUndefined();
    // A stranger learns nothing about the account.
    expect((await byPassword(viewer, "wrong password here")).status).toBe(401);
    expect((await byPassword(head, PASSWORD)).status).toBe(200);
    const token = await identity.createSignInLink(viewer.id);
    expect((await identity.handler(post("/api/auth/sign-in/link", { token }), newAddress())).status).toBe(403);
    await configure();
    expect((await identity.handler(post("/api/auth/sign-in/link", { token }), newAddress())).status).toBe(200);
  });

  test("G63 a person of the provider sets a password for the day on which it is down, right after a sign-in only", async () => {
    await configure({ members: [member("admin")] });
    const ron = addAccount();
    const { cookie } = await signIn(ron.sub);
    const set = (body: unknown = { newPassword: PASSWORD }) =>
      identity.handler(post("/api/auth/password/set", body, { cookie }), newAddress());
    const ways = async () => (await identity.handler(get("/api/auth/account/ways", { cookie }), newAddress())).json();
    expect(await ways()).toEqual({ hasPassword: false, maySetPassword: true, providers: ["Acme"] });
    await sql`update person_session set created_at = now() - interval '11 minutes' where user_id = ${(await whoIs(cookie))!.principal.id}`.execute(
      getDatabase().kysely,
    );
    expect((await set()).status).toBe(403);
    await sql`update person_session set created_at = now() where user_id = ${(await whoIs(cookie))!.principal.id}`.execute(
      getDatabase().kysely,
    );
    expect((await set({ newPassword: "short" })).status).toBe(422);
    expect((await set()).status).toBe(200);
    expect((await set()).status).toBe(409);
    const byPassword = await identity.handler(
      post("/api/auth/sign-in/email", { email: ron.email, password: PASSWORD }),
      newAddress(),
    );
    expect(byPassword.status).toBe(200);
    await configure({ members: [member("viewer")] }, { passwords: "administrators" });
    const sue = addAccount();
    const { cookie: ofSue } = await signIn(sue.sub);
    expect(
      (await identity.handler(post("/api/auth/password/set", { newPassword: PASSWORD }, { cookie: ofSue }), newAddress()))
        .status,
    ).toBe(403);
  });
});
