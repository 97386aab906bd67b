import { expect, test } from "vitest";
import { createWorkspace } from "../../src/identity/workspaces.ts";
import { openPeople } from "../../src/identity/people-tables.ts";
import { openSignOnBench } from "./sign-on-bench.ts";
import { bearer, cookieOf, get, makeName, newAddress, PASSWORD, post, valueOf } from "./support.ts";

const bench = openSignOnBench();
const { member, configure, addAccount, signIn, problemOf, whoIs, memberOf, events } = bench;

test("G63 a person of the provider signs in, becomes a member by its rules, and is the same person the next time", async () => {
  await configure({
    members: [member("viewer"), member("approver", "approvers", ["money"]), member("viewer", "approvers", ["mail"])],
  });
  const ann = addAccount({ groups: ["approvers", "others"] });
  const first = await signIn(ann.sub, "acme", { next: "/history?tool=pay" });
  expect(first.leadsTo).toBe("/history?tool=pay");
  const me = await whoIs(first.cookie);
  expect(me).toMatchObject({
    principal: { kind: "user", name: ann.name, workspaceId: bench.workspaceId, role: "approver" },
    email: ann.email,
    needsPassword: false,
  });
  expect(await memberOf(ann.email)).toMatchObject({ role: "approver", teams: ["mail", "money"], managedBy: "Acme" });
  const byHand = await bench.identity.changeMember(bench.admin, me!.principal.id, { role: "viewer" });
  expect(byHand.ok ? undefined : byHand.refusal.detail).toMatch(/^Groups at Acme set role and teams/);
  const [added] = (await events("member.added")).slice(-1);
  expect(added).toMatchObject({ actorKind: "system" });
  expect(JSON.parse(String(added!.data))).toMatchObject({ role: "approver", provider: "Acme" });

  const again = await signIn(ann.sub);
  expect((await whoIs(again.cookie))?.principal.id).toBe(me?.principal.id);
  expect(bench.logged).toEqual([]);
});

