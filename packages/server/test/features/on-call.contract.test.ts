import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { verifySettings } from "../../src/engine/records/verify-settings.ts";
import { findCountedMember } from "../../src/store/statements/counted-member.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { claimApproved } from "../support/claim.ts";
import { codeOf, need, propose } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { emailOf, openOnCallWorld, PAIR, type OnCallWorld } from "./on-call-world.ts";

const kind = inject("database");

/** Schedules that set the members of a team. No executor runs: tests claim runnable actions themselves. */
describe(`on-call teams on ${kind}`, () => {
  let world: OnCallWorld;
  let ada: Principal;
  let bob: Principal;
  let admin: Principal;
  let viewer: Principal;
  const past = sql<Date>`now() - interval '1 hour'`;
  const soon = sql<Date>`now() + interval '1 hour'`;
  beforeAll(async () => {
    world = await openOnCallWorld(kind, { started: false });
    ({ approver: ada, other: bob, admin, viewer } = world.gate.people);
  });
  afterAll(async () => world?.close());
  beforeEach(async () => {
    const { kysely } = world.gate.database;
    await kysely.deleteFrom("connection").execute();
    await kysely.deleteFrom("onCallTeam").execute();
    await kysely.updateTable("workspace").set({ newApproverWaitSeconds: null }).execute();
    for (const who of [ada, bob, viewer]) await world.put(who, { teams: ["ops"], formerTeams: [], countsFrom: past });
    await world.put(admin, { teams: [], formerTeams: [], countsFrom: past });
    await world.put(bob, { role: "approver" });
    world.nowOnCall();
    world.logged.length = 0;
  });

  const events = async (kindOf = "member.changed") =>
    (
      await world.gate.database.kysely.selectFrom("auditEvent").selectAll().where("kind", "=", kindOf).orderBy("seq").execute()
    ).filter(({ actorKind }) => actorKind === "system");
  const onCall = () => world.membersOf("ops-on-call");

  describe("who is on call", () => {
    test("G47 only members of the base team who may decide get the on-call team, and only while they are on call", async () => {
      world.nowOnCall(emailOf(ada).toUpperCase(), viewer, admin, "eve@example.test");
      const connection = await world.addPagerduty();
      const before = (await events()).length;
      await world.pass();
      expect(await onCall()).toEqual([ada.id]);
      expect((await world.read(connection.id)).onCall).toEqual({
        people: [{ id: ada.id, name: ada.name }],
        ignored: [emailOf(admin), emailOf(viewer), "eve@example.test"].sort(),
        startsAt: null,
      });
      world.nowOnCall(bob);
      await world.pass();
      expect(await onCall()).toEqual([bob.id]);
      world.nowOnCall(ada, bob);
      await world.pass();
      expect(await onCall()).toEqual([ada.id, bob.id].sort());
      world.nowOnCall();
      await world.pass();
      expect(await onCall()).toEqual([]);
      expect(await world.teamsOf(ada)).toEqual(["ops"]);

      const told = (await events()).slice(before);
      expect(told.length).toBe(6);
      expect(told[0]).toMatchObject({ actorId: "system" });
      expect(JSON.parse(told[0]!.data)).toEqual({
        userId: ada.id,
        role: "approver",
        formerRole: "approver",
        teams: ["ops", "ops-on-call"],
        formerTeams: ["ops"],
        connections: [{ id: connection.id, name: connection.name }],
        settingHashes: { [`member/${ada.id}`]: expect.any(String) },
      });
      const [first, ...later] = await events("on_call.changed");
      expect(JSON.parse(first!.data)).toEqual({
        connection: { id: connection.id, name: connection.name },
        baseTeam: "ops",
        onCallTeam: "ops-on-call",
        userIds: [ada.id],
        startsAt: expect.any(String),
        settingHashes: { [`on_call_team/${connection.id}`]: expect.any(String) },
      });
      expect(later).toHaveLength(3);
      expect(need(await world.gate.engine.audit.verify(admin)).faults).toEqual([]);
      expect((await verifySettings(world.gate.database, ada.workspaceId)).faults).toEqual([]);
    });

    test("G47 nothing is written when nothing changes, by one process or several", async () => {
      world.nowOnCall(ada);
      await world.addPagerduty();
      await world.pass();
      const before = await world.written();
      const others = [world.watch(), world.watch()];
      await world.pass();
      await Promise.all(others.map((one) => one.pass(ada.workspaceId)));
      expect(await world.written()).toEqual(before);
    });

    test("G47 of several processes at a handover, one records it", async () => {
      world.nowOnCall(ada);
      await world.addPagerduty();
      await world.pass();
      const before = (await events()).length;
      world.nowOnCall(bob);
      await Promise.all(Array.from({ length: 4 }, () => world.watch().pass(ada.workspaceId)));
      expect(await onCall()).toEqual([bob.id]);
      expect((await events()).length).toBe(before + 2);
    });

    test("G47 an answer from before the stored one brings nobody back", async () => {
      world.nowOnCall(ada);
      const { id, version } = await world.addPagerduty();
      await world.pass();
      const askedAt = new Date();
      await new Promise((resolve) => setTimeout(resolve, 20));
      world.nowOnCall(bob);
      await world.pass();
      const late = { connectionId: id, version, askedAt, answer: { emails: [emailOf(ada)] } };
      await world.teams.settle(ada.workspaceId, [late]);
      expect(await onCall()).toEqual([bob.id]);
      // Nor does one of a connection that was changed meanwhile.
      const changed = { ...late, askedAt: new Date(Date.now() + 60_000), version: version - 1 };
      await world.teams.settle(ada.workspaceId, [changed]);
      expect(await onCall()).toEqual([bob.id]);
    });

    test("a served workspace follows its connections by itself", async () => {
      const watch = world.watch();
      watch.serve(ada.workspaceId);
      const start = new Date(Date.now() - 3_600_000 * 2).toISOString().slice(0, 16);
      const rota = await world.addRota({ people: [emailOf(ada), emailOf(bob)], start, shiftHours: 24 });
      await until(async () => (await onCall()).join() === ada.id);
      const settings = { ...PAIR, people: [emailOf(bob), emailOf(ada)], start, shiftHours: 24 };
      need(await world.running.admin.change(admin, rota.id, { settings }));
      await until(async () => (await onCall()).join() === bob.id);
      need(await world.running.admin.remove(admin, rota.id));
      await until(async () => (await onCall()).length === 0);
      await watch.leave(ada.workspaceId);
    });
  });

  describe("the waiting period", () => {
    test("G47 the on-call team counts exactly when the base team does", async () => {
      world.nowOnCall(ada, bob);
      await world.put(bob, { teams: ["ops"], formerTeams: [], formerRole: "approver", countsFrom: soon });
      await world.put(ada, { teams: ["ops", "security"], formerTeams: ["ops"], formerRole: "approver", countsFrom: soon });
      await world.addPagerduty();
      await world.pass();
      const counted = (who: Principal) => findCountedMember(world.gate.database.kysely, who.workspaceId, who.id);
      expect(await world.teamsOf(bob)).toEqual(["ops", "ops-on-call"]);
      expect((await counted(bob))?.teams).toEqual([]);
      expect((await counted(ada))?.teams).toEqual(["ops", "ops-on-call"]);
      // Neither wait was restarted or ended.
      await world.put(bob, { countsFrom: past });
      await world.pass();
      expect((await counted(bob))?.teams).toEqual(["ops", "ops-on-call"]);
    });

    test("G47 two teams that were not set together before are used after the waiting period", async () => {
      const { kysely } = world.gate.database;
      await kysely.updateTable("workspace").set({ newApproverWaitSeconds: 3600 }).execute();
      world.nowOnCall(ada);
      const { id } = await world.addPagerduty();
      await world.pass();
      expect(await onCall()).toEqual([]);
      const { onCall: waiting } = await world.read(id);
      expect(Date.parse(waiting!.startsAt!) - Date.now()).toBeGreaterThan(3_500_000);
      await kysely.updateTable("onCallTeam").set({ startsAt: past }).execute();
      await world.pass();
      expect(await onCall()).toEqual([ada.id]);
      // Disabling and enabling it restarts nothing; another base team does.
      for (const enabled of [false, true]) {
        need(await world.running.admin.change(admin, id, { enabled }));
        await world.pass();
        expect(await onCall()).toEqual(enabled ? [ada.id] : []);
      }
      await world.put(ada, { teams: ["everybody", "ops", "ops-on-call"] });
      const { settings } = await world.read(id);
      need(await world.running.admin.change(admin, id, { settings: { ...settings, team: "everybody" }, confirm: true }));
      await world.pass();
      expect(await onCall()).toEqual([]);
      expect((await world.read(id)).onCall?.startsAt).not.toBeNull();
    });
  });

  describe("a schedule that cannot be read", () => {
    test("G47 keeps who was on call last while in the base team, and lets nobody in; an administrator sees why", async () => {
      world.nowOnCall(ada, bob);
      const { id } = await world.addPagerduty();
      await world.pass();
      expect(await world.read(id)).toMatchObject({ status: "ready", problem: null });
      world.pagerduty.schedules.clear();
      await world.put(admin, { teams: ["ops", "ops-on-call"] });
      for (let pass = 0; pass < 3; pass += 1) await world.pass();
      expect(await onCall()).toEqual([ada.id, bob.id].sort());
      expect(await world.read(id)).toMatchObject({
        status: "problem",
        problem: expect.stringContaining("PagerDuty did not find the object"),
        onCall: { people: [{ id: ada.id }, { id: bob.id }] },
      });
      const warnings = () => world.logged.filter((line) => line.includes("on-call schedule"));
      expect(warnings()).toHaveLength(1);
      expect(warnings()[0]).not.toContain("y_NbAkKc66ryYTWUXYEu");

      await world.put(bob, { teams: [] });
      await world.pass();
      await world.put(bob, { teams: ["ops"] });
      await world.pass();
      expect(await onCall()).toEqual([ada.id]);

      world.nowOnCall(bob);
      await world.pass();
      expect(await onCall()).toEqual([bob.id]);
      expect(await world.read(id)).toMatchObject({ status: "ready", problem: null });
      expect(warnings()).toHaveLength(2);
    });

    test("credentials that were refused are a problem, too", async () => {
      const { id } = await world.addPagerduty({}, { credentials: { token: "another-token-000" } });
      await world.pass();
      expect(await world.read(id)).toMatchObject({
        status: "problem",
        problem: expect.stringContaining("refused the connection's credentials"),
      });
    });

    test("a service that wants to be left alone is asked again later, or once the connection changes", async () => {
      world.nowOnCall(ada);
      const { id } = await world.addPagerduty();
      const asked = () => world.pagerduty.requests.length;
      world.pagerduty.strike("rate_limit", () => true);
      await world.pass();
      const before = asked();
      await world.pass();
      expect(asked()).toBe(before);
      expect(await world.read(id)).toMatchObject({ status: "problem", problem: expect.stringContaining("in 120 seconds") });
      need(await world.running.admin.change(admin, id, { name: "Another name" }));
      await world.pass();
      expect(await onCall()).toEqual([ada.id]);
    });
  });

  describe("connections", () => {
    test("G47 the team of one that was removed, disabled or renamed is taken from everybody", async () => {
      world.nowOnCall(ada);
      const { id, settings } = await world.addPagerduty();
      await world.pass();
      const change = async (request: object) => {
        need(await world.running.admin.change(admin, id, { ...request, confirm: true }));
        await world.pass();
      };
      await change({ enabled: false });
      expect(await onCall()).toEqual([]);
      // Nor is it there to be given by hand meanwhile.
      const byHand = { teams: ["ops", "ops-on-call"], confirm: true };
      expect(need(await world.identity.changeMember(admin, bob.id, byHand)).teams).toEqual(["ops"]);
      await change({ enabled: true });
      expect(await onCall()).toEqual([ada.id]);
      await change({ settings: { ...settings, onCallTeam: "first-line" } });
      expect([await onCall(), await world.membersOf("first-line")]).toEqual([[], [ada.id]]);
      // Also if the schedule cannot be read at that time: nobody has the new team.
      world.pagerduty.schedules.clear();
      await change({ settings: { ...settings, onCallTeam: "second-line" } });
      expect([await world.membersOf("first-line"), await world.membersOf("second-line")]).toEqual([[], []]);
      world.nowOnCall(ada);
      await change({ settings });
      expect(await onCall()).toEqual([ada.id]);
      need(await world.running.admin.remove(admin, id));
      await world.pass();
      expect(await onCall()).toEqual([]);
      expect(await world.gate.database.kysely.selectFrom("onCallTeam").selectAll().execute()).toEqual([]);
    });

    test("two do not set one team, and no base team is set by a schedule", async () => {
      const { name } = await world.addPagerduty();
      const refused = async (settings: object) => {
        const start = "2026-01-05T09:00";
        const all = { people: [emailOf(bob)], start, ...settings };
        return world.running.admin.create(admin, { connector: "rota", name: "Second", settings: all, confirm: true });
      };
      for (const [settings, path] of [
        [{ team: "others", onCallTeam: "ops-on-call" }, "/settings/onCallTeam"],
        [{ team: "ops-on-call", onCallTeam: "leads" }, "/settings/team"],
        [{ team: "others", onCallTeam: "ops" }, "/settings/onCallTeam"],
      ] as const) {
        expect(await refused(settings)).toMatchObject({
          refusal: { code: "INVALID_INPUT", errors: [{ path, message: expect.stringContaining(name) }] },
        });
      }
    });

    test("G47 of two that were stored at once with one team, the older one sets it, and the other one says so", async () => {
      world.nowOnCall(ada);
      const { id } = await world.addPagerduty();
      const rota = await world.addRota({ onCallTeam: "later", people: [emailOf(bob)], start: "2026-01-05T09:00" });
      const chained = await world.addRota({ onCallTeam: "leads", people: [emailOf(ada)], start: "2026-01-05T09:00" });
      const store = (one: string, settings: object) =>
        world.gate.database.kysely
          .updateTable("connection")
          .set({ settings: JSON.stringify(settings), version: sql`version + 1` })
          .where("id", "=", one)
          .execute();
      await store(rota.id, { ...rota.settings, onCallTeam: "ops-on-call" });
      await store(chained.id, { ...chained.settings, team: "ops-on-call" });
      await world.pass();
      await world.pass();
      expect(await onCall()).toEqual([ada.id]);
      expect(await world.membersOf("leads")).toEqual([]);
      expect((await world.read(id)).problem).toBeNull();
      expect((await world.read(rota.id)).problem).toContain("is set by the connection");
      expect((await world.read(chained.id)).problem).toContain("is set by the schedule");
      need(await world.running.admin.remove(admin, id));
      await world.pass();
      expect(await onCall()).toEqual([bob.id]);
    });

    test("G6 the two teams are confirmed; another schedule is not, because it names nobody new", async () => {
      const settings = { ...PAIR, people: [emailOf(ada)], start: "2026-01-05T09:00" };
      const request = { connector: "rota", name: "Rota", settings };
      const refused = { refusal: { code: "INVALID_INPUT", errors: [{ path: "/settings/onCallTeam" }] } };
      expect(await world.running.admin.create(admin, request)).toMatchObject(refused);
      const { id } = need(await world.running.admin.create(admin, { ...request, confirm: true }));
      const change = (more: object) => world.running.admin.change(admin, id, { settings: { ...settings, ...more } });
      expect(codeOf(await change({ people: [emailOf(bob)] }))).toBe("ok");
      expect(await change({ team: "everybody" })).toMatchObject(refused);
      expect(await change({ onCallTeam: "finance" })).toMatchObject(refused);
    });
  });

  describe("an administrator's change of a member", () => {
    test("G47 gives no on-call team, keeps the one that the schedule gave, and takes it with the base team or the role", async () => {
      world.nowOnCall(ada);
      await world.addPagerduty();
      await world.pass();
      const { changeMember, addMember } = world.identity;
      const change = async (who: Principal, request: object) =>
        need(await changeMember(admin, who.id, { ...request, confirm: true }));
      expect((await change(bob, { teams: ["ops", "ops-on-call", "security"] })).teams).toEqual(["ops", "security"]);
      const email = `new.${ada.id}@example.test`;
      const added = { email, name: "New", role: "approver" as const, teams: ["ops", "ops-on-call"], confirm: true };
      expect(need(await addMember(admin, added)).member.teams).toEqual(["ops"]);
      // The form was opened before Ada was on call, or sends all that it shows.
      expect((await change(ada, { teams: ["ops", "security"] })).teams).toEqual(["ops", "ops-on-call", "security"]);
      expect((await change(ada, { teams: ["ops", "ops-on-call"] })).teams).toEqual(["ops", "ops-on-call"]);
      expect((await change(ada, { role: "viewer" })).teams).toEqual(["ops"]);
      await change(ada, { role: "approver" });
      await world.pass();
      expect(await onCall()).toEqual([ada.id]);
      expect((await change(ada, { teams: ["security"] })).teams).toEqual(["security"]);
      await world.pass();
      expect(await onCall()).toEqual([]);
    });

    test("may take the team by hand once its connection is gone", async () => {
      world.nowOnCall(ada);
      const { id } = await world.addPagerduty();
      await world.pass();
      need(await world.running.admin.remove(admin, id));
      const { changeMember } = world.identity;
      expect(need(await changeMember(admin, ada.id, { teams: ["ops"] })).teams).toEqual(["ops"]);
    });
  });

  describe("a rule that names the on-call team", () => {
    const approve = (id: string, by: Principal) => world.gate.engine.decisions.approve(by, id, { channel: "api" });
    const claimed = async (id: string) => {
      await claimApproved(world.gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
      const { status, error } = need(await world.gate.engine.actions.get(admin, id));
      return error?.code ?? status;
    };
    beforeEach(async () => {
      world.nowOnCall(ada);
      await world.addPagerduty();
      await world.pass();
      const approvalRule = { needs: "any_of" as const, of: [{ team: "ops-on-call" }] };
      need(await world.gate.engine.tools.change(admin, "pay", { approvalRule, confirm: true }));
    });

    test("G47 is satisfied by who is on call, and by no other member of the team; after the handover the other way round", async () => {
      const first = await propose(world.gate, "pay", { amount: 1 });
      expect(codeOf(await approve(first, bob))).toBe("FORBIDDEN");
      expect(codeOf(await approve(first, admin))).toBe("FORBIDDEN");
      expect(need(await approve(first, ada)).status).toBe("approved");
      expect(await claimed(first)).toBe("executing");

      const second = await propose(world.gate, "pay", { amount: 2 });
      world.nowOnCall(bob);
      await world.pass();
      expect(codeOf(await approve(second, ada))).toBe("FORBIDDEN");
      expect(need(await approve(second, bob)).status).toBe("approved");
      expect(await claimed(second)).toBe("executing");
    });

    test("G8 an approval of somebody whose shift ended before it ran counts no more", async () => {
      const id = await propose(world.gate, "pay", { amount: 1 });
      need(await approve(id, ada));
      world.nowOnCall(bob);
      await world.pass();
      expect(await claimed(id)).toBe("forbidden");
    });

    test("is satisfied by a delegate of who is on call, also one of another team", async () => {
      await world.put(bob, { teams: [] });
      const id = await propose(world.gate, "pay", { amount: 1 });
      const [from, to] = [-60_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];
      const span = { userId: ada.id, delegateId: bob.id, from, to, confirm: true };
      const made = need(await world.gate.engine.delegations.create(admin, span));
      expect(need(await approve(id, bob)).decisions).toMatchObject([{ by: { id: bob.id }, onBehalfOf: { id: ada.id } }]);
      expect(await claimed(id)).toBe("executing");
      need(await world.gate.engine.delegations.revoke(admin, made.id));
    });
  });
});
