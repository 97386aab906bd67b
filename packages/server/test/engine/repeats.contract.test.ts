import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { JsonObject, ToolSettings } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { findProposeContext } from "../../src/store/statements/find-propose-context.ts";
import { countRepeat } from "../../src/store/statements/refused-repeats.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const channel = "api";

const kind = inject("database");

/** Tests rejection memory, on either database. No executor runs. */
describe(`a "no" that sticks on ${kind}`, () => {
  let gate: Gate;
  let mission = 0;
  beforeAll(async () => (gate = await openGate(kind, { started: false, noSticks: true })), 120_000);
  afterAll(async () => gate?.close());
  // A new agent for each test, because a test may pause tools for its agent.
  beforeEach(async () => void (gate.agent = await newAgent()));
  const newAgent = async (): Promise<Principal> => {
    const id = `agent_${randomUUID()}`;
    const { workspaceId } = gate.agent;
    const key = { workspaceId, id, kind: "agent" as const, name: "agent", tokenHash: id, prefix: "", groups: ["default"] };
    await gate.database.kysely
      .insertInto("apiKey")
      .values({ ...key, role: null, userId: null })
      .execute();
    return { ...gate.agent, id };
  };

  const ask = async (toolInput: JsonObject, where: object = {}, by: Principal = gate.agent, toolName = "pay") =>
    need(await gate.engine.proposals.propose(by, { toolName, toolInput, ...where }));
  const newMission = () => ({ missionId: `mission ${(mission += 1)}` });
  const refused = async (toolInput: JsonObject, where: object, reason = "not today", toolName = "pay") => {
    const id = await propose(gate, toolName, toolInput, where);
    need(await gate.engine.decisions.reject(gate.people.approver, id, { channel, comment: reason }));
    return id;
  };
  const set = (settings: ToolSettings) => gate.engine.tools.change(gate.people.admin, "pay", settings);
  const repeatOf = async () =>
    need(await gate.engine.repeats.list(gate.people.viewer)).find(({ agent }) => agent.id === gate.agent.id);
  const eventsOf = async (kindOfEvent: string, { missionId }: { missionId?: string } = {}) =>
    need(await gate.engine.audit.page(gate.people.admin, { kinds: [kindOfEvent], limit: 200 })).filter(
      ({ data }) => missionId === undefined || data["missionId"] === missionId,
    );
  const stored = async () =>
    Number((await sql<{ n: number }>`select count(*)::int as n from action`.execute(gate.database.kysely)).rows[0]?.n);

  test("G15 the same call meets the person's reason, whatever the order of its keys, and nothing is stored", async () => {
    const where = newMission();
    const id = await refused({ value: { a: 1, b: [2] } }, where, "not today", "set_value");
    const before = await stored();
    expect(await ask({ value: { b: [2], a: 1 } }, where, gate.agent, "set_value")).toMatchObject({
      status: "rejected",
      pendingActionId: id,
      reason: "not today",
      repeated: { times: 1, paused: false },
    });
    expect(await stored()).toBe(before);
    expect(await eventsOf("repeat.refused")).toMatchObject([
      { actionId: id, by: { id: gate.agent.id }, data: { toolName: "set_value", repeats: 1, paused: false } },
    ]);
    expect((await ask({ value: { a: 1, b: [2, 3] } }, where, gate.agent, "set_value")).status).toBe("queued");
    await refused({ amount: 5 }, where);
    expect((await ask({ amount: 5 }, where, gate.agent, "fail")).status).toBe("queued");
  });

  test("G15 names that the agent chooses change nothing: a new session or mission meets the no as well", async () => {
    await refused({ amount: 6 }, { sessionId: "first" });
    const told = [];
    for (let n = 0; n < 25; n += 1) {
      told.push(await ask({ amount: 6 }, { sessionId: `session ${n}` }), await ask({ amount: 6 }, newMission()));
    }
    expect(told.filter(({ status }) => status !== "rejected")).toEqual([]);
    expect(told.map(({ repeated }) => repeated?.paused).indexOf(true)).toBe(2);
    expect((await ask({ amount: 60 }, newMission())).repeated?.paused).toBe(true);
  });

  test("G15 it holds in its mission for every agent of it; elsewhere for its own agent", async () => {
    const where = newMission();
    const [own, other] = [gate.agent, await newAgent()];
    await refused({ amount: 6 }, where);
    expect((await ask({ amount: 6 }, { ...where, sessionId: "another session" }, other)).status).toBe("rejected");
    expect((await ask({ amount: 6 }, newMission(), other)).status).toBe("queued");
    expect((await ask({ amount: 6 }, {}, other)).status).toBe("queued");
    expect((await ask({ amount: 6 }, {}, own)).status).toBe("rejected");
  });

  test("G15 beyond its mission and session it holds for a day", async () => {
    const ids = [await refused({ amount: 7 }, { sessionId: "one" }), await refused({ amount: 8 }, {})];
    const movedBy = (hours: number) =>
      sql`update action set resolved_at = resolved_at + make_interval(hours => ${hours}) where id = any(${ids})`.execute(
        gate.database.kysely,
      );
    await movedBy(-25);
    expect((await ask({ amount: 7 }, { sessionId: "one" })).status).toBe("rejected");
    expect((await ask({ amount: 7 }, { sessionId: "two" })).status).toBe("queued");
    expect((await ask({ amount: 8 })).status).toBe("queued");
    // Restores the times that the audit log holds.
    await movedBy(25);
  });

  test("G15 the same words in other characters, with space or invisible characters around, or with a default spelled out", async () => {
    const properties = { text: { type: "string" }, mode: { type: "string", default: "soft" } };
    const definition = { name: "say", description: "says", inputSchema: { type: "object", properties } };
    const describe = async () => ({ preview: { title: "Say" } });
    const connectors = [
      { name: "saying", tools: [{ definition, approval: "required" as const, describe, execute: async () => null }] },
    ];
    const saying = await openGate(kind, { started: false, noSticks: true, connectors, database: gate.database });
    const say = async (toolInput: JsonObject) =>
      need(await saying.engine.proposals.propose(saying.agent, { toolName: "say", toolInput }));
    const id = await propose(saying, "say", { text: "file" });
    need(await saying.engine.decisions.reject(saying.people.approver, id, { channel }));
    need(await saying.engine.tools.change(saying.people.admin, "say", { afterReject: "refuse", confirm: true }));
    for (const text of ["file", " file\n", "\uff46ile", "\ufb01le", "fi\u200ble", "\u2060file\ufeff"])
      expect([text, (await say({ text })).status]).toEqual([text, "rejected"]);
    expect((await say({ text: "file", mode: " soft" })).status).toBe("rejected");
    const loud = await say({ text: "file", mode: "loud" });
    expect(loud.status).toBe("queued");
    expect((await say({ text: "files" })).status).toBe("queued");
    need(await saying.engine.decisions.reject(saying.people.approver, loud.pendingActionId!, { channel }));
    expect((await say({ text: "file", mode: "ｌoud" })).status).toBe("rejected");
    await saying.close();
  });

  test("G15 ten rejections one after another pause the tool for the agent whatever it asks; a list or an approval is no nagging", async () => {
    const list = await Promise.all(Array.from({ length: 12 }, (_, n) => propose(gate, "pay", { amount: 100 + n })));
    for (const id of list) need(await gate.engine.decisions.reject(gate.people.approver, id, { channel }));
    for (let n = 0; n < 8; n += 1) await refused({ amount: 200 + n }, { sessionId: `s ${n}` }, "no more of this");
    const kept = gate.agent;
    gate.agent = await newAgent();
    for (let n = 0; n < 5; n += 1) await refused({ amount: 300 + n }, newMission());
    need(await gate.engine.decisions.approve(gate.people.approver, await propose(gate, "pay", { amount: 1 }), { channel }));
    for (let n = 5; n < 13; n += 1) await refused({ amount: 300 + n }, newMission());
    expect((await ask({ amount: 400 })).status).toBe("queued");
    gate.agent = kept;
    await refused({ amount: 208 }, {}, "no more of this");
    const told = await ask({ amount: 209 }, newMission());
    expect(told).toMatchObject({ status: "rejected", reason: "no more of this", repeated: { paused: true } });
    expect(told.message).toContain("People rejected 10 calls");
    expect((await ask({ amount: 210 }, { sessionId: "fresh" })).repeated?.paused).toBe(true);
    expect((await ask({ amount: 210 }, {}, gate.agent, "fail")).status).toBe("queued");
    const repeat = need(await gate.engine.repeats.list(gate.people.viewer)).find(({ agent }) => agent.id === kept.id);
    need(await gate.engine.repeats.lift(gate.people.approver, repeat!.id, false));
    expect((await ask({ amount: 211 })).status).toBe("queued");
  });

  test("G15 what a proposal reads does not grow with the rejections before it", async () => {
    const id = await refused({ amount: 500 }, newMission());
    // Proposed together, and rejected one after another.
    await sql`insert into action select more.* from action a, generate_series(1, 10000) n, jsonb_populate_record(a,
      jsonb_build_object('id', a.id || '-' || n, 'created_at', a.created_at - interval '1 hour',
        'resolved_at', a.resolved_at - n * interval '1 ms')) more
      where a.id = ${id}`.execute(gate.database.kysely);
    await sql`analyze action`.execute(gate.database.kysely);
    const { workspaceId, id: proposedBy } = gate.agent;
    const call = { workspaceId, proposedBy, toolName: "pay", idempotencyKey: null, supersedes: null, inputHash: "00" };
    const countRowsRead = () =>
      gate.database.kysely.transaction().execute(async (transaction) => {
        const read = async () => {
          const { rows } = await sql<{ n: number }>`select (seq_tup_read + idx_tup_fetch)::int as n
            from pg_stat_xact_user_tables where relname = 'action'`.execute(transaction);
          return rows[0]!.n;
        };
        const before = await read();
        const [{ tool } = {}] = await findProposeContext(transaction, [call]);
        expect(tool?.rejectedOftenId).toBeNull();
        return (await read()) - before;
      });
    try {
      expect(await countRowsRead()).toBeLessThan(1_100);
      need(await set({ afterReject: "refuse", confirm: true }));
      expect(await countRowsRead()).toBeLessThan(20);
    } finally {
      need(await set({ afterReject: "pause" }));
      // They have no events in the log, which a later test verifies.
      await sql`delete from action where id like ${`${id}-%`}`.execute(gate.database.kysely);
    }
  });

  test("G15 a call that nearly repeats a rejected one says so to the person who decides", async () => {
    const id = await refused({ amount: 5, to: "ada" }, { sessionId: "one" }, "not ada");
    const near = await propose(gate, "pay", { amount: 6, to: "ada" }, newMission());
    const far = await propose(gate, "pay", { amount: 900, to: "somebody else entirely", note: "lunch" }, newMission());
    const read = async (one: string) => need(await gate.engine.actions.get(gate.people.viewer, one)).nearRepeatOf;
    expect(await read(near)).toMatchObject({ pendingActionId: id, reason: "not ada", by: { id: gate.people.approver.id } });
    expect(await read(far)).toBeNull();
    expect(need(await gate.engine.actions.get(gate.agent, near)).nearRepeatOf).toBeUndefined();
    gate.agent = await newAgent();
    expect(await read(await propose(gate, "pay", { amount: 6, to: "ada" }))).toBeNull();
  });

  test("G15 feedback is no no, neither is an end without one, and a repeat of the same request is told its answer", async () => {
    const where = newMission();
    const first = await propose(gate, "pay", { amount: 9 }, where);
    need(await gate.engine.decisions.refine(gate.people.approver, first, { channel, comment: "say to whom" }));
    const second = await propose(gate, "pay", { amount: 9 }, where);
    need(await gate.engine.settlements.cancel(gate.agent, second));
    const keyed = { ...where, idempotencyKey: "once" };
    const third = await propose(gate, "pay", { amount: 9 }, keyed);
    need(await gate.engine.decisions.reject(gate.people.approver, third, { channel }));
    const again = await ask({ amount: 9 }, keyed);
    expect([again.pendingActionId, again.repeated]).toEqual([third, undefined]);
    const next = await ask({ amount: 9 }, { ...where, idempotencyKey: "twice" });
    expect([next.status, next.reason, next.repeated?.times]).toEqual(["rejected", undefined, 1]);
  });

  test("G15 the third repeat pauses the tool for its agent; a person who decides on it lifts that", async () => {
    const where = newMission();
    await refused({ amount: 10 }, where, "never again");
    await refused({ amount: 11 }, where);
    for (const [times, amount] of [10, 11, 10].entries())
      expect((await ask({ amount }, where)).repeated).toEqual({ times: times + 1, paused: times === 2 });
    expect(await ask({ amount: 12 }, where)).toMatchObject({
      status: "rejected",
      reason: "never again",
      repeated: { paused: true },
    });
    expect((await ask({ amount: 12 }, newMission())).repeated?.paused).toBe(true);
    expect((await ask({ amount: 12 }, where, await newAgent())).status).toBe("queued");
    expect((await ask({ amount: 10 }, where, gate.agent, "fail")).status).toBe("queued");
    expect(await eventsOf("repeat.paused", where)).toMatchObject([
      { by: { kind: "system" }, data: { ...where, toolName: "pay" } },
    ]);
    const repeat = await repeatOf();
    expect(repeat).toMatchObject({ repeats: 3, rejected: { reason: "never again", by: { id: gate.people.approver.id } } });
    expect(repeat?.pausedAt).not.toBeNull();

    const lift = (by: Principal, forget = false) => gate.engine.repeats.lift(by, repeat!.id, forget);
    for (const by of [gate.people.viewer, gate.agent, gate.worker]) expect(codeOf(await lift(by))).toBe("FORBIDDEN");
    need(await set({ approverIds: [gate.people.other.id] }));
    expect(codeOf(await lift(gate.people.approver))).toBe("FORBIDDEN");
    expect((await ask({ amount: 12 }, where)).repeated?.paused).toBe(true);
    need(await lift(gate.people.other));
    need(await set({ approverIds: [], confirm: true }));
    expect(codeOf(await lift(gate.people.other))).toBe("NOT_FOUND");
    expect((await ask({ amount: 12 }, where)).status).toBe("queued");
    expect((await ask({ amount: 10 }, where)).repeated).toEqual({ times: 1, paused: false });
    need(await lift(gate.people.admin, true));
    expect((await ask({ amount: 10 }, where)).status).toBe("queued");
    expect(await eventsOf("repeat.lifted", where)).toMatchObject([
      { data: { forgotten: false } },
      { data: { forgotten: true } },
    ]);
  });

  test("G15 many repeats at once are all refused, and pause the tool once", async () => {
    const where = newMission();
    await refused({ amount: 13 }, where);
    const before = [await stored(), (await eventsOf("repeat.paused")).length];
    const told = await Promise.all(Array.from({ length: 20 }, () => ask({ amount: 13 }, where)));
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    expect([await stored(), (await eventsOf("repeat.paused")).length]).toEqual([before[0], before[1]! + 1]);
    expect((await repeatOf())?.repeats).toBe(3);

    gate.agent = await newAgent();
    const many = newMission();
    await refused({ amount: 14 }, many);
    const batch = need(
      await gate.engine.proposals.proposeMany(gate.agent, {
        items: [14, 15, 14].map((amount) => ({ toolName: "pay", toolInput: { amount }, ...many })),
      }),
    );
    expect(batch.items.map(({ status }) => status)).toEqual(["rejected", "queued", "rejected"]);
    expect((await repeatOf())?.repeats).toBe(2);
  });

  test("G15 an administrator relaxes it for a tool, confirmed and on the record; what asks nobody is not stopped", async () => {
    const where = newMission();
    await refused({ amount: 16 }, where);
    expect(codeOf(await gate.engine.tools.change(gate.people.approver, "pay", { afterReject: "ask" }))).toBe("FORBIDDEN");
    expect(codeOf(await set({ afterReject: "refuse" }))).toBe("INVALID_INPUT");
    need(await set({ afterReject: "refuse", confirm: true }));
    for (let times = 1; times <= 4; times += 1)
      expect((await ask({ amount: 16 }, where)).repeated).toEqual({ times, paused: false });
    expect(codeOf(await set({ afterReject: "ask" }))).toBe("INVALID_INPUT");
    need(await set({ afterReject: "ask", confirm: true }));
    expect((await ask({ amount: 16 }, where)).status).toBe("queued");
    expect((await eventsOf("tool.settings_changed")).at(-1)).toMatchObject({ data: { afterReject: "ask", lowers: true } });
    need(await set({ afterReject: "pause" }));
    expect((await ask({ amount: 16 }, where)).repeated).toEqual({ times: 5, paused: true });
    need(await set({ approval: "never", confirm: true }));
    expect(await ask({ amount: 16 }, { ...where, waitSeconds: 0 })).toMatchObject({ status: "approved" });
    need(await set({ approval: "required" }));
  });

  test("G13 G15 a client that repeats itself is told the end first, then that it was refused again", async () => {
    const call = { toolName: "pay", toolInput: { amount: 18 } };
    const { pendingActionId: id } = need(await gate.engine.heldCalls.ask(gate.agent, call));
    need(await gate.engine.decisions.reject(gate.people.approver, id!, { channel, comment: "no, thank you" }));
    const ended = need(await gate.engine.heldCalls.collect(gate.agent, id!, 0));
    expect([ended.status, ended.repeated]).toEqual(["rejected", undefined]);
    expect(need(await gate.engine.heldCalls.ask(gate.agent, call))).toMatchObject({
      status: "rejected",
      pendingActionId: id,
      reason: "no, thank you",
      repeated: { times: expect.any(Number) },
    });
  });

  test("G12 the log of refused repeats verifies", async () => {
    expect(need(await gate.engine.audit.verify(gate.people.admin)).faults).toEqual([]);
  });

  test("G9 G15 a no of one workspace says nothing in another", async () => {
    const where = newMission();
    const id = await refused({ amount: 17 }, where);
    const other = await openGate(kind, { started: false, noSticks: true, database: gate.database });
    const call = { toolName: "pay", toolInput: { amount: 17 }, ...where };
    expect(need(await other.engine.proposals.propose(other.agent, call)).status).toBe("queued");
    expect((await ask({ amount: 17 }, where)).status).toBe("rejected");
    const { id: repeatId } = (await repeatOf())!;
    expect(need(await other.engine.repeats.list(other.people.admin))).toEqual([]);
    expect(codeOf(await other.engine.repeats.lift(other.people.admin, repeatId, true))).toBe("NOT_FOUND");
    const row = await countRepeat(gate.database.kysely, {
      workspaceId: other.agent.workspaceId,
      id: "another",
      toolName: "pay",
      missionId: where.missionId,
      sessionId: null,
      by: other.agent,
      actionId: id,
      pauses: true,
    });
    expect(row?.repeats).toBe(1);
    await other.close();
  });
});
