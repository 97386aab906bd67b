import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject, ToolSettings } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { countRepeat } from "../../src/store/statements/refused-repeats.ts";
import type { DatabaseKind } from "../support/database.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const channel = "api";

/** A person's "no" and what comes after it, on either database. Nothing runs by itself here. */
export function repeatsContract(kind: DatabaseKind): void {
  describe(`a "no" that sticks on ${kind}`, () => {
    let gate: Gate;
    let mission = 0;
    beforeAll(async () => (gate = await openGate(kind, { started: false, noSticks: true })), 120_000);
    afterAll(async () => gate?.close());

    const ask = async (toolInput: JsonObject, where: object = {}, by: Principal = gate.agent, toolName = "pay") =>
      need(await gate.engine.propose(by, { toolName, toolInput, ...where }));
    const newMission = () => ({ missionId: `mission ${(mission += 1)}` });
    const refused = async (toolInput: JsonObject, where: object, reason = "not today", toolName = "pay") => {
      const id = await propose(gate, toolName, toolInput, where);
      need(await gate.engine.reject(gate.people.approver, id, { channel, comment: reason }));
      return id;
    };
    const set = (settings: ToolSettings) => gate.engine.changeTool(gate.people.admin, "pay", settings);
    const repeatOf = async (missionId: string) =>
      need(await gate.engine.repeats(gate.people.viewer)).find((one) => one.missionId === missionId);
    const eventsOf = async (kindOfEvent: string) =>
      need(await gate.engine.auditPage(gate.people.admin, { kinds: [kindOfEvent], limit: 200 }));
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

    test("G15 it holds in its mission for every agent of it, and in no other", async () => {
      const where = newMission();
      await refused({ amount: 6 }, where);
      expect((await ask({ amount: 6 }, where)).status).toBe("rejected");
      expect((await ask({ amount: 6 }, { ...where, sessionId: "another session" })).status).toBe("rejected");
      expect((await ask({ amount: 6 }, newMission())).status).toBe("queued");
      expect((await ask({ amount: 6 })).status).toBe("queued");
    });

    test("G15 without a mission it holds in the agent's session, and without either for a day", async () => {
      await refused({ amount: 7 }, { sessionId: "one" });
      expect((await ask({ amount: 7 }, { sessionId: "one" })).status).toBe("rejected");
      expect((await ask({ amount: 7 }, { sessionId: "two" })).status).toBe("queued");
      const id = await refused({ amount: 8 }, {});
      expect((await ask({ amount: 8 })).status).toBe("rejected");
      const movedBy = (hours: number) =>
        sql`update action set resolved_at = resolved_at + make_interval(hours => ${hours}) where id = ${id}`.execute(
          gate.database.kysely,
        );
      await movedBy(-25);
      expect((await ask({ amount: 8 })).status).toBe("queued");
      // As the log has it.
      await movedBy(25);
    });

    test("G15 feedback is no no, neither is an end without one, and a repeat of the same request is told its answer", async () => {
      const where = newMission();
      const first = await propose(gate, "pay", { amount: 9 }, where);
      need(await gate.engine.refine(gate.people.approver, first, { channel, comment: "say to whom" }));
      const second = await propose(gate, "pay", { amount: 9 }, where);
      need(await gate.engine.cancel(gate.agent, second));
      const keyed = { ...where, idempotencyKey: "once" };
      const third = await propose(gate, "pay", { amount: 9 }, keyed);
      need(await gate.engine.reject(gate.people.approver, third, { channel }));
      const again = await ask({ amount: 9 }, keyed);
      expect([again.pendingActionId, again.repeated]).toEqual([third, undefined]);
      const next = await ask({ amount: 9 }, { ...where, idempotencyKey: "twice" });
      expect([next.status, next.reason, next.repeated?.times]).toEqual(["rejected", undefined, 1]);
    });

    test("G15 the third repeat pauses the tool in its mission; a person who decides on it lifts that", async () => {
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
      expect((await ask({ amount: 12 }, newMission())).status).toBe("queued");
      expect((await ask({ amount: 10 }, where, gate.agent, "fail")).status).toBe("queued");
      expect(await eventsOf("repeat.paused")).toMatchObject([{ by: { kind: "system" }, data: { ...where, toolName: "pay" } }]);
      const repeat = await repeatOf(where.missionId);
      expect(repeat).toMatchObject({ repeats: 3, rejected: { reason: "never again", by: { id: gate.people.approver.id } } });
      expect(repeat?.pausedAt).not.toBeNull();

      const lift = (by: Principal, forget = false) => gate.engine.liftRepeat(by, repeat!.id, forget);
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
      expect(await eventsOf("repeat.lifted")).toMatchObject([{ data: { forgotten: false } }, { data: { forgotten: true } }]);
    });

    test("G15 many repeats at once are all refused, and pause the tool once", async () => {
      const where = newMission();
      await refused({ amount: 13 }, where);
      const before = [await stored(), (await eventsOf("repeat.paused")).length];
      const told = await Promise.all(Array.from({ length: 20 }, () => ask({ amount: 13 }, where)));
      expect(new Set(told.map(({ status }) => status))).toEqual(new Set(["rejected"]));
      expect([await stored(), (await eventsOf("repeat.paused")).length]).toEqual([before[0], before[1]! + 1]);
      expect((await repeatOf(where.missionId))?.repeats).toBe(3);

      const many = newMission();
      await refused({ amount: 14 }, many);
      const batch = need(
        await gate.engine.proposeMany(gate.agent, {
          items: [14, 15, 14].map((amount) => ({ toolName: "pay", toolInput: { amount }, ...many })),
        }),
      );
      expect(batch.items.map(({ status }) => status)).toEqual(["rejected", "queued", "rejected"]);
      expect((await repeatOf(many.missionId))?.repeats).toBe(2);
    });

    test("G15 an administrator relaxes it for a tool, confirmed and on the record; what asks nobody is not stopped", async () => {
      const where = newMission();
      await refused({ amount: 16 }, where);
      expect(codeOf(await gate.engine.changeTool(gate.people.approver, "pay", { afterReject: "ask" }))).toBe("FORBIDDEN");
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
      const { pendingActionId: id } = need(await gate.engine.askOnce(gate.agent, call));
      need(await gate.engine.reject(gate.people.approver, id!, { channel, comment: "no, thank you" }));
      const ended = need(await gate.engine.collect(gate.agent, id!, 0));
      expect([ended.status, ended.repeated]).toEqual(["rejected", undefined]);
      expect(need(await gate.engine.askOnce(gate.agent, call))).toMatchObject({
        status: "rejected",
        pendingActionId: id,
        reason: "no, thank you",
        repeated: { times: expect.any(Number) },
      });
    });

    test("G12 the log of refused repeats verifies", async () => {
      expect(need(await gate.engine.verifyAudit(gate.people.admin)).faults).toEqual([]);
    });

    test("G9 G15 a no of one workspace says nothing in another", async () => {
      const where = newMission();
      const id = await refused({ amount: 17 }, where);
      const other = await openGate(kind, { started: false, noSticks: true, database: gate.database });
      const call = { toolName: "pay", toolInput: { amount: 17 }, ...where };
      expect(need(await other.engine.propose(other.agent, call)).status).toBe("queued");
      expect((await ask({ amount: 17 }, where)).status).toBe("rejected");
      const { id: repeatId } = (await repeatOf(where.missionId))!;
      expect(need(await other.engine.repeats(other.people.admin))).toEqual([]);
      expect(codeOf(await other.engine.liftRepeat(other.people.admin, repeatId, true))).toBe("NOT_FOUND");
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
}
