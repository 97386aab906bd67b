import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { describeEachDatabase } from "../support/database.ts";
import {
  addPerson,
  addWorkspace,
  bearer,
  codeOf,
  cookieOf,
  get,
  makeName,
  newAddress,
  openTestIdentity,
  post,
  readAudit,
  setPassword,
  valueOf,
} from "./support.ts";

describeEachDatabase("members", (getDatabase) => {
  let identity: Identity;
  let workspaceId: string;
  let admin: Principal;

  beforeAll(async () => {
    identity = openTestIdentity(getDatabase());
    ({ workspaceId, admin } = await addWorkspace(getDatabase()));
  });

  const adminsOf = async (by: Principal) => valueOf(await identity.listMembers(by)).filter(({ role }) => role === "admin");

  test("an invitation brings a new person in", async () => {
    const email = `${makeName("Ann")}@Example.org`;
    const { member, linkToken } = valueOf(
      await identity.addMember(admin, { email, name: "Ann", role: "approver", confirm: true }),
    );
    expect(member).toMatchObject({ email: email.toLowerCase(), name: "Ann", role: "approver", countsFrom: null });
    const response = await identity.handler(post("/api/auth/sign-in/link", { token: linkToken }), newAddress());
    const who = await identity.authenticate(get("/", { cookie: cookieOf(response) }));
    expect(who).toMatchObject({ principal: { id: member.userId, role: "approver" }, needsPassword: true });
    expect(codeOf(await identity.addMember(admin, { email, name: "Ann", role: "viewer" }))).toBe("INVALID_STATE");
    const events = (await readAudit(getDatabase(), workspaceId)).filter(({ data }) => data.includes(member.userId));
    expect(events.map(({ kind }) => kind)).toEqual(["member.added"]);
    expect(JSON.parse(events[0]?.data ?? "")).toEqual({
      userId: member.userId,
      role: "approver",
      lowered: ["Ann can decide on proposals"],
      countsFrom: expect.any(String),
      settingHashes: { [`member/${member.userId}`]: expect.any(String) },
    });
  });

  test("inviting somebody who has an account opens no way into it", async () => {
    const other = await addWorkspace(getDatabase());
    const email = `${other.admin.id}@example.org`;
    const { member, linkToken } = valueOf(await identity.addMember(admin, { email, name: "mine now", role: "viewer" }));
    expect(linkToken).toBeNull();
    expect(member).toMatchObject({ userId: other.admin.id, name: other.admin.name });
    expect(codeOf(await identity.renewInvitation(admin, other.admin.id))).toBe("INVALID_STATE");

    const alone = await addPerson(getDatabase(), workspaceId, "viewer");
    expect(codeOf(await identity.renewInvitation(admin, alone.id))).toBe("ok");
    await setPassword(identity, alone);
    expect(codeOf(await identity.renewInvitation(admin, alone.id))).toBe("INVALID_STATE");
    expect(codeOf(await identity.renewInvitation(admin, "nobody"))).toBe("NOT_FOUND");
  });

  test("only an administrator changes members, everybody sees them", async () => {
    for (const role of ["viewer", "approver"] as const) {
      const by = await addPerson(getDatabase(), workspaceId, role);
      expect(codeOf(await identity.listMembers(by))).toBe("ok");
      const answers = [
        await identity.addMember(by, { email: "eve@example.org", name: "Eve", role: "viewer" }),
        await identity.changeMember(by, by.id, { role: "admin", confirm: true }),
        await identity.removeMember(by, admin.id),
      ];
      expect(answers.map(codeOf)).toEqual(["FORBIDDEN", "FORBIDDEN", "FORBIDDEN"]);
    }
    const other = await addWorkspace(getDatabase());
    expect(codeOf(await identity.changeMember(admin, other.admin.id, { role: "viewer", confirm: true }))).toBe("NOT_FOUND");
    expect(codeOf(await identity.removeMember(admin, other.admin.id))).toBe("NOT_FOUND");
  });

  test("G6 a raised role is confirmed, told, and counts after the wait alone, also after a detour over a higher one", async () => {
    const { admin: first, workspaceId: own } = await addWorkspace(getDatabase());
    const person = { email: `${own}@example.org`, name: "Eve" };
    expect(codeOf(await identity.addMember(first, { ...person, role: "approver" }))).toBe("INVALID_INPUT");
    const known = await sql`select from person where email = ${person.email}`.execute(getDatabase().kysely);
    expect(known.rows).toEqual([]);

    // A configured wait applies at once; without one, a role raised on a workspace's first day counts immediately.
    expect(codeOf(await identity.changeWorkspaceSettings(first, { newApproverWaitSeconds: 86_400 }))).toBe("ok");
    const { member } = valueOf(await identity.addMember(first, { ...person, role: "viewer" }));
    expect(member.countsFrom).toBeNull();
    expect(codeOf(await identity.changeMember(first, member.userId, { role: "admin" }))).toBe("INVALID_INPUT");
    const raised = valueOf(await identity.changeMember(first, member.userId, { role: "admin", confirm: true }));
    expect(Date.parse(raised.countsFrom ?? "") - Date.now()).toBeGreaterThan(80_000_000);
    const lower = valueOf(await identity.changeMember(first, member.userId, { role: "approver" }));
    expect(lower.countsFrom).toBe(raised.countsFrom);
    const { rows } = await sql<{ role: string }>`select counted_role(role, former_role, counts_from) as role from member
      where user_id = ${member.userId}`.execute(getDatabase().kysely);
    expect(rows).toEqual([{ role: "viewer" }]);
    const told = (await readAudit(getDatabase(), own)).filter(({ kind }) => kind === "member.changed");
    expect(told[0]).toMatchObject({ data: expect.stringContaining("Eve becomes an administrator") });

    expect(codeOf(await identity.changeWorkspaceSettings(first, { newApproverWaitSeconds: 0 }))).toBe("INVALID_INPUT");
    valueOf(await identity.changeWorkspaceSettings(first, { newApproverWaitSeconds: null }));
    const late = `${own}-2@example.org`;
    expect(
      valueOf(await identity.addMember(first, { name: "Al", email: late, role: "approver", confirm: true })).member.countsFrom,
    ).toBeNull();
    await sql`update workspace set created_at = now() - interval '2 days' where id = ${own}`.execute(getDatabase().kysely);
    const later = { name: "Bo", email: `${own}-3@example.org`, role: "approver", confirm: true } as const;
    expect(valueOf(await identity.addMember(first, later)).member.countsFrom).not.toBeNull();
  });

  test("G6 a new team is confirmed, told, and counts after the wait alone; leaving one asks nobody", async () => {
    const { admin: first, workspaceId: own } = await addWorkspace(getDatabase());
    const person = { email: `${own}@example.org`, name: "Eve", role: "approver", confirm: true } as const;
    const { member } = valueOf(await identity.addMember(first, { ...person, teams: ["security"] }));
    expect(member).toMatchObject({ teams: ["security"], countsFrom: null });
    valueOf(await identity.changeWorkspaceSettings(first, { newApproverWaitSeconds: 86_400 }));
    const counted = async () => {
      const { rows } = await sql<object>`select counted_teams(teams, former_teams, counts_from) as teams,
        counted_role(role, former_role, counts_from) as role from member where user_id = ${member.userId}`.execute(
        getDatabase().kysely,
      );
      return rows[0];
    };
    const change = (teams: string[], confirm?: true) =>
      identity.changeMember(first, member.userId, { teams, ...(confirm && { confirm }) });
    expect(await change(["finance", "security"])).toMatchObject({
      refusal: { errors: [{ path: "/confirm", message: expect.stringContaining("Eve joins finance") }] },
    });
    expect(valueOf(await identity.listMembers(first)).find(({ name }) => name === "Eve")?.teams).toEqual(["security"]);
    const raised = valueOf(await change(["security", "finance", "finance"], true));
    expect(raised).toMatchObject({ role: "approver", teams: ["finance", "security"], countsFrom: expect.any(String) });
    expect(await counted()).toEqual({ role: "approver", teams: ["security"] });
    // Leaving a team takes effect at once and does not shorten the wait for the other team.
    expect(valueOf(await change(["finance"])).countsFrom).toBe(raised.countsFrom);
    expect(await counted()).toEqual({ role: "approver", teams: [] });
    const { rows } = await sql<{ data: string }>`select data from audit_event where workspace_id = ${own}
      and kind = 'member.changed' order by seq`.execute(getDatabase().kysely);
    expect(rows.map(({ data }) => JSON.parse(data) as object)).toMatchObject([
      { teams: ["finance", "security"], formerTeams: ["security"], lowered: [expect.stringContaining("Eve joins finance")] },
      { teams: ["finance"], formerTeams: ["finance", "security"] },
    ]);
  });

  test("the last administrator can neither leave nor step down", async () => {
    const { admin: last, workspaceId: own } = await addWorkspace(getDatabase());
    expect(codeOf(await identity.changeMember(last, last.id, { role: "approver", confirm: true }))).toBe("INVALID_STATE");
    expect(codeOf(await identity.removeMember(last, last.id))).toBe("INVALID_STATE");
    expect(await readAudit(getDatabase(), own)).toEqual([]);
    const second = await addPerson(getDatabase(), own, "admin");
    expect(codeOf(await identity.changeMember(last, last.id, { role: "approver", confirm: true }))).toBe("ok");
    expect(codeOf(await identity.removeMember(second, second.id))).toBe("INVALID_STATE");
    expect((await readAudit(getDatabase(), own)).map(({ kind }) => kind)).toEqual(["member.changed"]);
  });

  test("of administrators who demote each other at once, one stays", async () => {
    const { admin: first, workspaceId: own } = await addWorkspace(getDatabase());
    const all = [first];
    for (let n = 0; n < 4; n++) all.push(await addPerson(getDatabase(), own, "admin"));
    const answers = await Promise.all(
      all.map((each, n) =>
        n % 2 === 0
          ? identity.changeMember(first, each.id, { role: "viewer", confirm: true })
          : identity.removeMember(first, each.id),
      ),
    );
    expect(answers.map(codeOf).filter((code) => code === "ok")).toHaveLength(4);
    expect(await adminsOf(first)).toHaveLength(1);
  });
});