test("G63 groups that change at the provider change role and teams at the next sign-in, and end a membership", async () => {
  const second = valueOf(
    await createWorkspace(bench.database, {
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
      [bench.workspaceId, "admin"],
    ].sort(),
  );
  const token = valueOf(
    await bench.identity.createKey({ ...who.principal, workspaceId: bench.workspaceId, role: "admin" }, {
      kind: "user",
      name: "script",
    } as never),
  );

  bench.acme.people.set(bea.sub, { ...bea, groups: ["approvers"] });
  await signIn(bea.sub);
  expect(await memberOf(bea.email)).toMatchObject({ role: "approver", teams: ["money"] });
  expect((await whoIs(cookie))?.workspaces.map(({ id }) => id)).toEqual([bench.workspaceId]);
  expect((await bench.identity.authenticate(bearer(token.key))).kind).toBe("principal");

  // A missing claim does not mean that the person has no groups, so memberships stay.
  bench.acme.people.set(bea.sub, { email: bea.email, email_verified: true });
  expect((await signIn(bea.sub)).leadsTo).toBe("/");
  expect(await memberOf(bea.email)).toMatchObject({ role: "approver" });

  bench.acme.people.set(bea.sub, { ...bea, groups: [] });
  expect(problemOf(await signIn(bea.sub))).toBe("no_access");
  expect(await memberOf(bea.email)).toBeUndefined();
  expect(await bench.identity.authenticate(get("/api/me", { cookie }))).toEqual({ kind: "not_a_member" });
  expect((await bench.identity.authenticate(bearer(token.key))).kind).toBe("invalid");
});

test("G63 a role that groups raise counts in approval rules after the wait of the workspace", async () => {
  await bench.database.kysely
    .updateTable("workspace")
    .set({ newApproverWaitSeconds: 3600 })
    .where("id", "=", bench.workspaceId)
    .execute();
  await configure({ members: [member("viewer"), member("approver", "approvers")] });
  const cas = addAccount({ groups: ["approvers"] });
  await signIn(cas.sub);
  expect(await memberOf(cas.email)).toMatchObject({ role: "approver", countsFrom: expect.any(String) });
});

test("G63 what an administrator gave stays the administrator's: no group raises or ends it", async () => {
  const dan = addAccount({ groups: ["heads"] });
  await bench.identity.addMember(bench.admin, { email: dan.email, name: "Dan", role: "viewer" });
  await configure({ members: [member("admin", "heads")] });
  await signIn(dan.sub);
  expect(await memberOf(dan.email)).toMatchObject({ role: "viewer", managedBy: null });
  bench.acme.people.set(dan.sub, { ...dan, groups: [] });
  expect((await signIn(dan.sub)).leadsTo).toBe("/");
  expect(await memberOf(dan.email)).toMatchObject({ role: "viewer" });
});

test("G63 the last administrator stays, whatever the groups say, and the log says why", async () => {
  const alone = valueOf(
    await createWorkspace(bench.database, {
      name: makeName("Alone"),
      admin: { name: "A", email: `${makeName("a")}@x.example` },
    }),
  );
  await configure({ members: [{ ...member("admin", "heads"), workspaceId: alone.workspaceId }, member("viewer")] });
  const eve = addAccount({ groups: ["heads"] });
  await signIn(eve.sub);
  await bench.database.kysely
    .deleteFrom("member")
    .where("workspaceId", "=", alone.workspaceId)
    .where("userId", "not in", (q) => q.selectFrom("providedMember").select("userId"))
    .execute();
  bench.acme.people.set(eve.sub, { ...eve, groups: [] });
  await signIn(eve.sub);
  expect(bench.logged).toEqual([expect.stringContaining("at least one administrator")]);
  const still = await bench.database.kysely
    .selectFrom("member")
    .select("role")
    .where("workspaceId", "=", alone.workspaceId)
    .execute();
  expect(still).toEqual([{ role: "admin" }]);
});

test("G63 an account that somebody made with the address before is taken over: its password, sessions and links end", async () => {
  const fred = addAccount();
  const { member: invited, linkToken } = valueOf(
    await bench.identity.addMember(bench.admin, { email: fred.email, name: "Fred", role: "approver", confirm: true }),
  );
  const opened = await bench.identity.handler(post("/api/auth/sign-in/link", { token: linkToken! }), newAddress());
  const stolen = cookieOf(opened);
  const setUp = { name: "Fred", email: fred.email, password: PASSWORD };
  await bench.identity.handler(post("/api/auth/account/setup", setUp, { cookie: stolen }), newAddress());
  expect(await whoIs(stolen)).toBeDefined();

  const { cookie } = await signIn(fred.sub);
  expect((await whoIs(cookie))?.principal.id).toBe(invited.userId);
  expect(await whoIs(stolen)).toBeUndefined();
  const byPassword = await bench.identity.handler(
    post("/api/auth/sign-in/email", { email: fred.email, password: PASSWORD }),
    newAddress(),
  );
  expect(byPassword.status).toBe(401);
  // No administrator gets a link to an account of the provider.
  expect((await bench.identity.renewInvitation(bench.admin, invited.userId)).ok).toBe(false);
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
  ["text that is no address", { email: "\u202eboss@acme.example" }],
  ["two domains", { email: "boss@bench.acme.example@other.example" }],
])("G63 an address makes no account and takes none over: %s", async (_what, claims) => {
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
  const people = openPeople(bench.database.kysely);
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

test("G63 a membership is an administrator's again once its provider is taken out of the settings", async () => {
  const ada = addAccount();
  const { cookie } = await signIn(ada.sub);
  const { id } = (await whoIs(cookie))!.principal;
  await bench.identity.configureSignOn({ passwords: "everyone", providers: [] });
  expect(await memberOf(ada.email)).toMatchObject({ managedBy: null });
  // A change that is not confirmed leaves everything as it was.
  expect((await bench.identity.changeMember(bench.admin, id, { role: "approver" })).ok).toBe(false);
  await configure();
  expect((await bench.identity.changeMember(bench.admin, id, { role: "approver", confirm: true })).ok).toBe(false);
  await bench.identity.configureSignOn({ passwords: "everyone", providers: [] });
  valueOf(await bench.identity.changeMember(bench.admin, id, { role: "approver", confirm: true }));
  await configure({ members: [] });
  await signIn(ada.sub);
  expect(await memberOf(ada.email)).toMatchObject({ role: "approver", managedBy: null });
});
