import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import type { Role } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import type { Database } from "../../src/store/database.ts";
import { afterEachStatement } from "../support/after-each-statement.ts";
import { openTestDatabase } from "../support/database.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");
const channel = "api";

/** What `authorize.contract` shows of approvals and runs, for everything else that somebody needs a right for. */
describe(`rights lost between a read and a write on ${kind}`, () => {
  let database: Database;
  let gate: Gate;
  let ada: Principal;
  /** Runs once, after the engine's next statement. */
  let next: (() => Promise<unknown>) | undefined;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    gate = await openGate(kind, {
      started: false,
      database: afterEachStatement(database, async () => {
        const now = next;
        next = undefined;
        await now?.();
      }),
    });
    ada = gate.people.approver;
  });
  afterEach(async () => {
    next = undefined;
    await setRole("approver");
    gate.target.value = "first";
  });
  afterAll(async () => {
    await gate.close();
    await database.close();
  });

  const setRole = async (role: Role) =>
    database.kysely.updateTable("member").set({ role }).where("userId", "=", ada.id).execute();
  const setTool = async (name: string, approverIds: string[]) =>
    database.kysely.updateTable("tool").set({ approverIds }).where("name", "=", name).execute();
  const statusOf = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id)).status;

  test("G8 who loses the right to decide lifts no pause", async () => {
    const { workspaceId } = ada;
    await sql`insert into refused_repeat (workspace_id, tool_name, id, agent_id, agent_name, action_id, repeats, repeated_at, paused_at)
      values (${workspaceId}, 'pay', 'p', ${gate.agent.id}, 'agent', 'none', 3, now(), now())`.execute(database.kysely);
    next = () => setRole("viewer");
    expect(codeOf(await gate.engine.repeats.lift(ada, "p", false))).toBe("FORBIDDEN");
    await setRole("approver");
    // A change that takes no right from this person costs a second look.
    next = () => setTool("fail", ["somebody"]);
    expect(codeOf(await gate.engine.repeats.lift(ada, "p", false))).toBe("ok");
    await setTool("fail", []);
  });

  test("G8 who loses the right to decide rebases nothing", async () => {
    const id = await propose(gate, "set_value", { value: "proposed" });
    gate.target.value = "somebody else's";
    next = () => setRole("viewer");
    expect(codeOf(await gate.engine.targets.rebase(ada, id, { channel }))).toBe("FORBIDDEN");
    expect(await statusOf(id)).toBe("pending");
    await setRole("approver");
    next = () => setTool("set_value", [gate.people.other.id]);
    expect(codeOf(await gate.engine.targets.rebase(ada, id, { channel }))).toBe("FORBIDDEN");
    await setTool("set_value", []);
    expect(codeOf(await gate.engine.targets.rebase(ada, id, { channel }))).toBe("ok");
  });

  test("G8 G18 what failed or is unknown is run again or settled by who decides on its tool now, and nobody else", async () => {
    const failed = await propose(gate, "pay", { amount: 1 });
    const unknown = await propose(gate, "pay", { amount: 2 });
    await sql`update action set status = 'failed', error = '{"code":"handler","message":"no"}' where id = ${failed}`.execute(
      database.kysely,
    );
    await sql`update action set status = 'outcome_unknown' where id = ${unknown}`.execute(database.kysely);
    const codes = async () => [
      codeOf(await gate.engine.settlements.retry(ada, failed)),
      codeOf(await gate.engine.settlements.settle(ada, unknown, "failed", "seen")),
    ];
    await setTool("pay", [gate.people.other.id]);
    expect(await codes()).toEqual(["FORBIDDEN", "FORBIDDEN"]);
    await setTool("pay", []);
    await setRole("viewer");
    expect(await codes()).toEqual(["FORBIDDEN", "FORBIDDEN"]);
    await setRole("approver");
    const loses = async (act: () => Promise<unknown>) => {
      next = () => setRole("viewer");
      const result = await act();
      await setRole("approver");
      return result;
    };
    expect(await loses(async () => codeOf(await gate.engine.settlements.retry(ada, failed)))).toBe("FORBIDDEN");
    expect(await loses(async () => codeOf(await gate.engine.settlements.settle(ada, unknown, "failed", "seen")))).toBe(
      "FORBIDDEN",
    );
    expect(await codes()).toEqual(["ok", "ok"]);
  });

  test("G8 G25 a token decides with no more than its own role, also where its member has more", async () => {
    const token: Principal = { ...gate.people.admin, role: "approver" };
    await database.kysely
      .updateTable("tool")
      .set({ approverRole: "admin" })
      .where("name", "in", ["pay", "set_value"])
      .execute();
    const id = await propose(gate, "pay", { amount: 1 });
    const moved = await propose(gate, "set_value", { value: "proposed" });
    gate.target.value = "somebody else's";
    const failed = await propose(gate, "pay", { amount: 2 });
    await sql`update action set status = 'failed', error = '{"code":"handler","message":"no"}' where id = ${failed}`.execute(
      database.kysely,
    );
    const codesOf = async (by: Principal) => [
      codeOf(await gate.engine.targets.rebase(by, moved, { channel })),
      codeOf(await gate.engine.settlements.retry(by, failed)),
      codeOf(await gate.engine.decisions.approve(by, id, { channel })),
    ];
    expect(await codesOf(token)).toEqual(["FORBIDDEN", "FORBIDDEN", "FORBIDDEN"]);
    expect(codeOf(await gate.engine.decisions.reject(token, id, { channel }))).toBe("FORBIDDEN");
    expect(await codesOf(gate.people.admin)).toEqual(["ok", "ok", "ok"]);
    await database.kysely.updateTable("tool").set({ approverRole: null }).where("name", "in", ["pay", "set_value"]).execute();
  });

  test("G8 G21 a rejection during a stop is taken, also when a change of policy comes between", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    need(await gate.engine.emergency.stop(gate.people.admin, "a test"));
    next = () => setTool("fail", ["somebody"]);
    expect(codeOf(await gate.engine.decisions.reject(ada, id, { channel }))).toBe("ok");
    await setTool("fail", []);
    need(await gate.engine.emergency.lift(gate.people.admin));
  });

  test("G8 G16 a call whose grant loses its author before the call is stored waits for a person", async () => {
    const { engine, people, agent } = gate;
    const grant = { toolName: "pay", agentId: agent.id, allowWhen: "true", maxUses: 9, expiresInSeconds: 600, confirm: true };
    need(await engine.grants.write(people.admin, grant));
    const ask = async () =>
      need(await engine.proposals.propose(agent, { toolName: "pay", toolInput: { amount: 1 }, waitSeconds: 0 }));
    const setAuthor = async (role: Role) =>
      database.kysely.updateTable("member").set({ role }).where("userId", "=", people.admin.id).execute();
    next = () => setAuthor("approver");
    expect(await statusOf((await ask()).pendingActionId!)).toBe("pending");
    await setAuthor("admin");
    expect(await statusOf((await ask()).pendingActionId!)).toBe("approved");
  });
});
