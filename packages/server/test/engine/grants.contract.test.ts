import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { WriteGrant } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { claimApproved } from "../support/claim.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { until } from "../support/until.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const channel = "api";

const kind = inject("database");

/** Tests standing grants, on either database. No executor runs: tests claim runnable actions themselves. */
describe(`standing grants on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => (gate = await openGate(kind, { started: false })), 120_000);
  afterAll(async () => gate?.close());

  const write = (more: Partial<WriteGrant> = {}, by: Principal = gate.people.admin) =>
    gate.engine.grants.write(by, {
      toolName: "pay",
      agentId: gate.agent.id,
      allowWhen: "args.amount <= 10.0",
      maxUses: 10,
      expiresInSeconds: 3600,
      confirm: true,
      ...more,
    });
  const ask = async (amount: number, more: object = {}, by: Principal = gate.agent, toolName = "pay") =>
    need(await gate.engine.proposals.propose(by, { toolName, toolInput: { amount }, waitSeconds: 0, ...more }));
  const read = async (id: string | null) => need(await gate.engine.actions.get(gate.people.viewer, id!));
  const revoke = (id: string, by: Principal = gate.people.admin) => gate.engine.grants.revoke(by, id);
  const stateOf = async (id: string) =>
    need(await gate.engine.grants.list(gate.people.viewer)).find((one) => one.id === id)?.state;
  const eventsOf = async (kindOfEvent: string) =>
    need(await gate.engine.audit.page(gate.people.admin, { kinds: [kindOfEvent], limit: 200 }));
  const claimed = async (id: string | null) => {
    await claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
    const { status, error } = await read(id);
    return error?.code ?? status;
  };

  test("G16 only an administrator writes one, confirmed, for a sound expression, never for a critical tool", async () => {
    for (const by of [gate.people.approver, gate.people.viewer, gate.agent, gate.worker]) {
      expect(codeOf(await write({}, by))).toBe("FORBIDDEN");
      expect(codeOf(await gate.engine.grants.preview(by, { toolName: "pay", agentId: gate.agent.id, allowWhen: "true" }))).toBe(
        "FORBIDDEN",
      );
    }
    const refusals = [
      [await write({ confirm: false }), "/confirm"],
      [await write({ allowWhen: "args.amount >" }), "/allowWhen"],
      [await write({ agentId: gate.people.admin.id }), "/agentId"],
      [await write({ toolName: "nothing" }), "/toolName"],
    ] as const;
    for (const [answer, path] of refusals) expect(answer).toMatchObject({ refusal: { errors: [{ path }] } });
    need(await gate.engine.tools.change(gate.people.admin, "fail", { risk: 5 }));
    expect(await write({ toolName: "fail" })).toMatchObject({ refusal: { errors: [{ path: "/toolName" }] } });
    expect(need(await gate.engine.grants.list(gate.people.viewer))).toEqual([]);
    expect(codeOf(await gate.engine.grants.list(gate.agent))).toBe("FORBIDDEN");
    expect(await eventsOf("grant.written")).toEqual([]);
  });

  test("G16 it lets pass what its expression is true of, says who let it pass, and counts; everything else asks", async () => {
    const grant = need(await write({ note: "small change" }));
    const passed = await ask(5);
    expect(passed.status).toBe("approved");
    const action = await read(passed.pendingActionId);
    expect(action.resolvedBy).toEqual({ kind: "system", id: `grant:${grant.id}`, name: "Standing grant of admin" });
    expect(action.decisions).toEqual([]);
    expect(action.approval.why).toContain("standing grant of admin");
    expect(await eventsOf("grant.used")).toMatchObject([
      {
        actionId: passed.pendingActionId,
        by: { kind: "system", id: `grant:${grant.id}` },
        data: { grantId: grant.id, uses: 1, maxUses: 10, allowWhen: "args.amount <= 10.0" },
      },
    ]);
    for (const amount of [11, 1000]) expect((await ask(amount)).status).toBe("queued");
    expect((await ask(5, {}, gate.agent, "fail")).status).toBe("queued");
    const nonsense = need(await write({ allowWhen: 'args.nothing == "x"' }));
    expect((await ask(50)).status).toBe("queued");
    need(await revoke(nonsense.id));
    expect(await claimed(passed.pendingActionId)).toBe("executing");
    const [row] = need(await gate.engine.grants.list(gate.people.viewer)).filter(({ id }) => id === grant.id);
    expect(row).toMatchObject({ uses: 1, state: "live", note: "small change", writtenBy: { id: gate.people.admin.id } });
    need(await revoke(grant.id));
  });

  test("G16 it is good for its uses, also within one batch, and a taken idempotency key costs none", async () => {
    const other = await openGate(kind, { database: gate.database });
    const { engine, people, agent } = other;
    const grant = need(
      await engine.grants.write(people.admin, {
        toolName: "pay",
        agentId: agent.id,
        allowWhen: "args.amount <= 10.0",
        maxUses: 3,
        expiresInSeconds: 3600,
        confirm: true,
      }),
    );
    const once = { toolName: "pay", toolInput: { amount: 1 }, idempotencyKey: "once" };
    const first = need(await engine.proposals.propose(agent, once));
    expect(need(await engine.proposals.propose(agent, once)).pendingActionId).toBe(first.pendingActionId);
    const items = [1, 20, 2, 3].map((amount, n) => ({
      toolName: "pay",
      toolInput: { amount },
      idempotencyKey: `item ${n}`,
    }));
    const batch = need(await engine.proposals.proposeMany(agent, { items }));
    expect(batch.items.map(({ status }) => status)).toEqual(["executed", "queued", "executed", "queued"]);
    expect(other.ran.map(({ input }) => input["amount"]).sort()).toEqual([1, 1, 2]);
    expect(need(await engine.grants.list(people.viewer))).toMatchObject([{ id: grant.id, uses: 3, state: "used_up" }]);
    expect(need(await engine.proposals.propose(agent, { toolName: "pay", toolInput: { amount: 1 } })).status).toBe("queued");
    expect(need(await engine.audit.page(people.admin, { kinds: ["grant.used"] }))).toHaveLength(3);
    await other.close();
  });

  test("G8 G16 revoking withdraws what is approved and not begun, and a claim looks by itself", async () => {
    const grant = need(await write());
    const [first, second] = [await ask(1), await ask(2)];
    expect(codeOf(await revoke(grant.id, gate.people.approver))).toBe("FORBIDDEN");
    await sql`update standing_grant set revoked_at = now() where id = ${grant.id}`.execute(gate.database.kysely);
    expect(await claimed(first.pendingActionId)).toBe("forbidden");
    expect((await read(second.pendingActionId)).error?.code).toBe("forbidden");
    expect(codeOf(await revoke(grant.id))).toBe("INVALID_STATE");

    const other = need(await write());
    const third = await ask(3);
    expect(need(await revoke(other.id))).toMatchObject({
      state: "revoked",
      uses: 1,
      revokedBy: { id: gate.people.admin.id },
    });
    expect(await read(third.pendingActionId)).toMatchObject({ status: "failed", error: { code: "forbidden" } });
    expect((await ask(3)).status).toBe("queued");
    expect((await eventsOf("grant.revoked")).at(-1)).toMatchObject({ data: { grantId: other.id, uses: 1 } });
    expect(codeOf(await revoke("nothing"))).toBe("NOT_FOUND");
  });

  test("G8 G16 it holds no more for another tool, a critical one, after its time, and without its author", async () => {
    const { kysely } = gate.database;
    const grant = need(await write());
    const spoil = async (state: string, change: () => Promise<unknown>, back: () => Promise<unknown>) => {
      const before = await ask(4);
      expect(before.status).toBe("approved");
      await change();
      expect(await stateOf(grant.id)).toBe(state);
      expect((await ask(4)).status).toBe("queued");
      const ended = await claimed(before.pendingActionId);
      await back();
      expect([state, ended]).toEqual([
        state,
        state === "tool_changed" ? expect.stringMatching(/tool_changed|forbidden/) : "forbidden",
      ]);
    };
    const { engine, people } = gate;
    await spoil(
      "tool_changed",
      () => engine.tools.change(people.admin, "pay", { risk: 5 }),
      () => engine.tools.change(people.admin, "pay", { risk: null, confirm: true }),
    );
    await spoil(
      "tool_changed",
      () => sql`update tool set definition_hash = 'x' || definition_hash where name = 'pay'`.execute(kysely),
      () => sql`update tool set definition_hash = substr(definition_hash, 2) where name = 'pay'`.execute(kysely),
    );
    await spoil(
      "expired",
      () => sql`update standing_grant set expires_at = now() where id = ${grant.id}`.execute(kysely),
      () => sql`update standing_grant set expires_at = now() + interval '1 hour' where id = ${grant.id}`.execute(kysely),
    );
    await spoil(
      "author_gone",
      () => sql`update member set role = 'approver' where user_id = ${people.admin.id}`.execute(kysely),
      () => sql`update member set role = 'admin' where user_id = ${people.admin.id}`.execute(kysely),
    );
    await spoil(
      "author_gone",
      () => engine.tools.change(people.admin, "pay", { approverIds: [people.other.id] }),
      () => engine.tools.change(people.admin, "pay", { approverIds: [], confirm: true }),
    );
    const rule = JSON.stringify({ type: "n_of", n: 2, of: [{ user: people.admin.id }, { user: people.other.id }] });
    await spoil(
      "author_gone",
      () => sql`update tool set approval_rule = ${rule} where name = 'pay'`.execute(kysely),
      () => sql`update tool set approval_rule = null where name = 'pay'`.execute(kysely),
    );
    await spoil(
      "author_gone",
      () => engine.agents.change(people.admin, gate.agent.id, { actsFor: people.admin.id }),
      () => engine.agents.change(people.admin, gate.agent.id, { actsFor: null, confirm: true }),
    );
    need(await engine.tools.change(people.admin, "pay", { approverIds: [people.other.id] }));
    expect(await write()).toMatchObject({ refusal: { errors: [{ path: "/toolName" }] } });
    need(await engine.tools.change(people.admin, "pay", { approverIds: [], confirm: true }));
    need(await revoke(grant.id));
  });

  test("G8 G16 what it approved does not start after its time, though nothing changed", async () => {
    const { kysely } = gate.database;
    const grant = need(await write());
    const askShortlyBefore = async () => {
      await sql`update standing_grant set expires_at = now() + interval '2 seconds' where id = ${grant.id}`.execute(kysely);
      return ask(4);
    };
    const asked = await until(askShortlyBefore, ({ status }) => status === "approved");
    await until(
      () => stateOf(grant.id),
      (state) => state === "expired",
    );
    expect(await claimed(asked.pendingActionId)).toBe("forbidden");
  });

  test("G15 G16 a person's no stands against it", async () => {
    const where = { missionId: "a no before a grant" };
    const id = await propose(gate, "pay", { amount: 6 }, where);
    need(await gate.engine.decisions.reject(gate.people.approver, id, { channel, comment: "no" }));
    need(await gate.engine.tools.change(gate.people.admin, "pay", { afterReject: "refuse" }));
    const grant = need(await write());
    expect((await ask(6, where)).status).toBe("rejected");
    // The rejection also holds outside its mission; a call that was never rejected passes.
    expect((await ask(6)).status).toBe("rejected");
    expect((await ask(7)).status).toBe("approved");
    need(await gate.engine.tools.change(gate.people.admin, "pay", { afterReject: "ask", confirm: true }));
    need(await revoke(grant.id));
  });

  test("G16 the preview tells what it would have let pass, first what people said no to, and stores nothing", async () => {
    const other = await openGate(kind, { started: false, database: gate.database });
    const { engine, people, agent } = other;
    const ids = [];
    for (const amount of [1, 2, 30, 4]) ids.push(await propose(other, "pay", { amount }));
    need(await engine.decisions.reject(people.approver, ids[0]!, { channel }));
    need(await engine.decisions.approve(people.approver, ids[1]!, { channel }));
    const old = await propose(other, "pay", { amount: 5 });
    await sql`update action set created_at = now() - interval '31 days' where id = ${old}`.execute(other.database.kysely);
    const asked = { toolName: "pay", agentId: agent.id, allowWhen: "args.amount < 10.0" };
    const preview = await until(
      async () => need(await engine.grants.preview(people.admin, asked)),
      ({ complete }) => complete,
    );
    expect(preview).toMatchObject({
      days: 30,
      looked: 4,
      complete: true,
      allowed: 3,
      byStatus: [
        { status: "pending", allowed: 1 },
        { status: "approved", allowed: 1 },
        { status: "rejected", allowed: 1 },
      ],
      items: [{ pendingActionId: ids[0] }, { pendingActionId: ids[3] }, { pendingActionId: ids[1] }],
    });
    expect(need(await engine.grants.list(people.admin))).toEqual([]);
    const theirs = need(await write());
    expect(codeOf(await engine.grants.revoke(people.admin, theirs.id))).toBe("NOT_FOUND");
    expect(need(await engine.proposals.propose(agent, { toolName: "pay", toolInput: { amount: 1 } })).status).toBe("queued");
    await other.close();
    need(await revoke(theirs.id));
  });

  test("G12 the log of grants and their uses verifies", async () => {
    expect(need(await gate.engine.audit.verify(gate.people.admin)).faults).toEqual([]);
  });
});
