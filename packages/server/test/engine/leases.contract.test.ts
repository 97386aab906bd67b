import type { Effect } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import type { ServerTools, ExecutionContext, LookupResult, ServerTool } from "../../src/ports/tool.ts";
import { createEngine, type RunningEngine } from "../../src/engine/create-engine.ts";
import { createRegistry } from "../../src/engine/registry.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { claimApproved } from "../support/claim.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { until } from "../support/until.ts";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

/** State of the outside world, and how the next executions behave. */
interface World {
  starts: { key: string; attempt: number }[];
  /** If set, an execution waits for it after it started, as if its process were about to die. */
  hang: Promise<void> | undefined;
  lookup: LookupResult;
  lookups: string[];
  failNext: boolean;
}

const kind = inject("database");

/** Tests how an execution that falls silent ends, by the tool's effect class. */
describe(`leases on ${kind}`, () => {
  let gate: Gate;
  const connectors: ServerTools[] = [];
  const world: World = { starts: [], hang: undefined, lookup: { happened: false }, lookups: [], failNext: false };
  beforeAll(async () => {
    connectors.push({
      name: "world",
      tools: (["unsafe", "idempotent", "reconcilable", "transactional"] as const).map((effect) => toolOf(effect, world)),
    });
    gate = await openGate(kind, { started: false, connectors, settings: { leaseSeconds: 60 } });
    await gate.database.script("create table effect_of_test (key text not null)");
  });
  afterAll(async () => gate.close());

  /** A second server process on the same database. */
  const openServer = (): RunningEngine =>
    createEngine({
      database: gate.database,
      registry: createRegistry(connectors),
      settings: { leaseSeconds: 60, sweepSeconds: 600 },
    });

  /** Returns an approved action whose first execution hangs in a server that fell silent; `revive` lets it continue. */
  async function startAndFallSilent(effect: Effect): Promise<{ id: string; revive: () => Promise<void> }> {
    let release = (): void => {};
    world.hang = new Promise((resolve) => {
      release = resolve;
    });
    world.starts.length = 0;
    world.lookups.length = 0;
    const id = await propose(gate, effect, {});
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
    const silent = openServer();
    silent.start();
    while (world.starts.length === 0) await tick();
    await silent.stop(0);
    world.hang = undefined;
    return {
      id,
      revive: async () => {
        release();
        while (!(await kindsOf(id)).includes("action.late_report")) await tick();
      },
    };
  }

  const endLease = async (id: string): Promise<void> => {
    await sql`update action set lease_until = now() - interval '1 second' where id = ${id}`.execute(gate.database.kysely);
    expect(await gate.engine.sweep()).toBe(1);
  };
  const kindsOf = async (id: string): Promise<string[]> =>
    need(await gate.engine.actions.timeline(gate.people.viewer, id)).map(({ kind: name }) => name);
  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  /** Runs a new server until the action has ended; returns the action. */
  async function runRest(id: string) {
    const server = openServer();
    server.start();
    const done = await untilStatus(gate, id, "executed", "failed", "outcome_unknown");
    await server.stop(5);
    return done;
  }

  test("G5 an unsafe execution that falls silent is shown as unknown and is not run again by itself", async () => {
    const { id, revive } = await startAndFallSilent("unsafe");
    expect(await gate.engine.sweep()).toBe(0);
    expect((await read(id)).status).toBe("executing");
    await endLease(id);
    const lost = await runRest(id);
    expect(lost).toMatchObject({ status: "outcome_unknown", attempts: [{ number: 1, outcome: "lost" }], result: null });
    expect(need(await gate.engine.actions.outcome(gate.agent, id)).message).toContain("Do NOT repeat the call");
    expect(world.starts).toHaveLength(1);

    await revive();
    expect(await read(id)).toEqual(lost);
    const late = need(await gate.engine.actions.timeline(gate.people.viewer, id)).at(-1);
    expect(late).toMatchObject({
      kind: "action.late_report",
      data: { status: "outcome_unknown", report: { outcome: "executed" } },
    });

    const settled = need(await gate.engine.settlements.settle(gate.people.approver, id, "executed", "it is in the books"));
    expect(settled).toMatchObject({
      status: "executed",
      result: { settledBy: "approver", note: "it is in the books" },
      resolvedBy: { name: "approver" },
    });
    expect(codeOf(await gate.engine.settlements.retry(gate.people.approver, id))).toBe("INVALID_STATE");
    expect(await kindsOf(id)).toEqual([
      "action.proposed",
      "action.approved",
      "action.started",
      "action.outcome_unknown",
      "action.late_report",
      "action.settled",
    ]);
  });

  test("G5 a person says that it did not happen, and may run it again", async () => {
    const { id, revive } = await startAndFallSilent("unsafe");
    await endLease(id);
    need(await gate.engine.settlements.settle(gate.people.approver, id, "failed", "nothing in the books"));
    expect(await read(id)).toMatchObject({
      status: "failed",
      error: { message: "Settled by a person: nothing in the books" },
    });
    need(await gate.engine.settlements.retry(gate.people.other, id, "once more"));
    expect(await runRest(id)).toMatchObject({
      status: "executed",
      attempts: [{ outcome: "lost" }, { outcome: "executed" }],
      resolvedBy: { name: "other" },
    });
    expect(world.starts.map(({ attempt }) => attempt)).toEqual([1, 2]);
    await revive();
    expect((await read(id)).attempts).toHaveLength(2);
  });

  test("G3 an idempotent execution that falls silent runs again with the same key", async () => {
    const { id, revive } = await startAndFallSilent("idempotent");
    await endLease(id);
    expect((await read(id)).status).toBe("approved");
    const done = await runRest(id);
    expect(done).toMatchObject({ status: "executed", attempts: [{ outcome: "lost" }, { outcome: "executed" }] });
    expect(world.starts).toEqual([1, 2].map((attempt) => ({ key: `act_${id}`, attempt })));
    await revive();
    expect(await read(id)).toEqual(done);
  });

  test("G3 a reconcilable one is asked about first: it happened, it did not, nobody knows", async () => {
    const happened = await startAndFallSilent("reconcilable");
    await endLease(happened.id);
    world.lookup = { happened: true, result: { found: true } };
    expect(await runRest(happened.id)).toMatchObject({ status: "executed", result: { found: true } });
    expect([world.starts.length, world.lookups]).toEqual([1, [`act_${happened.id}`]]);
    await happened.revive();

    const not = await startAndFallSilent("reconcilable");
    await endLease(not.id);
    world.lookup = { happened: false };
    expect(await runRest(not.id)).toMatchObject({ status: "executed", result: { ok: true } });
    expect(world.starts).toHaveLength(2);
    await not.revive();

    const unknown = await startAndFallSilent("reconcilable");
    await endLease(unknown.id);
    world.lookup = { happened: "unknown" };
    expect(await runRest(unknown.id)).toMatchObject({
      status: "outcome_unknown",
      attempts: [{ outcome: "lost" }, { outcome: "lost" }],
    });
    expect(world.starts).toHaveLength(1);
    await unknown.revive();
  });

  test("G3 a transactional handler that fails leaves nothing behind; the run that succeeds leaves one effect", async () => {
    world.failNext = true;
    const id = await propose(gate, "transactional", {});
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
    expect(await runRest(id)).toMatchObject({ status: "failed", error: { code: "handler", message: "after the write" } });
    expect(await countEffects(gate, id)).toBe(0);
    need(await gate.engine.settlements.retry(gate.people.approver, id));
    expect(await runRest(id)).toMatchObject({ status: "executed" });
    expect(await countEffects(gate, id)).toBe(1);
  });

  test("G8 a repeat by a person looks at the target again, one after a cut-off attempt meets it as that left it", async () => {
    const target = { value: 1 };
    const own = await openGate(kind, { connectors: [{ name: "target", tools: [targetTool(target, world)] }] });
    const run = async (failFirst: boolean) => {
      target.value = 1;
      world.failNext = failFirst;
      const id = await propose(own, "set", {});
      need(await own.engine.decisions.approve(own.people.approver, id, { channel: "api" }));
      return untilStatus(own, id, "executed", "failed");
    };
    const failed = await run(true);
    expect(failed).toMatchObject({ status: "failed", error: { code: "handler" } });
    target.value = 7;
    need(await own.engine.settlements.retry(own.people.approver, failed.id));
    expect(await untilStatus(own, failed.id, "executed", "failed")).toMatchObject({
      error: { code: "stale" },
      attempts: [{}, {}],
    });
    expect(target.value).toBe(7);

    await own.engine.stop(5);
    target.value = 1;
    const cut = await propose(own, "set", {});
    need(await own.engine.decisions.approve(own.people.approver, cut, { channel: "api" }));
    await claimApproved(own.database.kysely, { source: "server", limit: 1, leaseSeconds: -1, by: SYSTEM });
    target.value = 2;
    expect(await own.engine.sweep()).toBe(1);
    own.engine.start();
    expect(await untilStatus(own, cut, "executed", "failed")).toMatchObject({
      status: "executed",
      attempts: [{ outcome: "lost" }, {}],
    });
    await own.close();
  });

  // PGlite has a single connection: while a transaction is open, no other can recover its lease.
  const cutOff = kind === "pg" ? (["transactional"] as const) : [];
  test.each(cutOff)("G3 a %s handler that lost its lease is rolled back when it ends", async (effect) => {
    const { id, revive } = await startAndFallSilent(effect);
    await endLease(id);
    expect(await runRest(id)).toMatchObject({
      status: "executed",
      attempts: [{ outcome: "lost" }, { outcome: "executed" }],
    });
    await revive();
    expect(await countEffects(gate, id)).toBe(1);
  });

  test("G5 after five lost attempts a person is asked, whatever the effect class", async () => {
    const id = (await startAndFallSilent("idempotent")).id;
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await endLease(id);
      expect((await read(id)).status).toBe("approved");
      await sql`update action set status = 'executing', claim_id = 'lost', attempt = attempt + 1,
          attempts = attempts || jsonb_build_object('number', attempt + 1, 'executor', 'x', 'startedAt', '', 'outcome', 'running')
          where id = ${id}`.execute(gate.database.kysely);
    }
    await endLease(id);
    expect(await read(id)).toMatchObject({
      status: "outcome_unknown",
      attempts: [1, 2, 3, 4, 5].map((number) => ({ number, outcome: "lost" })),
    });
  });

  test("G5 a handler that is at work keeps its lease", async () => {
    let release = (): void => {};
    world.hang = new Promise((resolve) => {
      release = resolve;
    });
    world.starts.length = 0;
    const id = await propose(gate, "unsafe", {});
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
    const server = openServer();
    const intervals = vi.spyOn(globalThis, "setInterval");
    server.start();
    const beat = intervals.mock.calls.find(([, milliseconds]) => milliseconds === 20_000)![0];
    intervals.mockRestore();
    while (world.starts.length === 0) await tick();
    const leaseOf = async () =>
      (
        await sql<{
          until: string;
          beat: string | null;
        }>`select lease_until::text as until, heartbeat_at::text as beat from action where id = ${id}`.execute(
          gate.database.kysely,
        )
      ).rows[0];
    const first = await leaseOf();
    beat();
    const now = await until(leaseOf, (one) => one!.until > first!.until);
    expect(now!.beat).not.toBeNull();
    release();
    world.hang = undefined;
    expect(await untilStatus(gate, id, "executed", "outcome_unknown")).toMatchObject({
      status: "executed",
      attempts: [{ number: 1, lastSignAt: expect.any(String) as string }],
    });
    await server.stop(5);
  });

  test("G12 the log of all this verifies", async () => {
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
  });
});

