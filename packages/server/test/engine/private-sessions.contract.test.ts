import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests who may read the sessions of an agent with private sessions, on any database. */
describe(`private sessions on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
  });
  afterAll(async () => gate.close());

  const change = (settings: object, by = gate.people.admin) =>
    gate.engine.agents.change(by, gate.agent.id, { confirm: true, ...settings });
  /** The code that each read of a session returns. */
  async function reads(by: Principal, sessionId: string, id: string) {
    const { engine } = gate;
    return [
      codeOf(await engine.actions.proposals(by, sessionId, [id])),
      codeOf(await engine.actions.briefing(by, { sessionId })),
      codeOf(await engine.actions.refinements(by, { sessionId })),
    ];
  }
  const OPEN = ["ok", "ok", "ok"];
  const CLOSED = ["FORBIDDEN", "FORBIDDEN", "FORBIDDEN"];

  test("only the person it acts for, administrators and the agent itself read them; deciding stays as it is", async () => {
    const { admin, approver, other, viewer } = gate.people;
    const id = await propose(gate, "pay", { amount: 1 }, { sessionId: "private" });
    for (const by of [admin, approver, viewer]) expect(await reads(by, "private", id)).toEqual(OPEN);
    expect(need(await change({ actsFor: approver.id, privateSessions: true }))).toMatchObject({ privateSessions: true });
    for (const by of [admin, approver, gate.agent]) expect(await reads(by, "private", id)).toEqual(OPEN);
    for (const by of [other, viewer]) expect(await reads(by, "private", id)).toEqual(CLOSED);
    need(await gate.engine.actions.get(other, id));
    need(await gate.engine.actions.briefing(other, {}));
    need(await gate.engine.decisions.approve(other, id, { channel: "api" }));
    need(await change({ actsFor: null }));
    expect(await reads(approver, "private", id)).toEqual(CLOSED);
    need(await change({ privateSessions: false }));
    expect(await reads(other, "private", id)).toEqual(OPEN);
  });

  test("a session that another agent shares with it is as private, one of another agent's is not", async () => {
    const { other } = gate.people;
    const agent = { ...gate.agent, id: `open_${gate.agent.workspaceId}` };
    await gate.database.kysely
      .insertInto("apiKey")
      .values({
        workspaceId: agent.workspaceId,
        id: agent.id,
        kind: "agent",
        name: "open",
        tokenHash: agent.id,
        prefix: "",
        groups: ["default"],
        role: null,
        userId: null,
      })
      .execute();
    need(await change({ privateSessions: true }));
    const shared = await propose({ ...gate, agent }, "pay", { amount: 2 }, { sessionId: "shared" });
    expect(await reads(other, "shared", shared)).toEqual(OPEN);
    await propose(gate, "pay", { amount: 3 }, { sessionId: "shared" });
    expect(await reads(other, "shared", shared)).toEqual(CLOSED);
    const own = await propose({ ...gate, agent }, "pay", { amount: 4 }, { sessionId: "its own" });
    expect(await reads(other, "its own", own)).toEqual(OPEN);
    expect(await reads(other, "nobody's", own)).toEqual(OPEN);
  });

  test("G9 another workspace's session of that name says nothing here", async () => {
    const theirs = await openGate(kind, { started: false, database: gate.database });
    await propose(gate, "pay", { amount: 5 }, { sessionId: "same" });
    const id = await propose(theirs, "pay", { amount: 5 }, { sessionId: "same" });
    need(await change({ privateSessions: true }));
    expect(codeOf(await theirs.engine.actions.proposals(theirs.people.viewer, "same", [id]))).toBe("ok");
    await theirs.close();
  });

  test("G12 only an administrator sets it, and it is on the log", async () => {
    expect(codeOf(await change({ privateSessions: false }, gate.people.approver))).toBe("FORBIDDEN");
    need(await change({ privateSessions: true }));
    const [event] = need(
      await gate.engine.audit.page(gate.people.viewer, { kinds: ["agent.changed"], sort: "newest", limit: 1 }),
    );
    expect(event?.data).toMatchObject({ agentId: gate.agent.id, privateSessions: true });
  });
});
