import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { ChangeKey, RotateKey } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import type { Identity } from "../../src/identity/identity.ts";
import type { Database } from "../../src/store/database.ts";
import { openTestDatabase } from "../support/database.ts";
import { addPerson, addWorkspace, bearer, codeOf, makeName, openTestIdentity, readAudit, valueOf } from "./support.ts";

const kind = inject("database");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe(`the limits of keys on ${kind}`, () => {
  let database: Database;
  let identity: Identity;
  let workspaceId: string;
  let admin: Principal;
  /** Milliseconds that the server's clock is ahead. */
  let ahead = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    identity = openTestIdentity(database, { now: () => Date.now() + ahead });
    ({ workspaceId, admin } = await addWorkspace(database));
  });
  afterAll(async () => {
    await identity.close();
    await database.close();
  });

  const later = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
  const make = async (
    of: "agent" | "worker" | "user" = "agent",
    limits: Pick<ChangeKey, "allowedAddresses"> & { expiresAt?: string } = {},
  ) => valueOf(await identity.createKey(admin, { kind: of, name: makeName(of), ...limits }));
  const read = async (id: string) => valueOf(await identity.listKeys(admin)).find((one) => one.id === id)!;
  const change = (id: string, changes: ChangeKey) => identity.changeKey(admin, id, changes);
  const rotate = (id: string, request: RotateKey = {}) => identity.rotateKey(admin, id, request);
  const api = (key: string, address?: string) => identity.authenticate(bearer(key), null, address);
  const mcp = async (key: string, address?: string) => identity.recognise(`Bearer ${key}`, address);
  const DOORS = [api, mcp];
  const ends = (id: string) => sql`update api_key set expires_at = now() where id = ${id}`.execute(database.kysely);
  const eventsOf = async (id: string) =>
    (await readAudit(database, workspaceId)).flatMap(({ kind: of, data }) =>
      data.includes(id) ? [{ ...(JSON.parse(data) as Record<string, unknown>), kind: of }] : [],
    );

  test("G62 a key is refused from its expiry on, at every door, whatever was remembered of it", async () => {
    for (const of of ["agent", "worker", "user"] as const) {
      const { id, key } = await make(of, { expiresAt: later(HOUR) });
      expect(Date.parse((await read(id)).expiresAt!)).toBeGreaterThan(Date.now());
      for (const door of DOORS) {
        expect(await door(key)).toMatchObject({ kind: "principal" });
        ahead = HOUR + 1000;
        expect(await door(key)).toEqual({ kind: "invalid", why: "expired" });
        ahead = 0;
      }
      await ends(id);
      expect(await api(key)).toEqual({ kind: "invalid", why: "expired" });
      expect(await identity.authenticateUrgently(bearer(key))).toEqual({ kind: "invalid", why: "expired" });
      // Whatever the server's clock says.
      expect(await openTestIdentity(database, { now: () => 0 }).recognise(`Bearer ${key}`)).toEqual({
        kind: "invalid",
        why: "expired",
      });
    }
  });

  test("G62 an expiry is in the future; keys of agents and workers that expired stay in the list", async () => {
    expect(codeOf(await identity.createKey(admin, { kind: "agent", name: "n", expiresAt: later(-1) }))).toBe("INVALID_INPUT");
    const { id } = await make();
    expect(codeOf(await change(id, { expiresAt: later(-1), confirm: true }))).toBe("INVALID_INPUT");
    expect(codeOf(await rotate(id, { expiresAt: later(-1), confirm: true }))).toBe("INVALID_INPUT");
    expect((await read(id)).expiresAt).toBeNull();
    await ends(id);
    expect(await read(id)).toMatchObject({ id, revokedAt: null });
  });

  test("G62 a key is accepted from its addresses only, and the refusal is kept with it", async () => {
    const allowedAddresses = ["10.0.0.0/8", "2001:db8::/32", "::ffff:198.51.100.0/120", " 203.0.113.7 "];
    for (const door of DOORS) {
      const { id, key } = await make("agent", { allowedAddresses });
      for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "2001:db8:9::1", "198.51.100.9", "203.0.113.7", "::ffff:cb00:7107"])
        expect([address, await door(key, address)]).toMatchObject([address, { kind: "principal" }]);
      for (const address of [undefined, "", "x", "11.0.0.1", "2001:db9::1", "203.0.113.8", "::1", "::a01:203"])
        expect([address, await door(key, address)]).toEqual([address, { kind: "invalid", why: "address" }]);
      await identity.close();
      expect((await read(id)).lastRefused?.address).toBe("unknown");
    }
    const { id, key } = await make("worker", { allowedAddresses: ["::/0"] });
    expect(await api(key, "11.0.0.1")).toMatchObject({ why: "address" });
    await identity.close();
    expect(await read(id)).toMatchObject({
      lastRefused: { address: "11.0.0.1" },
      lastUsedAt: null,
      allowedAddresses: ["::/0"],
    });
  });

  test("G62 what is no address and no network is named, and nothing is stored", async () => {
    const { id } = await make();
    for (const bad of ["", "10.0.0.0/33", "10.0.0", "office", "::/129", "10.0.0.0/8/8", "fe80::1%eth0", "10.0.0.1-10.0.0.9"]) {
      const allowedAddresses = ["10.0.0.1", bad];
      const errors = [{ path: "/allowedAddresses/1" }];
      const refusal = { code: "INVALID_INPUT", errors };
      expect(await change(id, { allowedAddresses, confirm: true })).toMatchObject({ refusal });
      expect(await identity.createKey(admin, { kind: "user", name: "n", allowedAddresses })).toMatchObject({ refusal });
    }
    expect(await read(id)).toMatchObject({ allowedAddresses: [] });
  });

  test("G62 an earlier expiry and fewer addresses apply to the next request", async () => {
    const { id, key } = await make();
    expect(await mcp(key, "10.0.0.1")).toMatchObject({ kind: "principal" });
    valueOf(await change(id, { allowedAddresses: ["10.0.0.0/8"] }));
    expect([await mcp(key, "10.0.0.1"), await mcp(key, "11.0.0.1")]).toMatchObject([
      { kind: "principal" },
      { kind: "invalid", why: "address" },
    ]);
    valueOf(await change(id, { expiresAt: later(HOUR) }));
    ahead = HOUR + 1000;
    expect(await mcp(key, "10.0.0.1")).toMatchObject({ why: "expired" });
    ahead = 0;
  });

  test("G6 G62 a later expiry, none, and more addresses are confirmed; less is not", async () => {
    const { id } = await make("agent", { expiresAt: later(DAY), allowedAddresses: ["10.0.0.0/8", "2001:db8::/32"] });
    const wider: ChangeKey[] = [
      { expiresAt: later(2 * DAY) },
      { expiresAt: null },
      { allowedAddresses: [] },
      { allowedAddresses: ["10.0.0.0/7"] },
      { allowedAddresses: ["10.0.0.0/8", "11.0.0.1"] },
      { allowedAddresses: ["2001:db8::/31"] },
      { allowedAddresses: ["::/0"] },
      { allowedAddresses: ["::ffff:0:0/96"] },
    ];
    const before = await read(id);
    for (const changes of wider) {
      expect([changes, codeOf(await change(id, changes))]).toEqual([changes, "INVALID_INPUT"]);
      expect(await read(id)).toEqual(before);
    }
    for (const changes of [
      { expiresAt: later(HOUR) },
      { allowedAddresses: ["10.1.0.0/16", "2001:db8:1::/48", "::ffff:10.9.0.0/112"] },
      { allowedAddresses: ["10.1.2.3"] },
    ])
      valueOf(await change(id, changes));
    for (const changes of wider) {
      const { id: other } = await make("worker", { expiresAt: later(DAY), allowedAddresses: ["10.0.0.0/8", "2001:db8::/32"] });
      valueOf(await change(other, { ...changes, confirm: true }));
      expect((await eventsOf(other)).at(-1)).toMatchObject({ kind: "key.changed", lowered: [expect.any(String)] });
    }
    // Nothing limits it any more, so no limit lowers protection.
    valueOf(await change(id, { expiresAt: null, allowedAddresses: [], confirm: true }));
    valueOf(await change(id, { expiresAt: later(DAY), allowedAddresses: ["::/0"] }));
  });

  test("G62 a rotated key works at once, and the former one until the overlap ends", async () => {
    const { id, key } = await make("agent", { allowedAddresses: ["10.0.0.0/8"] });
    const from = "10.0.0.1";
    expect(await mcp(key, from)).toMatchObject({ principal: { id } });
    await identity.close();
    const { id: same, key: next } = valueOf(await rotate(id));
    expect([same, next === key, next.slice(0, 4)]).toEqual([id, false, "csa_"]);
    const { formerKey } = await read(id);
    expect(formerKey).toMatchObject({ prefix: key.slice(0, 10) });
    expect((Date.parse(formerKey!.validUntil) - Date.parse(formerKey!.replacedAt)) / DAY).toBeCloseTo(1, 3);
    for (const door of DOORS) {
      for (const one of [key, next]) {
        expect(await door(one, from)).toMatchObject({ principal: { id } });
        expect(await door(one, "11.0.0.1")).toMatchObject({ why: "address" });
      }
      ahead = DAY + 1000;
      expect([await door(key, from), await door(next, from)]).toMatchObject([{ why: "replaced" }, { principal: { id } }]);
      ahead = 0;
    }
    await sql`update api_key set former_until = now() where id = ${id}`.execute(database.kysely);
    expect([await api(key, from), (await read(id)).formerKey]).toEqual([{ kind: "invalid", why: "replaced" }, null]);
    const slow = openTestIdentity(database, { now: () => 0 });
    expect(await slow.authenticate(bearer(key), null, from)).toEqual({ kind: "invalid", why: "replaced" });
  });

  test("G62 at most two keys are valid, and none after the agent's is revoked", async () => {
    const { id, key: first } = await make();
    const second = valueOf(await rotate(id)).key;
    const third = valueOf(await rotate(id, { overlapSeconds: 3600 })).key;
    const kinds = async () => Promise.all([first, second, third].map(async (key) => (await mcp(key)).kind));
    expect(await kinds()).toEqual(["invalid", "principal", "principal"]);
    valueOf(await identity.revokeKey(admin, id));
    expect(await kinds()).toEqual(["invalid", "invalid", "invalid"]);
    for (const refused of [await rotate(id), await change(id, {}), await identity.endFormerKey(admin, id)])
      expect(codeOf(refused)).toBe("INVALID_STATE");
  });

  test("G62 the former key ends at once where the overlap is 0 or somebody says so", async () => {
    const { id, key } = await make("worker");
    expect(codeOf(await identity.endFormerKey(admin, id))).toBe("INVALID_STATE");
    expect(await mcp(key)).toMatchObject({ kind: "principal" });
    const next = valueOf(await rotate(id, { overlapSeconds: 0 })).key;
    expect([await mcp(key), await mcp(next)]).toMatchObject([{ why: "replaced" }, { kind: "principal" }]);
    expect((await read(id)).formerKey).toBeNull();
    const third = valueOf(await rotate(id)).key;
    expect(await mcp(next)).toMatchObject({ kind: "principal" });
    expect(valueOf(await identity.endFormerKey(admin, id)).formerKey).toBeNull();
    expect([await mcp(next), await mcp(third)]).toMatchObject([{ why: "replaced" }, { kind: "principal" }]);
    const events = await eventsOf(id);
    expect(events.map((event) => event.kind)).toEqual(["key.created", "key.rotated", "key.rotated", "key.former_ended"]);
    const text = JSON.stringify(events);
    expect([key, next, third].some((one) => text.includes(one.slice(4)))).toBe(false);
  });

  test("G62 each key has its own last use", async () => {
    const { id, key } = await make();
    await api(key);
    await identity.close();
    const used = (await read(id)).lastUsedAt;
    expect(used).not.toBeNull();
    const next = valueOf(await rotate(id)).key;
    expect(await read(id)).toMatchObject({ lastUsedAt: null, formerKey: { lastUsedAt: used } });
    ahead = 60_000;
    await api(key);
    await identity.close();
    const { lastUsedAt, formerKey } = await read(id);
    expect([lastUsedAt, Date.parse(formerKey!.lastUsedAt!) > Date.parse(formerKey!.replacedAt)]).toEqual([null, true]);
    await api(next);
    await identity.close();
    ahead = 0;
    expect((await read(id)).lastUsedAt).not.toBeNull();
  });

  test("G62 a rotation does not prolong: the new key lasts as long, the former one no longer than before", async () => {
    const { id, key } = await make("agent", { expiresAt: later(HOUR) });
    const was = await read(id);
    const next = valueOf(await rotate(id, { overlapSeconds: 7 * 86_400 })).key;
    const now = await read(id);
    expect(now.formerKey!.validUntil).toBe(was.expiresAt);
    expect(Math.abs(Date.parse(now.expiresAt!) - Date.now() - HOUR)).toBeLessThan(60_000);
    for (const expiresAt of [later(2 * HOUR), null]) {
      expect(codeOf(await rotate(id, { expiresAt }))).toBe("INVALID_INPUT");
      expect(await mcp(key)).toMatchObject({ kind: "principal" });
    }
    valueOf(await rotate(id, { expiresAt: null, confirm: true }));
    expect(await read(id)).toMatchObject({ expiresAt: null, formerKey: { prefix: next.slice(0, 10) } });
    // An expired key gets a new one, and is not revived.
    const { id: other, key: over } = await make("agent", { expiresAt: later(HOUR) });
    await ends(other);
    const fresh = valueOf(await rotate(other, { expiresAt: later(HOUR), confirm: true })).key;
    expect([await mcp(over), await mcp(fresh)]).toMatchObject([{ why: "replaced" }, { kind: "principal" }]);
  });

  test("G62 an expiry that is brought forward ends the former key, too", async () => {
    const { id, key } = await make();
    valueOf(await rotate(id, { overlapSeconds: 7 * 86_400 }));
    valueOf(await change(id, { expiresAt: later(HOUR) }));
    ahead = HOUR + 1000;
    expect(await mcp(key)).toEqual({ kind: "invalid", why: "expired" });
    ahead = 0;
  });

  test("G62 only administrators change keys, of agents and workers only, in their own workspace", async () => {
    const { id } = await make();
    const { id: token } = await make("user");
    const approver = await addPerson(database, workspaceId, "approver");
    const stranger = (await addWorkspace(database)).admin;
    for (const by of [approver, { ...admin, kind: "agent" as const, role: null }])
      for (const refused of [
        await identity.changeKey(by, id, {}),
        await identity.rotateKey(by, id, {}),
        await identity.endFormerKey(by, id),
      ])
        expect(codeOf(refused)).toBe("FORBIDDEN");
    for (const refused of [await identity.rotateKey(stranger, id, {}), await identity.changeKey(stranger, id, {})])
      expect(codeOf(refused)).toBe("NOT_FOUND");
    for (const refused of [await rotate(token), await change(token, { expiresAt: null })])
      expect(codeOf(refused)).toBe("INVALID_STATE");
  });

  test("G62 a token that is limited makes no token that is not", async () => {
    const limits = [{ expiresAt: later(HOUR) }, { allowedAddresses: ["10.0.0.0/8"] }];
    for (const limit of limits) {
      const { key } = await make("user", limit);
      const found = await api(key, "10.0.0.1");
      const by = found.kind === "principal" ? found.principal : undefined;
      expect(by).toMatchObject({ id: admin.id, isLimited: true });
      expect(codeOf(await identity.createKey(by!, { kind: "user", name: "n" }))).toBe("FORBIDDEN");
    }
    const found = await api((await make("user")).key);
    expect(found.kind === "principal" && found.principal).not.toHaveProperty("isLimited");
  });
});