function toolOf(effect: Effect, world: World): ServerTool {
  return {
    definition: { name: effect, description: `has an effect that is ${effect}`, inputSchema: { type: "object" }, effect },
    approval: "required",
    describe: async () => ({ preview: { title: "Have an effect" } }),
    async execute(_input, context: ExecutionContext) {
      world.starts.push({ key: context.idempotencyKey, attempt: context.attempt });
      // The test decides how long the transaction hangs.
      await context.transaction?.query("set local idle_in_transaction_session_timeout = 0", []);
      await context.transaction?.query("insert into effect_of_test (key) values ($1)", [context.idempotencyKey]);
      if (world.failNext) {
        world.failNext = false;
        throw new Error("after the write");
      }
      await world.hang;
      return { ok: true };
    },
    ...(effect === "reconcilable"
      ? {
          lookup: async (_input, { idempotencyKey }) => {
            world.lookups.push(idempotencyKey);
            return world.lookup;
          },
        }
      : {}),
  };
}

/** Sets its target to 2; the target's version is its value. */
function targetTool(target: { value: number }, world: World): ServerTool {
  return {
    definition: { name: "set", description: "sets its target", inputSchema: { type: "object" }, effect: "idempotent" },
    approval: "required",
    describe: async () => ({ preview: { title: "Set" }, target: "the one", snapshot: String(target.value) }),
    async execute() {
      if (world.failNext) {
        world.failNext = false;
        throw new Error("before the write");
      }
      target.value = 2;
      return { ok: true };
    },
  };
}

async function countEffects(gate: Gate, id: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from effect_of_test where key = ${`act_${id}`}`.execute(gate.database.kysely);
  return rows[0]?.count ?? -1;
}

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));
