import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { policyEpochOf } from "../../src/store/statements/policy-facts.ts";
import { changeTimeLimit } from "../../src/store/statements/time-limits.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");
const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe(`time limits on ${kind}`, () => {
  let gate: Gate;
  beforeEach(async () => {
    gate = await openGate(kind, { started: false });
  });
  afterEach(() => gate.close());

  const change = (by: Principal, id: string, expiresAt: string | null, seen: string | null) =>
    gate.engine.timeLimits.change(by, id, { expiresAt, seen });
  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const kindsOf = async (id: string) => need(await gate.engine.actions.timeline(gate.people.viewer, id)).map((one) => one.kind);
  const CHANGED = "action.time_limit_changed";
  const readEpoch = async (): Promise<number> => {
    const { workspaceId } = gate.agent;
    const { rows } = await sql<{ epoch: number }>`select ${policyEpochOf(sql`${workspaceId}`)} as epoch`.execute(
      gate.database.kysely,
    );
    return Number(rows[0]!.epoch);
  };

  test("a time limit is set, moved and taken away; each step is on the record, which verifies", async () => {
    const { approver, admin, viewer } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    expect(await read(id)).toMatchObject({ expiresAt: null, latestExpiresAt: null, version: 1 });
    const [first, second] = [inHours(1), inHours(2)];
    expect(need(await change(approver, id, first, null)).expiresAt).toBe(first);
    expect(need(await change(admin, id, second, first)).expiresAt).toBe(second);
    expect(need(await change(approver, id, null, second))).toMatchObject({ expiresAt: null, version: 1 });
    const told = need(await gate.engine.actions.timeline(viewer, id)).filter((event) => event.kind === CHANGED);
    expect(told.map(({ by, data }) => [by.id, data["formerExpiresAt"], data["expiresAt"]])).toEqual([
      [approver.id, null, first],
      [admin.id, first, second],
      [approver.id, second, null],
    ]);
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
  });

  test("G42 of two who change a time limit at once, one does, and the other is told what holds", async () => {
    const { approver, other } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    const ends = [inHours(1), inHours(2)];
    const tried = await Promise.all([approver, other].map((by, n) => change(by, id, ends[n]!, null)));
    expect(tried.filter(({ ok }) => ok)).toHaveLength(1);
    const held = ends[tried.findIndex(({ ok }) => ok)]!;
    expect(tried.find(({ ok }) => !ok)).toMatchObject({
      refusal: { code: "INVALID_STATE", detail: expect.stringContaining(held), current: { expiresAt: held } },
    });
    expect((await read(id)).expiresAt).toBe(held);
    expect(await kindsOf(id)).toEqual(["action.proposed", CHANGED]);
    // Also if both have read before either writes.
    const actionId = await propose(gate, "pay", { amount: 8 });
    const asked = { workspaceId: approver.workspaceId, actionId, seen: null, by: approver, policyEpoch: await readEpoch() };
    const { kysely } = gate.database;
    const written = await Promise.all(ends.map((end) => changeTimeLimit(kysely, { ...asked, expiresAt: new Date(end) })));
    expect(written.toSorted()).toEqual([false, true]);
  });

  test("G42 an end that the caller asked for is the latest, for administrators too; a tool's own time is only usual", async () => {
    const { admin, approver } = gate.people;
    need(await gate.engine.tools.change(admin, "pay", { lifetimeSeconds: 3600 }));
    const usual = await read(await propose(gate, "pay", { amount: 7 }));
    expect(usual.latestExpiresAt).toBeNull();
    expect(need(await change(approver, usual.id, null, usual.expiresAt)).expiresAt).toBeNull();
    const asked = await read(await propose(gate, "pay", { amount: 8 }, { expiresInSeconds: 7200 }));
    expect(asked.latestExpiresAt).toBe(asked.expiresAt);
    for (const later of [inHours(3), null])
      expect(await change(admin, asked.id, later, asked.expiresAt)).toMatchObject({
        refusal: { code: "INVALID_INPUT", errors: [{ path: "/expiresAt" }] },
      });
    const shorter = inHours(1);
    need(await change(approver, asked.id, shorter, asked.expiresAt));
    const again = need(await change(approver, asked.id, asked.latestExpiresAt!, shorter));
    expect(again.expiresAt).toBe(asked.latestExpiresAt);
  });

  test("G42 so is the time of a routing rule, and what takes the place of an action has the same latest end", async () => {
    const { admin, approver } = gate.people;
    const routingRules = [{ name: "Hurry", when: "args.value == 'second'", lifetimeSeconds: 7200 }];
    need(await gate.engine.tools.change(admin, "set_value", { routingRules }));
    const { id, expiresAt, latestExpiresAt } = await read(await propose(gate, "set_value", { value: "second" }));
    expect(latestExpiresAt).toBe(expiresAt);
    const shorter = inHours(1);
    need(await change(approver, id, shorter, expiresAt));
    gate.target.value = "changed meanwhile";
    const next = need(await gate.engine.targets.rebase(approver, id, { channel: "api" }));
    expect(next).toMatchObject({ expiresAt: shorter, latestExpiresAt });
    expect(codeOf(await change(admin, next.id, null, shorter))).toBe("INVALID_INPUT");
  });

  test("G42 the statement keeps to the latest end, and to ends that have not passed", async () => {
    const { approver: by } = gate.people;
    const { workspaceId } = by;
    const { kysely } = gate.database;
    const { id: actionId, expiresAt } = await read(await propose(gate, "pay", { amount: 7 }, { expiresInSeconds: 7200 }));
    const seen = new Date(expiresAt!);
    const late = [new Date(inHours(3)), null, new Date(Date.now() - 1)];
    const policyEpoch = await readEpoch();
    const asked = { workspaceId, actionId, seen, by, policyEpoch };
    for (const end of late) expect(await changeTimeLimit(kysely, { ...asked, expiresAt: end })).toBe(false);
    expect(await kindsOf(actionId)).toEqual(["action.proposed"]);
    expect(await changeTimeLimit(kysely, { ...asked, expiresAt: new Date(inHours(1)) })).toBe(true);
  });

  test("G42 only somebody who could reject the action changes how long it waits", async () => {
    const { admin, approver, other, viewer } = gate.people;
    need(await gate.engine.tools.change(admin, "pay", { approverIds: [other.id], confirm: true }));
    const id = await propose(gate, "pay", { amount: 7 });
    for (const by of [viewer, gate.agent, gate.worker, approver, admin])
      expect([by.name, codeOf(await change(by, id, inHours(1), null))]).toEqual([by.name, "FORBIDDEN"]);
    need(await change(other, id, inHours(1), null));
    expect(codeOf(await change(other, "nothing", inHours(1), null))).toBe("NOT_FOUND");
  });

  test("G42 of what is decided or whose time is over, nothing changes, also between read and write", async () => {
    const { approver: by, other } = gate.people;
    const { workspaceId } = by;
    const { kysely } = gate.database;
    const decided = await propose(gate, "pay", { amount: 7 });
    need(await gate.engine.decisions.approve(other, decided, { channel: "api" }));
    expect(await change(by, decided, inHours(1), null)).toMatchObject({
      refusal: { code: "INVALID_STATE", detail: "This action is already approved by other." },
    });
    const end = new Date(inHours(1));
    const asked = { workspaceId, expiresAt: end, by, policyEpoch: await readEpoch() };
    expect(await changeTimeLimit(kysely, { ...asked, actionId: decided, seen: null })).toBe(false);
    const over = await propose(gate, "pay", { amount: 8 });
    const passed = new Date(Date.now() - 1000);
    await sql`update action set expires_at = ${passed} where id = ${over}`.execute(kysely);
    expect(await changeTimeLimit(kysely, { ...asked, actionId: over, seen: passed })).toBe(false);
    expect(await change(by, over, inHours(1), passed.toISOString())).toMatchObject({
      refusal: { code: "INVALID_STATE", detail: "This action has expired. Nothing was changed." },
    });
    expect(await kindsOf(over)).toEqual(["action.proposed"]);
  });

  test("G42 an end that has passed is refused, and the same end again is no event", async () => {
    const { approver } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    expect(await change(approver, id, inHours(-1), null)).toMatchObject({
      refusal: { code: "INVALID_INPUT", errors: [{ path: "/expiresAt", message: "has passed" }] },
    });
    need(await change(approver, id, null, null));
    expect(await kindsOf(id)).toEqual(["action.proposed"]);
  });

  test("G42 the right is judged under the policy of the change, and a delegate's change says for whom", async () => {
    const { admin, approver, other } = gate.people;
    const { workspaceId } = approver;
    const { kysely } = gate.database;
    const id = await propose(gate, "pay", { amount: 7 });
    const before = await readEpoch();
    need(await gate.engine.tools.change(admin, "pay", { approverIds: [approver.id], confirm: true }));
    const asked = { workspaceId, actionId: id, expiresAt: new Date(inHours(1)), seen: null, by: other };
    expect(await changeTimeLimit(kysely, { ...asked, policyEpoch: before })).toBe(false);
    const delegator = { id: approver.id, name: approver.name, endsAt: inHours(-1) };
    expect(await changeTimeLimit(kysely, { ...asked, policyEpoch: await readEpoch(), delegator })).toBe(false);
    expect(codeOf(await change(other, id, inHours(1), null))).toBe("FORBIDDEN");
    const to = inHours(24);
    need(await gate.engine.delegations.create(approver, { delegateId: other.id, to, confirm: true }));
    need(await change(other, id, inHours(1), null));
    const told = need(await gate.engine.actions.timeline(gate.people.viewer, id)).at(-1);
    expect(told).toMatchObject({ kind: CHANGED, by: { id: other.id }, data: { onBehalfOf: { id: approver.id } } });
  });

  test("G42 after its new end, an action expires, and is not approved", async () => {
    const { approver } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    need(await change(approver, id, inHours(1), null));
    // Moves the end that was set into the past, instead of waiting for it.
    await sql`update action set expires_at = expires_at - interval '2 hours' where id = ${id}`.execute(gate.database.kysely);
    expect(codeOf(await gate.engine.decisions.approve(approver, id, { channel: "api" }))).toBe("INVALID_STATE");
    await gate.engine.sweep();
    expect((await read(id)).status).toBe("expired");
  });
});
