import { sql } from "kysely";
import type { Claim } from "@countersign/protocol";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { takeWantedPreviews } from "../../src/store/statements/previews.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests executions and previews claimed by a worker, whatever it reports and when. */
describe(`worker claims on ${kind}`, () => {
  let gate: Gate;
  let stranger: Principal;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false, settings: { leaseSeconds: 3600 } });
    stranger = { ...gate.worker, id: `stranger_${gate.worker.workspaceId}`, name: "stranger" };
    const define = (name: string, more: object = {}) => ({
      name,
      description: name,
      inputSchema: { type: "object" },
      ...more,
    });
    const tools = [
      define("do"),
      define("repeat", { effect: "idempotent" }),
      define("ask", { effect: "reconcilable" }),
      define("draw", { title: "Draw a line", previews: true, inputSchema: { type: "object", properties: { n: {} } } }),
    ];
    need(await gate.engine.declaredTools.register(gate.worker, tools));
    need(await gate.engine.declaredTools.register(stranger, [define("strange")]));
  });
  afterAll(async () => gate.close());

  const claim = async (toolName: string, limit = 1): Promise<Claim[]> =>
    need(await gate.engine.workers.claim(gate.worker, { tools: [toolName], waitSeconds: 0, limit })).claims;
  const approved = async (toolName: string): Promise<string> => {
    const id = await propose(gate, toolName, {});
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
    return id;
  };
  const claimed = async (toolName: string): Promise<Claim> => {
    const id = await approved(toolName);
    const [one] = await claim(toolName);
    if (one?.action.id !== id) throw new Error("another action was handed out");
    return one;
  };
  const loseLease = async (id: string): Promise<void> => {
    await sql`update action set lease_until = now() - interval '1 second' where id = ${id}`.execute(gate.database.kysely);
    expect(await gate.engine.sweep()).toBe(1);
  };
  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const kindsOf = async (id: string) =>
    need(await gate.engine.actions.timeline(gate.people.viewer, id)).map(({ kind: name }) => name);

  test("G3 a late report of a lost claim is refused, is on the timeline and changes nothing", async () => {
    const first = await claimed("repeat");
    const { id } = first.action;
    await loseLease(id);
    const [second] = await claim("repeat");
    expect(second).toMatchObject({ action: { id }, attempt: 2, idempotencyKey: first.idempotencyKey });
    expect(second?.id).not.toBe(first.id);
    const before = await read(id);
    const late = await gate.engine.workers.complete(gate.worker, first.id, { late: true });
    expect(late).toMatchObject({ refusal: { code: "INVALID_STATE", current: { status: "executing", result: null } } });
    expect(codeOf(await gate.engine.workers.heartbeat(gate.worker, first.id))).toBe("INVALID_STATE");
    expect(codeOf(await gate.engine.workers.fail(gate.worker, first.id, { code: "handler", message: "no" }))).toBe(
      "INVALID_STATE",
    );
    expect(await read(id)).toEqual(before);
    need(await gate.engine.workers.complete(gate.worker, second?.id ?? "", { second: true }));
    expect(await read(id)).toMatchObject({
      status: "executed",
      result: { second: true },
      attempts: [{ outcome: "lost" }, { outcome: "executed" }],
    });
    expect((await kindsOf(id)).filter((name) => name === "action.late_report")).toHaveLength(2);
  });

  test("G3 a claim is worth nothing to another worker, another tool's list or a second time", async () => {
    const one = await claimed("do");
    for (const report of [
      await gate.engine.workers.complete(stranger, one.id, {}),
      await gate.engine.workers.fail(stranger, one.id, { code: "handler", message: "no" }),
      await gate.engine.workers.heartbeat(stranger, one.id),
      await gate.engine.workers.complete(gate.worker, `${one.action.id}`, {}),
      await gate.engine.workers.complete(gate.worker, `${one.id}:more`, {}),
    ]) {
      expect(codeOf(report)).toBe("NOT_FOUND");
    }
    expect(codeOf(await gate.engine.workers.complete(gate.worker, `${one.action.id}:guessed`, {}))).toBe("NOT_FOUND");
    expect((await read(one.action.id)).status).toBe("executing");
    await approved("do");
    expect(
      need(await gate.engine.workers.claim(stranger, { tools: ["do", "strange"], waitSeconds: 0, limit: 10 })).claims,
    ).toEqual([]);
    expect(await claim("repeat")).toEqual([]);
    for (const by of [gate.agent, gate.people.admin]) {
      expect(codeOf(await gate.engine.workers.claim(by, { tools: ["do"], waitSeconds: 0, limit: 1 }))).toBe("FORBIDDEN");
      expect(codeOf(await gate.engine.workers.complete(by, one.id, {}))).toBe("NOT_FOUND");
    }
    need(await gate.engine.workers.complete(gate.worker, one.id, { ok: true }));
    expect(codeOf(await gate.engine.workers.complete(gate.worker, one.id, { ok: true }))).toBe("INVALID_STATE");
    expect(await claim("do", 10)).toHaveLength(1);
  });

  test("G62 a worker whose key ended while it waited is handed nothing, and the next one runs it", async () => {
    let asked = 0;
    const wait = (isValid: boolean) =>
      gate.engine.workers.claim(gate.worker, { tools: ["do"], waitSeconds: 60, limit: 1 }, undefined, async () => {
        asked += 1;
        return isValid;
      });
    const handed: Claim[][] = [];
    // Work that is there at once was asked for by a key that was just authenticated.
    while (asked === 0) {
      const waiting = wait(false);
      await approved("do");
      handed.push(need(await waiting).claims);
    }
    expect(handed.at(-1)).toEqual([]);
    // Nothing ran, so it is the first attempt still.
    const [next] = await claim("do");
    expect(next).toMatchObject({ attempt: 1 });
    need(await gate.engine.workers.complete(gate.worker, next!.id, {}));
    for (const one of handed.flat()) need(await gate.engine.workers.complete(gate.worker, one.id, {}));
  });

  test("G5 an unsafe claim that falls silent becomes unknown; a heartbeat keeps it", async () => {
    const one = await claimed("do");
    const { id } = one.action;
    await sql`update action set lease_until = now() + interval '1 second' where id = ${id}`.execute(gate.database.kysely);
    expect(need(await gate.engine.workers.heartbeat(gate.worker, one.id))).toEqual({ leaseSeconds: 3600 });
    const { rows } = await sql<{
      kept: boolean;
    }>`select lease_until > now() + interval '30 seconds' as kept from action where id = ${id}`.execute(gate.database.kysely);
    expect(rows).toEqual([{ kept: true }]);
    await sql`update action set lease_until = now() - interval '1 second' where id = ${id}`.execute(gate.database.kysely);
    expect(codeOf(await gate.engine.workers.heartbeat(gate.worker, one.id))).toBe("INVALID_STATE");
    await loseLease(id);
    expect(await read(id)).toMatchObject({
      status: "outcome_unknown",
      attempts: [{ outcome: "lost", lastSignAt: expect.any(String) as string }],
    });
    expect(await claim("do")).toEqual([]);
  });

  test("G5 a worker that cannot find out says so, and a person is asked", async () => {
    const one = await claimed("ask");
    await loseLease(one.action.id);
    const [again] = await claim("ask");
    expect([one.reconcile, again?.reconcile]).toEqual([false, true]);
    need(
      await gate.engine.workers.fail(gate.worker, again?.id ?? "", {
        code: "outcome_unknown",
        message: "the other side is silent \u0000\ud800",
      }),
    );
    expect(await read(one.action.id)).toMatchObject({
      status: "outcome_unknown",
      error: null,
      attempts: [{ outcome: "lost" }, { outcome: "lost" }],
    });
    const told = need(await gate.engine.actions.timeline(gate.people.viewer, one.action.id)).at(-1);
    expect(told).toMatchObject({ kind: "action.outcome_unknown", data: { note: "the other side is silent \u2400\ufffd" } });
    need(await gate.engine.settlements.settle(gate.people.approver, one.action.id, "failed", "asked by telephone"));
  });

  test("a caller that has gone away is handed nothing", async () => {
    const id = await approved("do");
    const gone = await gate.engine.workers.claim(gate.worker, { tools: ["do"], waitSeconds: 1, limit: 1 }, AbortSignal.abort());
    expect(need(gone)).toEqual({ claims: [], previews: [] });
    expect((await read(id)).status).toBe("approved");
    expect(await claim("do")).toHaveLength(1);
  });

  test("a worker that waits is woken by an approval", async () => {
    const waiting = gate.engine.workers.claim(gate.worker, { tools: ["repeat"], waitSeconds: 100, limit: 1 });
    const id = await approved("repeat");
    expect(need(await waiting).claims.map(({ action }) => action.id)).toEqual([id]);
  });

  test("previews are asked for once, all in turn, and again only when nobody answered", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 45; n += 1) ids.push(await propose(gate, "draw", { n }));
    const asked = { tools: ["draw"], waitSeconds: 0, limit: 0 };
    expect(need(await gate.engine.workers.claim(stranger, asked)).previews).toEqual([]);
    // Within a transaction the database's clock stands still: nobody is asked again because the test was slow.
    await gate.database.kysely.transaction().execute(async (transaction) => {
      const ask = () => takeWantedPreviews(transaction, gate.worker.workspaceId, gate.worker.id, ["draw"]);
      const rounds = [await ask(), await ask(), await ask(), await ask()];
      expect(rounds.map((round) => round.length)).toEqual([20, 20, 5, 0]);
      expect(new Set(rounds.flat().map(({ pendingActionId }) => pendingActionId))).toEqual(new Set(ids));
      const askedBefore = (seconds: number, id: string) =>
        sql`update action set preview_asked_at = now() - make_interval(secs => ${seconds}) where id = ${id}`.execute(
          transaction,
        );
      for (const id of ids) await askedBefore(9, id);
      await askedBefore(11, ids[7]!);
      expect((await ask()).map(({ pendingActionId }) => pendingActionId)).toEqual([ids[7]]);
      for (const id of ids) await askedBefore(-3600, id);
      await askedBefore(11, ids[7]!);
    });
    const again = need(await gate.engine.workers.claim(gate.worker, asked)).previews;
    expect(again).toMatchObject([{ pendingActionId: ids[7], toolName: "draw", version: 1, input: { n: 7 } }]);

    for (const id of ids.slice(1)) need(await gate.engine.settlements.cancel(gate.agent, id));
    const [first = ""] = ids;
    const answer = (by: Principal, version: number) =>
      gate.engine.workers.answerPreview(by, first, { version, preview: { title: "Drawn by the worker" } });
    expect(codeOf(await answer(stranger, 1))).toBe("NOT_FOUND");
    expect(codeOf(await answer(gate.agent, 1))).toBe("FORBIDDEN");
    expect(codeOf(await answer(gate.worker, 2))).toBe("INVALID_STATE");
    const shown = await read(first);
    expect(need(await answer(gate.worker, 1))).toMatchObject({
      version: 2,
      preview: { title: "Drawn by the worker" },
      digest: shown.digest,
    });
    expect(codeOf(await answer(gate.worker, 2))).toBe("INVALID_STATE");
    // The digest seen before stays valid: it covers the input, not the preview.
    need(await gate.engine.decisions.approve(gate.people.approver, first, { digest: shown.digest, channel: "api" }));
    expect(await kindsOf(first)).toEqual(["action.proposed", "action.previewed", "action.approved"]);
  });

  test("previews are asked for twenty at a time, however the database plans the statement", async () => {
    for (let n = 0; n < 45; n += 1) await propose(gate, "draw", { n });
    const asked = await gate.database.kysely.transaction().execute(async (transaction) => {
      // In the order of the index, and long ago: a loop that reads the limited rows again for each action finds others each time.
      await sql`update action set preview_asked_at = created_at - interval '1 hour' where workspace_id = ${gate.worker.workspaceId}`.execute(
        transaction,
      );
      // Without statistics it expects one action, and plans such a loop.
      await sql`delete from pg_statistic where starelid = 'action'::regclass`.execute(transaction);
      for (const plan of ["hashjoin", "mergejoin", "material", "seqscan", "bitmapscan"])
        await sql`set local enable_${sql.raw(plan)} = off`.execute(transaction);
      return takeWantedPreviews(transaction, gate.worker.workspaceId, gate.worker.id, ["draw"]);
    });
    expect(asked).toHaveLength(20);
  });

  test("a preview for what was decided meanwhile is refused", async () => {
    const id = await propose(gate, "draw", { n: 1 });
    const { previews } = need(await gate.engine.workers.claim(gate.worker, { tools: ["draw"], waitSeconds: 0, limit: 0 }));
    need(await gate.engine.decisions.reject(gate.people.approver, id, { channel: "api" }));
    const late = await gate.engine.workers.answerPreview(gate.worker, id, {
      version: previews[0]?.version ?? 0,
      preview: { title: "Too late" },
    });
    expect(late).toMatchObject({ refusal: { code: "INVALID_STATE", current: { status: "rejected" } } });
    expect((await read(id)).preview).toEqual({ title: "Draw a line: 1" });
  });

  test("G6 a preview that fails leaves the title of the call, says so, and is not asked for again", async () => {
    const id = await propose(gate, "draw", { n: 2 });
    const asked = { tools: ["draw"], waitSeconds: 0, limit: 0 };
    const { previews } = need(await gate.engine.workers.claim(gate.worker, asked));
    const { version } = previews.find(({ pendingActionId }) => pendingActionId === id)!;
    const shown = await read(id);
    const answered = need(await gate.engine.workers.answerPreview(gate.worker, id, { version, failed: true }));
    expect(answered).toMatchObject({ status: "pending", version: version + 1, digest: shown.digest });
    expect(answered.preview).toEqual({ title: "Draw a line: 2", summary: "The tool could not create its preview." });
    expect(codeOf(await gate.engine.workers.answerPreview(gate.worker, id, { version: version + 1, failed: true }))).toBe(
      "INVALID_STATE",
    );
  });

  test("an edit gives the call the title of what runs", async () => {
    const id = await propose(gate, "draw", { n: 3 });
    expect((await read(id)).preview).toEqual({ title: "Draw a line: 3" });
    const edited = await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api", userEdits: { n: 4 } });
    expect(need(edited)).toMatchObject({ effectiveInput: { n: 4 }, preview: { title: "Draw a line: 4" } });
  });

  test("G12 the log of all this verifies", async () => {
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
  });
});
