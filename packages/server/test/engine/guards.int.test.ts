import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decide } from "../../src/core/decide.ts";
import type { ServerTool } from "../../src/ports/tool.ts";
import { verifyClaim } from "../../src/engine/execution/claimed.ts";
import { createRegistry } from "../../src/engine/registry.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { claimApproved } from "../support/claim.ts";
import { transitionAction, type Transition } from "../../src/store/statements/transition-action.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

/*
 * Where two guards protect the same thing, a test of the whole gate cannot tell whether both work. These tests call each guard
 * alone, so that removing any of them fails a test; `npm run mutants` removes them.
 */
describe("each guard by itself", () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate("any", { started: false });
  });
  afterAll(async () => gate.close());

  const channel = "api";
  const approved = async (): Promise<string> => {
    const id = await propose(gate, "pay", { amount: 1 });
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel }));
    return id;
  };
  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const claim = async () => claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 60, by: SYSTEM });
  const rejection = async (id: string): Promise<Transition> => {
    const { workspaceId, version, digest } = await read(id);
    return {
      workspaceId,
      id,
      from: ["pending"],
      to: "rejected",
      seenVersion: version,
      by: gate.people.approver,
      event: "action.rejected",
      digest,
    };
  };

  test("G3 a move is written only from a status it may start from", async () => {
    const id = await approved();
    expect(await transitionAction(gate.database.kysely, await rejection(id))).toBeUndefined();
    expect((await read(id)).status).toBe("approved");
  });

  test("G3 a move is written only over the version that was seen", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    const move = await rejection(id);
    expect(await transitionAction(gate.database.kysely, { ...move, seenVersion: move.seenVersion + 1 })).toBeUndefined();
    expect((await read(id)).status).toBe("pending");
    expect(await transitionAction(gate.database.kysely, move)).toMatchObject({ status: "rejected" });
  });

  test("G6 G24 what is of high risk is not approved as one of many, only by itself; a no to many is heard for all", async () => {
    const ids: string[] = [];
    for (const risk of [3, 4, 5, 5]) {
      const id = await propose(gate, "pay", { amount: risk });
      await sql`update action set risk = ${risk} where id = ${id}`.execute(gate.database.kysely);
      ids.push(id);
    }
    const [low, high, critical, unwanted] = ids as [string, string, string, string];
    const asked = [low, high, critical].map((pendingActionId) => ({ pendingActionId, verdict: "approve" as const }));
    const { batchId } = await read(critical);
    const both = [
      need(await gate.engine.decisions.decideMany(gate.people.approver, asked, channel)),
      need(await gate.engine.decisions.decideMany(gate.people.approver, asked.slice(2), channel, batchId)),
    ];
    expect(both.map(({ results }) => results.map(({ outcome, code }) => code ?? outcome))).toEqual([
      ["approved", "FORBIDDEN", "FORBIDDEN"],
      ["FORBIDDEN"],
    ]);
    expect(both[0]!.results[2]!.detail).toMatch(/separately/);
    expect((await read(critical)).status).toBe("pending");
    const no = [{ pendingActionId: unwanted, verdict: "reject" as const }];
    expect(need(await gate.engine.decisions.decideMany(gate.people.approver, no, channel))).toMatchObject({ rejected: 1 });
    for (const id of [high, critical]) {
      expect(codeOf(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "embed" }))).toBe("FORBIDDEN");
      expect(need(await gate.engine.decisions.approve(gate.people.approver, id, { channel })).status).toBe("approved");
    }
  });

  test("G6 nothing is approved after its lifetime, even before a sweep has noticed", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    await sql`update action set expires_at = now() - interval '1 second' where id = ${id}`.execute(gate.database.kysely);
    const late = await gate.engine.decisions.approve(gate.people.approver, id, { channel });
    expect(late).toMatchObject({
      refusal: { code: "INVALID_STATE", current: { status: "expired" }, resolvedBy: { kind: "system" } },
    });
  });

  test("G7 no agent, worker or viewer decides, and nobody what they proposed", () => {
    const action = { status: "pending", digest: "d", proposedBy: { kind: "agent", id: "a" } } as const;
    const { approver, viewer } = gate.people;
    const allowed = (by: typeof approver) => codeOf(decide(action, { ...by, teams: [] }, { verdict: "approve", digest: "d" }));
    expect(allowed(approver)).toBe("ok");
    for (const by of [
      gate.agent,
      gate.worker,
      viewer,
      { ...gate.agent, role: "admin" as const },
      { ...approver, id: "a" },
      { ...approver, role: null },
    ]) {
      expect(allowed(by)).toBe("FORBIDDEN");
    }
  });

  test("G8 a person who lost the role while signed in decides nothing", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    const { other } = gate.people;
    const setRole = (role: "viewer" | "approver") =>
      gate.database.kysely.updateTable("member").set({ role }).where("userId", "=", other.id).execute();
    await setRole("viewer");
    for (const verdict of ["approve", "reject", "refine"] as const) {
      expect(codeOf(await gate.engine.decisions[verdict](other, id, { channel, comment: "x" }))).toBe("FORBIDDEN");
    }
    await setRole("approver");
    expect((await read(id)).status).toBe("pending");
    need(await gate.engine.decisions.reject(other, id, { channel }));
  });

  test("G8 whatever right is lost between approval and claim, nothing is claimed", async () => {
    const { kysely } = gate.database;
    const { approver, agent } = { ...gate.people, agent: gate.agent };
    const member = kysely.updateTable("member").where("userId", "=", approver.id);
    const key = kysely.updateTable("apiKey").where("id", "=", agent.id);
    const tool = kysely.updateTable("tool").where("workspaceId", "=", agent.workspaceId).where("name", "=", "pay");
    const { definitionHash } = await kysely
      .selectFrom("tool")
      .select("definitionHash")
      .where("name", "=", "pay")
      .executeTakeFirstOrThrow();
    const losses = [
      { lose: member.set({ role: "viewer" }), restore: member.set({ role: "approver" }), code: "forbidden" },
      { lose: key.set({ revokedAt: new Date() }), restore: key.set({ revokedAt: null }), code: "forbidden" },
      { lose: key.set({ groups: ["another"] }), restore: key.set({ groups: ["default"] }), code: "forbidden" },
      { lose: tool.set({ enabled: false }), restore: tool.set({ enabled: true }), code: "tool_changed" },
      { lose: tool.set({ definitionHash: "other" }), restore: tool.set({ definitionHash }), code: "tool_changed" },
      { lose: tool.set({ source: "elsewhere" }), restore: tool.set({ source: "server" }), code: "tool_changed" },
    ];
    await claim();
    for (const { lose, restore, code } of losses) {
      const id = await approved();
      await lose.execute();
      const rows = await claim();
      await restore.execute();
      expect(rows.map((row) => [row.id, row.claimId, row.status])).toEqual([[id, null, "failed"]]);
      expect(await read(id)).toMatchObject({ error: { code }, attempts: [] });
    }
  });

  test("G3 a claim reaches its handler once; a copy of it never", async () => {
    await claim();
    await approved();
    const [row] = await claim();
    const claimed = row && verifyClaim(row);
    if (!claimed) throw new Error("nothing was claimed");
    let runs = 0;
    const pay = { definition: { name: "pay" }, execute: async () => (runs += 1) } as unknown as ServerTool;
    const registry = createRegistry([{ name: "one", tools: [pay] }]);
    const context = { signal: new AbortController().signal } as Parameters<typeof registry.run>[1];
    await expect(registry.run({ ...claimed }, context)).rejects.toThrow("once for each claim");
    await registry.run(claimed, context);
    await expect(registry.run(claimed, context)).rejects.toThrow("once for each claim");
    await expect(registry.read("pay", {}, { workspaceId: "w", by: { kind: "agent", id: "a" } })).rejects.toThrow(
      "runs by a claim only",
    );
    expect(runs).toBe(1);
  });

  test("G12 an event changed, taken out or moved, and a row changed beside the log, are named", async () => {
    const own = await openGate("any", { started: false });
    const { kysely } = own.database;
    const { workspaceId } = own.agent;
    const id = await propose(own, "pay", { amount: 1 });
    need(await own.engine.decisions.reject(own.people.approver, id, { channel }));
    await propose(own, "pay", { amount: 2 });
    const faults = async () => (await verifyAudit(own.database, workspaceId))[0]?.faults;
    expect(await faults()).toEqual([]);
    const { seq } = await kysely
      .selectFrom("auditEvent")
      .select("seq")
      .where("kind", "=", "action.rejected")
      .executeTakeFirstOrThrow();

    await sql`update action set status = 'approved' where id = ${id}`.execute(kysely);
    expect(await faults()).toMatchObject([
      { seq, actionId: id, problem: expect.stringContaining("the action says approved") as string },
    ]);
    await sql`update action set status = 'rejected' where id = ${id}`.execute(kysely);

    await sql`alter table audit_event disable trigger audit_is_append_only`.execute(kysely);
    const change = (name: string) => sql`update audit_event set actor_name = ${name} where seq = ${seq}`.execute(kysely);
    await change("somebody else");
    expect(await faults()).toMatchObject([{ seq, actionId: id, problem: expect.stringContaining("changed") as string }]);
    await change("approver");
    expect(await faults()).toEqual([]);
    await sql`delete from audit_event where seq = ${seq}`.execute(kysely);
    expect((await faults())?.[0]).toMatchObject({ seq, problem: expect.stringContaining("missing") as string });
    await own.close();
  });
});