describeEachDatabase("first start", (getDatabase) => {
  test("two processes on an empty store make one workspace", async () => {
    const identity = openTestIdentity(getDatabase());
    const answers = await Promise.all([identity.bootstrapWorkspace(), openTestIdentity(getDatabase()).bootstrapWorkspace()]);
    const first = answers.find((answer) => answer !== null);
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    if (!first) throw new Error("nobody was first");
    expect(await identity.bootstrapWorkspace()).toBeNull();

    const { workspaceId, userId, agentKey } = first;
    expect(await identity.authenticate(bearer(agentKey))).toMatchObject({
      principal: { kind: "agent", workspaceId, role: null, groups: ["default"] },
    });
    const events = await readAudit(getDatabase(), workspaceId);
    expect(events.map(({ seq, kind, actorId }) => [seq, kind, actorId])).toEqual([
      [1, "workspace.created", "system"],
      [2, "member.added", "system"],
      [3, "key.created", "system"],
    ]);
    const log = events.map(({ data }) => data).join();
    expect(log).not.toContain(agentKey.slice(4));

    expect(await identity.findWaitingAdministrator()).toBe(userId);
    const token = await identity.createSignInLink(userId);
    const signedIn = await identity.handler(post("/api/auth/sign-in/link", { token }), newAddress());
    const body = { name: "Grace", email: "grace@example.org", password: "a long enough one" };
    const headers = { cookie: cookieOf(signedIn) };
    expect((await identity.handler(post("/api/auth/account/setup", body, headers), newAddress())).status).toBe(200);
    expect(await identity.findWaitingAdministrator()).toBeNull();
    const signIn = post("/api/auth/sign-in/email", { email: body.email, password: body.password });
    expect((await identity.handler(signIn, newAddress())).status).toBe(200);
    await identity.close();
  });
});
