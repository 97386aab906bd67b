import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { ROLES, type Role } from "@countersign/protocol";
import { hasRole, type Principal } from "../../src/core/principal.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { describeEachDatabase } from "../support/database.ts";
import {
  addPerson,
  addWorkspace,
  agentOf,
  bearer,
  codeOf,
  get,
  openTestIdentity,
  readAudit,
  signInByLink,
  valueOf,
} from "./support.ts";

describeEachDatabase("keys", (getDatabase) => {
  let identity: Identity;
  let workspaceId: string;
  let admin: Principal;
  let clock = 0;

  beforeAll(async () => {
    identity = openTestIdentity(getDatabase(), { now: () => clock });
    ({ workspaceId, admin } = await addWorkspace(getDatabase()));
  });

  const tokenOf = async (by: Principal, role?: Role) =>
    valueOf(await identity.createKey(by, { kind: "user", name: "script", ...(role && { role }) }));

  test("G25 a token manages unless it was made for more or less, and one that ended is nobody's", async () => {
    const { id, key } = await tokenOf(admin);
    expect(await identity.authenticate(bearer(key))).toMatchObject({ principal: { id: admin.id, scope: "manage" } });
    const manages: Principal = { ...admin, scope: "manage" };
    const deciding = { kind: "user", name: "k", scope: "decide" } as const;
    expect(codeOf(await identity.createKey(manages, { ...deciding, confirm: true }))).toBe("FORBIDDEN");
    expect(codeOf(await identity.createKey(admin, deciding))).toBe("INVALID_INPUT");
    expect(codeOf(await identity.createKey({ ...admin, role: "approver" }, { ...deciding, confirm: true }))).toBe("FORBIDDEN");
    const { key: decides } = valueOf(await identity.createKey(admin, { ...deciding, confirm: true }));
    expect(await identity.authenticate(bearer(decides))).toMatchObject({ principal: { scope: "decide" } });
    await sql`update api_key set expires_at = now() where id = ${id}`.execute(getDatabase().kysely);
    expect(await identity.authenticate(bearer(key))).toEqual({ kind: "invalid", why: "expired" });
    expect(valueOf(await identity.listKeys(admin)).some((listed) => listed.id === id)).toBe(false);
  });

  test("a key is shown once, kept as a hash and acts until it is revoked", async () => {
    const { id, key } = valueOf(await identity.createKey(admin, { kind: "agent", name: "Bot", groups: ["mail", "files"] }));
    expect(key).toMatch(/^csa_[A-Za-z0-9_-]{43}$/);
    const { rows } = await sql<{ text: string }>`select k::text as text from api_key k where id = ${id}`.execute(
      getDatabase().kysely,
    );
    expect(rows[0]?.text).not.toContain(key.slice(12));

    expect(await identity.authenticate(bearer(key))).toEqual({
      kind: "principal",
      principal: { kind: "agent", id, name: "Bot", workspaceId, role: null, groups: ["mail", "files"] },
      via: "bearer",
      needsPassword: false,
      workspaces: [],
    });
    expect(valueOf(await identity.revokeKey(admin, id)).revokedAt).not.toBeNull();
    expect(await identity.authenticate(bearer(key))).toEqual({ kind: "invalid" });
    expect(codeOf(await identity.revokeKey(admin, id))).toBe("INVALID_STATE");

    const events = (await readAudit(getDatabase(), workspaceId)).filter(({ data }) => data.includes(id));
    expect(events.map(({ kind, actorId, actorName }) => ({ kind, actorId, actorName }))).toEqual([
      { kind: "key.created", actorId: admin.id, actorName: admin.name },
      { kind: "key.revoked", actorId: admin.id, actorName: admin.name },
    ]);
    expect(events.some(({ data }) => data.includes(key.slice(4)))).toBe(false);
  });

  test("G7 keys of agents and workers have no role, whatever is asked for", async () => {
    for (const kind of ["agent", "worker"] as const) {
      for (const role of ROLES) {
        expect(codeOf(await identity.createKey(admin, { kind, name: "k", role }))).toBe("INVALID_INPUT");
      }
      const { key } = valueOf(await identity.createKey(admin, { kind, name: `own ${kind}` }));
      const who = await identity.authenticate(bearer(key));
      expect(who.kind === "principal" && who.principal.role).toBeNull();
      expect(who.kind === "principal" && ROLES.some((role) => hasRole(who.principal, role))).toBe(false);
    }
  });

  test("G7 an agent or a worker makes, sees and revokes no key and no member", async () => {
    const { id } = await tokenOf(admin);
    for (const by of [agentOf(workspaceId), { ...agentOf(workspaceId), kind: "worker" as const }]) {
      const answers = [
        await identity.createKey(by, { kind: "user", name: "k" }),
        await identity.createKey(by, { kind: "agent", name: "k" }),
        await identity.listKeys(by),
        await identity.revokeKey(by, id),
        await identity.listMembers(by),
        await identity.addMember(by, { email: "eve@example.org", name: "Eve", role: "admin" }),
        await identity.renewInvitation(by, admin.id),
        await identity.changeMember(by, admin.id, { role: "viewer", confirm: true }),
        await identity.removeMember(by, admin.id),
      ];
      expect(new Set(answers.map(codeOf))).toEqual(new Set(["FORBIDDEN"]));
    }
  });

  test("a token does at most what its owner may, when made and later", async () => {
    const approver = await addPerson(getDatabase(), workspaceId, "approver");
    expect(codeOf(await identity.createKey(approver, { kind: "user", name: "k", role: "admin" }))).toBe("FORBIDDEN");
    expect(codeOf(await identity.createKey(approver, { kind: "agent", name: "k" }))).toBe("FORBIDDEN");
    const { key } = await tokenOf(approver);
    const narrow = await tokenOf(approver, "viewer");
    const roleOf = async (token: string) => {
      const who = await identity.authenticate(bearer(token));
      return who.kind === "principal" ? who.principal.role : who.kind;
    };
    expect([await roleOf(key), await roleOf(narrow.key)]).toEqual(["approver", "viewer"]);
    valueOf(await identity.changeMember(admin, approver.id, { role: "admin", confirm: true }));
    expect([await roleOf(key), await roleOf(narrow.key)]).toEqual(["approver", "viewer"]);
    valueOf(await identity.changeMember(admin, approver.id, { role: "viewer", confirm: true }));
    expect([await roleOf(key), await roleOf(narrow.key)]).toEqual(["viewer", "viewer"]);
  });

  test("a token dies with the membership and stays dead", async () => {
    const person = await addPerson(getDatabase(), workspaceId, "approver");
    const { key } = await tokenOf(person);
    expect(await identity.authenticate(bearer(key))).toMatchObject({ via: "bearer", email: `${person.id}@example.org` });
    valueOf(await identity.removeMember(admin, person.id));
    expect(await identity.authenticate(bearer(key))).toEqual({ kind: "invalid" });
    valueOf(await identity.addMember(admin, { email: `${person.id}@example.org`, name: "x", role: "admin", confirm: true }));
    expect(await identity.authenticate(bearer(key))).toEqual({ kind: "invalid" });
  });

  test("a bad Authorization never falls back to the cookie", async () => {
    const cookie = await signInByLink(identity, admin.id);
    expect(await identity.authenticate(get("/", { cookie }))).toMatchObject({ via: "cookie" });
    const good = (await tokenOf(admin)).key;
    const bad = [
      "",
      "Bearer",
      "Bearer x",
      `Basic ${good}`,
      good,
      `Bearer ${good}x`,
      `Bearer csa_${good.slice(4)}`,
      `Bearer csu_${"A".repeat(43)}`,
    ];
    for (const authorization of bad) {
      expect([authorization, await identity.authenticate(get("/", { cookie, authorization }))]).toEqual([
        authorization,
        { kind: "invalid" },
      ]);
    }
  });

  test("G9 a key or a session of one workspace is no member of another", async () => {
    const other = await addWorkspace(getDatabase());
    const { key } = await tokenOf(admin);
    const cookie = await signInByLink(identity, admin.id);
    for (const asked of [other.workspaceId, "no such workspace"]) {
      expect(await identity.authenticate(bearer(key), asked)).toEqual({ kind: "not_a_member" });
      expect(await identity.authenticate(get("/", { cookie }), asked)).toEqual({ kind: "not_a_member" });
    }
    expect(await identity.authenticate(bearer(key), workspaceId)).toMatchObject({ kind: "principal" });

    const { id } = valueOf(await identity.createKey(other.admin, { kind: "agent", name: "theirs" }));
    expect(codeOf(await identity.revokeKey(admin, id))).toBe("NOT_FOUND");
    expect(valueOf(await identity.listKeys(admin)).some((each) => each.id === id)).toBe(false);
    const refs = [
      { kind: "user", id: other.admin.id },
      { kind: "agent", id },
    ] as const;
    expect(await identity.principalNames(workspaceId, refs)).toEqual(new Map());
  });

  test("a person sees and revokes own tokens only", async () => {
    const viewer = await addPerson(getDatabase(), workspaceId, "viewer");
    const own = await tokenOf(viewer);
    const others = await tokenOf(admin);
    expect(valueOf(await identity.listKeys(viewer)).map(({ id }) => id)).toEqual([own.id]);
    expect(codeOf(await identity.revokeKey(viewer, others.id))).toBe("NOT_FOUND");
    expect(codeOf(await identity.revokeKey(viewer, own.id))).toBe("ok");
  });

  test("the last use is written at most once in 10 seconds", async () => {
    const { id, key } = valueOf(await identity.createKey(admin, { kind: "worker", name: "w" }));
    const read = async () => valueOf(await identity.listKeys(admin)).find((each) => each.id === id)?.lastUsedAt;
    const use = async (at: number) => {
      clock = at;
      await identity.authenticate(bearer(key));
      await identity.close();
      return read();
    };
    expect(await read()).toBeNull();
    const first = await use(1_000);
    expect(first).not.toBeNull();
    expect(await use(10_999)).toBe(first);
    expect(await use(11_000)).not.toBe(first);
  });

  test("principals have the names of people and keys", async () => {
    const { id } = valueOf(await identity.createKey(admin, { kind: "agent", name: "Bot" }));
    const refs = [
      { kind: "user", id: admin.id },
      { kind: "agent", id },
      { kind: "system", id: "system" },
      { kind: "user", id: "nobody" },
    ] as const;
    expect(await identity.principalNames(workspaceId, refs)).toEqual(
      new Map([
        [`user:${admin.id}`, admin.name],
        [`agent:${id}`, "Bot"],
        ["system:system", "Countersign"],
      ]),
    );
  });
});
