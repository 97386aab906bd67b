import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";

const kind = inject("database");

/** Tests the gate's promises, on any database. */
describe(`engine on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind);
  });
  afterAll(async () => {
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
    await gate.close();
  });
  beforeEach(() => {
    gate.ran.length = 0;
    gate.target.value = "first";
  });

  test("G1 a proposed call waits; it runs after an approval, with what was shown", async () => {
    const id = await propose(gate, "pay", { amount: 5, to: "a" }, { caption: "a small one", missionId: "m1" });
    const pending = need(await gate.engine.actions.get(gate.people.viewer, id));
    expect(pending).toMatchObject({
      status: "pending",
      toolInput: { amount: 5, to: "a" },
      caption: "a small one",
      version: 1,
    });
    expect(gate.ran).toEqual([]);
    const approved = need(
      await gate.engine.decisions.approve(gate.people.approver, id, { digest: pending.digest, channel: "api" }),
    );
    expect(approved).toMatchObject({ status: "approved", resolvedBy: { name: "approver" }, userEdits: null });
    const executed = await untilStatus(gate, id, "executed", "failed");
    expect(executed).toMatchObject({ status: "executed", result: { ok: true } });
    expect(executed.attempts).toMatchObject([{ number: 1, outcome: "executed" }]);
    expect(executed.decisions).toMatchObject([{ verdict: "approve", digest: pending.digest, channel: "api" }]);
    expect(gate.ran).toEqual([{ toolName: "pay", input: { amount: 5, to: "a" }, key: `act_${id}` }]);
  });

  test("G12 each step is on the timeline", async () => {
    const id = await propose(gate, "pay", { amount: 6 });
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api", comment: "fine" }));
    await untilStatus(gate, id, "executed");
    const timeline = need(await gate.engine.actions.timeline(gate.people.viewer, id));
    expect(timeline.map((entry) => [entry.kind, entry.by.kind])).toEqual([
      ["action.proposed", "agent"],
      ["action.approved", "user"],
      ["action.started", "system"],
      ["action.executed", "system"],
    ]);
    expect(timeline[1]?.data).toMatchObject({ status: "approved", comment: "fine", channel: "api" });
  });

  test("G2 edits run as merged, are checked by the schema, and leave the protected alone", async () => {
    const id = await propose(gate, "pay", { amount: 5, to: "a", note: { deep: 1 } });
    const { approver } = gate.people;
    const edit = (userEdits: object) =>
      gate.engine.decisions.approve(approver, id, { userEdits: userEdits as never, channel: "api" });
    const tooMuch = await edit({ amount: 5000 });
    expect(tooMuch).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/userEdits/amount" }] } });
    expect(await edit({ to: "b" })).toMatchObject({
      refusal: { code: "INVALID_INPUT", errors: [{ path: "/userEdits/to" }] },
    });
    expect(await edit({ other: 1 })).toMatchObject({
      refusal: { code: "INVALID_INPUT", errors: [{ path: "/userEdits/other" }] },
    });
    const proto = await edit(JSON.parse('{"__proto__":{"amount":1}}') as object);
    expect(proto).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/userEdits/__proto__" }] } });
    expect(need(await gate.engine.actions.get(approver, id)).status).toBe("pending");

    const shown = need(await gate.engine.decisions.previewEdits(approver, id, { amount: 7 }));
    expect(shown).toMatchObject({ effectiveInput: { amount: 7, to: "a", note: { deep: 1 } }, status: "pending" });
    const approved = need(
      await gate.engine.decisions.approve(approver, id, { userEdits: { amount: 7 }, digest: shown.digest, channel: "api" }),
    );
    expect(approved.digest).toBe(shown.digest);
    const done = await untilStatus(gate, id, "executed");
    expect(done).toMatchObject({
      toolInput: { amount: 5 },
      userEdits: { amount: 7 },
      effectiveInput: { amount: 7, to: "a" },
    });
    expect(gate.ran.map(({ input }) => input)).toEqual([{ amount: 7, to: "a", note: { deep: 1 } }]);
  });

  test("G2 a decision on another digest is refused and told what the row says now", async () => {
    const id = await propose(gate, "pay", { amount: 5 });
    const refused = await gate.engine.decisions.approve(gate.people.approver, id, { digest: "0".repeat(64), channel: "api" });
    expect(refused).toMatchObject({ refusal: { code: "DIGEST_MISMATCH", current: { id, status: "pending" } } });
    const withEdits = await gate.engine.decisions.approve(gate.people.approver, id, {
      digest: "0".repeat(64),
      userEdits: { amount: 6 },
      channel: "api",
    });
    expect(codeOf(withEdits)).toBe("DIGEST_MISMATCH");
    expect(need(await gate.engine.actions.get(gate.people.viewer, id)).status).toBe("pending");
  });

  test("G3 a second decision is refused and told who was first", async () => {
    const id = await propose(gate, "pay", { amount: 5 });
    need(await gate.engine.decisions.reject(gate.people.approver, id, { comment: "too much", channel: "inbox" }));
    for (const again of ["approve", "reject", "refine"] as const) {
      const refused = await gate.engine.decisions[again](gate.people.other, id, { comment: "x", channel: "api" });
      expect(refused).toMatchObject({
        refusal: { code: "INVALID_STATE", current: { status: "rejected" }, resolvedBy: { name: "approver" } },
      });
    }
    expect(gate.ran).toEqual([]);
  });

  test("G7 no agent, worker or viewer decides, retries or settles", async () => {
    const id = await propose(gate, "pay", { amount: 5 });
    for (const by of [gate.agent, gate.worker, gate.people.viewer, { ...gate.agent, role: "admin" as const }]) {
      const answers = [
        await gate.engine.decisions.approve(by, id, { channel: "api" }),
        await gate.engine.decisions.reject(by, id, { channel: "api" }),
        await gate.engine.decisions.refine(by, id, { comment: "x", channel: "api" }),
        await gate.engine.decisions.decideMany(by, [{ pendingActionId: id, verdict: "approve" }], "api"),
        await gate.engine.decisions.previewEdits(by, id, { amount: 1 }),
        await gate.engine.settlements.retry(by, id),
        await gate.engine.settlements.settle(by, id, "executed", "x"),
      ];
      expect(answers.map(codeOf)).toEqual(answers.map(() => "FORBIDDEN"));
    }
    expect(need(await gate.engine.actions.get(gate.people.viewer, id)).status).toBe("pending");
  });

  test("G8 an approver who lost the right, an agent whose key was revoked: the approval does not run", async () => {
    const paused = await openGate(kind, { started: false });
    const { workspaceId } = paused.agent;
    const first = await propose(paused, "pay", { amount: 1 });
    need(await paused.engine.decisions.approve(paused.people.other, first, { channel: "api" }));
    await paused.database.kysely.deleteFrom("member").where("userId", "=", paused.people.other.id).execute();
    const second = await propose(paused, "pay", { amount: 2 });
    need(await paused.engine.decisions.approve(paused.people.approver, second, { channel: "api" }));
    paused.engine.start();
    expect(await untilStatus(paused, first, "failed")).toMatchObject({ error: { code: "forbidden" }, attempts: [] });
    await untilStatus(paused, second, "executed");
    await paused.engine.stop();
    const third = await propose(paused, "pay", { amount: 3 });
    need(await paused.engine.decisions.approve(paused.people.approver, third, { channel: "api" }));
    await paused.database.kysely
      .updateTable("apiKey")
      .set({ revokedAt: new Date() })
      .where("workspaceId", "=", workspaceId)
      .execute();
    paused.engine.start();
    expect(await untilStatus(paused, third, "failed")).toMatchObject({ error: { code: "forbidden" } });
    expect(paused.ran.map(({ input }) => input)).toEqual([{ amount: 2 }]);
    await paused.close();
  });

  test("G8 a target that changed after the approval fails as stale and is not written", async () => {
    const paused = await openGate(kind, { started: false });
    const id = await propose(paused, "set_value", { value: "second" });
    const shown = need(await paused.engine.actions.get(paused.people.viewer, id));
    expect(shown).toMatchObject({ target: "value:one", current: { value: "first" }, proposed: { value: "second" } });
    need(await paused.engine.decisions.approve(paused.people.approver, id, { channel: "api" }));
    paused.target.value = "changed by somebody else";
    paused.engine.start();
    expect(await untilStatus(paused, id, "failed")).toMatchObject({ error: { code: "stale" } });
    expect(paused.target.value).toBe("changed by somebody else");
    expect(codeOf(await paused.engine.settlements.retry(paused.people.approver, id))).toBe("STALE");
    await paused.close();
  });

  test("G2 a stored input altered behind the gate does not run", async () => {
    const paused = await openGate(kind, { started: false });
    const id = await propose(paused, "pay", { amount: 5 });
    need(await paused.engine.decisions.approve(paused.people.approver, id, { channel: "api" }));
    await paused.database.kysely.updateTable("action").set({ effectiveInput: '{"amount":999}' }).where("id", "=", id).execute();
    paused.engine.start();
    expect(await untilStatus(paused, id, "failed")).toMatchObject({ error: { code: "invalid" } });
    expect(paused.ran).toEqual([]);
    await paused.close();
  });

  test("G14 a tool whose definition changed ends what was approved for the old one", async () => {
    const paused = await openGate(kind, { started: false });
    const approved = await propose(paused, "pay", { amount: 5 });
    const pending = await propose(paused, "pay", { amount: 6 });
    need(await paused.engine.decisions.approve(paused.people.approver, approved, { channel: "api" }));
    await paused.database.kysely
      .updateTable("tool")
      .set({ definitionHash: "other" })
      .where("workspaceId", "=", paused.agent.workspaceId)
      .execute();
    expect(codeOf(await paused.engine.decisions.approve(paused.people.approver, pending, { channel: "api" }))).toBe("STALE");
    paused.engine.start();
    expect(await untilStatus(paused, approved, "failed")).toMatchObject({ error: { code: "tool_changed" } });
    need(await paused.engine.decisions.reject(paused.people.approver, pending, { channel: "api" }));
    await paused.close();
  });

  test("G13 the agent is told each outcome apart", async () => {
    const { approver } = gate.people;
    const told: Record<string, string> = {};
    const tell = async (name: string, id: string) => {
      const outcome = need(await gate.engine.actions.outcome(gate.agent, id));
      told[name] = `${outcome.status}: ${outcome.message}`;
      return outcome;
    };
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await propose(gate, n === 4 ? "fail" : "pay", { amount: n }));
    const [queued, rejected, refined, executed, failed] = ids as [string, string, string, string, string];
    await tell("queued", queued);
    need(await gate.engine.decisions.reject(approver, rejected, { comment: "no budget", channel: "api" }));
    expect(await tell("rejected", rejected)).toMatchObject({ status: "rejected", reason: "no budget" });
    need(await gate.engine.decisions.refine(approver, refined, { comment: "half of it", channel: "api" }));
    expect(await tell("refined", refined)).toMatchObject({ status: "refined", feedback: "half of it" });
    need(await gate.engine.decisions.approve(approver, executed, { userEdits: { amount: 9 }, channel: "api" }));
    await untilStatus(gate, executed, "executed");
    expect(await tell("executed", executed)).toMatchObject({ result: { ok: true }, effectiveInput: { amount: 9 } });
    need(await gate.engine.decisions.approve(approver, failed, { channel: "api" }));
    await untilStatus(gate, failed, "failed");
    expect(await tell("failed", failed)).toMatchObject({
      error: { code: "handler", message: "the other side said no \u2400" },
    });
    need(await gate.engine.settlements.cancel(gate.agent, queued));
    await tell("cancelled", queued);
    expect(new Set(Object.values(told)).size).toBe(6);

    const answer = await propose(gate, "pay", { amount: 1 }, { supersedes: refined });
    expect(need(await gate.engine.actions.get(approver, refined)).supersededBy).toBe(answer);
    expect(need(await gate.engine.actions.get(approver, answer)).supersedes).toBe(refined);
    expect(
      codeOf(
        await gate.engine.proposals.propose(gate.agent, { toolName: "pay", toolInput: { amount: 1 }, supersedes: rejected }),
      ),
    ).toBe("INVALID_INPUT");
  });

  test("G6 what is not asked rightly is refused and stored nowhere", async () => {
    const before = need(await gate.engine.actions.counts(gate.people.viewer));
    const ask = async (toolName: string, toolInput: object) =>
      gate.engine.proposals.propose(gate.agent, { toolName, toolInput: toolInput as never });
    expect(codeOf(await ask("no_such_tool", {}))).toBe("NOT_FOUND");
    expect(await ask("pay", {})).toMatchObject({
      refusal: { code: "INVALID_INPUT", errors: [{ path: "/toolInput/amount", message: "is required" }] },
    });
    expect(await ask("pay", { amount: "5" })).toMatchObject({ refusal: { errors: [{ path: "/toolInput/amount" }] } });
    expect(
      codeOf(
        await gate.engine.proposals.propose({ ...gate.agent, id: "unknown" }, { toolName: "pay", toolInput: { amount: 1 } }),
      ),
    ).toBe("FORBIDDEN");
    expect(codeOf(await gate.engine.proposals.propose(gate.people.admin, { toolName: "pay", toolInput: { amount: 1 } }))).toBe(
      "FORBIDDEN",
    );
    expect(need(await gate.engine.actions.counts(gate.people.viewer))).toEqual(before);
  });

  test("G6 a preview that throws leaves the whole input to review and approves nothing", async () => {
    const id = await propose(gate, "unclear", { amount: 5 });
    expect(need(await gate.engine.actions.get(gate.people.viewer, id))).toMatchObject({
      status: "pending",
      toolInput: { amount: 5 },
    });
    need(await gate.engine.decisions.reject(gate.people.approver, id, { channel: "api" }));
  });

  test("the same idempotency key gives the same action; another call under it is refused", async () => {
    const ask = (amount: number) =>
      gate.engine.proposals.propose(gate.agent, { toolName: "pay", toolInput: { amount }, idempotencyKey: "k1" });
    const [first, second, third] = await Promise.all([ask(1), ask(1), ask(1)]);
    expect(need(second!).pendingActionId).toBe(need(first!).pendingActionId);
    expect(need(third!)).toEqual(need(first!));
    expect(codeOf(await ask(2))).toBe("IDEMPOTENCY_CONFLICT");
  });

  test("many proposed in one call: one batch, or nothing", async () => {
    const item = (amount: unknown) => ({ toolName: "pay", toolInput: { amount } as never });
    const before = need(await gate.engine.actions.counts(gate.people.viewer));
    const bad = await gate.engine.proposals.proposeMany(gate.agent, {
      items: [item(1), item("x"), item(3), { toolName: "nope", toolInput: {} }],
    });
    expect(bad).toMatchObject({
      refusal: { errors: [{ path: "/items/1/toolInput/amount" }, { path: "/items/3/toolName" }] },
    });
    expect(need(await gate.engine.actions.counts(gate.people.viewer))).toEqual(before);
    const batch = need(await gate.engine.proposals.proposeMany(gate.agent, { items: [item(1), item(2), item(3)] }));
    const ids = batch.items.map((one) => one.pendingActionId!);
    const listed = need(await gate.engine.actions.list(gate.people.viewer, { batchId: batch.batchId }));
    expect(listed.items.map((one) => one.id).sort()).toEqual([...ids].sort());

    const decided = need(
      await gate.engine.decisions.decideMany(
        gate.people.approver,
        [
          { pendingActionId: ids[0]!, verdict: "approve", userEdits: { amount: 10 } },
          { pendingActionId: ids[1]!, verdict: "reject" },
          { pendingActionId: "nothing", verdict: "approve" },
        ],
        "api",
        batch.batchId,
      ),
    );
    expect(decided).toMatchObject({
      approved: 1,
      rejected: 1,
      skipped: 1,
      results: [{ outcome: "approved" }, { outcome: "rejected" }, { outcome: "skipped", code: "NOT_FOUND" }],
    });
    expect(need(await gate.engine.actions.get(gate.people.viewer, ids[2]!)).status).toBe("pending");
    await untilStatus(gate, ids[0]!, "executed");
  });

  test("the label {missionId}:{toolName} addresses what is pending under it", async () => {
    const id = await propose(gate, "pay", { amount: 4 }, { missionId: "m:42" });
    const decided = need(
      await gate.engine.decisions.decideMany(
        gate.people.approver,
        [{ pendingActionId: id, verdict: "reject" }],
        "api",
        "m:42:pay",
      ),
    );
    expect(decided).toMatchObject({ batchId: "m:42:pay", rejected: 1 });
  });

  test("a lifetime that ends is an expiry, not a rejection, and no late approval counts", async () => {
    const id = await propose(gate, "pay", { amount: 5 }, { expiresInSeconds: 1 });
    const expired = await untilStatus(gate, id, "expired");
    expect(expired).toMatchObject({ resolvedBy: { kind: "system" }, decisions: [] });
    expect(codeOf(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }))).toBe("INVALID_STATE");
  });

  test("a caller may wait: for the outcome, or until it is parked or expired", async () => {
    const ask = (more: object) =>
      gate.engine.proposals.propose(gate.agent, { toolName: "pay", toolInput: { amount: 5 }, delivery: "wait", ...more });
    const waiting = ask({ waitSeconds: 300, missionId: "waits" });
    let id: string | undefined;
    while (!id) id = need(await gate.engine.actions.list(gate.people.viewer, { missionId: "waits" })).items[0]?.id;
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
    expect(need(await waiting)).toMatchObject({ status: "executed", result: { ok: true } });
    const parked = need(await ask({ waitSeconds: 0 }));
    expect(parked.status).toBe("queued");
    expect(need(await ask({ waitSeconds: 0, onWaitEnd: "expire" })).status).toBe("expired");
    need(await gate.engine.settlements.cancel(gate.agent, parked.pendingActionId!));
  });

  test("an ungated tool answers at once; one that an administrator freed runs by policy and is on the record", async () => {
    expect(need(await gate.engine.proposals.propose(gate.agent, { toolName: "peek", toolInput: {} }))).toMatchObject({
      status: "executed",
      pendingActionId: null,
      result: { value: "first" },
    });
    expect(codeOf(await gate.engine.tools.change(gate.people.approver, "pay", { approval: "never", confirm: true }))).toBe(
      "FORBIDDEN",
    );
    expect(codeOf(await gate.engine.tools.change(gate.people.admin, "pay", { approval: "never" }))).toBe("INVALID_INPUT");
    need(await gate.engine.tools.change(gate.people.admin, "pay", { approval: "never", confirm: true }));
    const outcome = need(await gate.engine.proposals.propose(gate.agent, { toolName: "pay", toolInput: { amount: 8 } }));
    expect(outcome).toMatchObject({ status: "executed", result: { ok: true } });
    const action = need(await gate.engine.actions.get(gate.people.viewer, outcome.pendingActionId!));
    expect(action).toMatchObject({ resolvedBy: { kind: "system", id: "policy" } });
    need(await gate.engine.tools.change(gate.people.admin, "pay", { approval: "required" }));
  });

  test("G9 another workspace sees nothing of it", async () => {
    const other = await openGate(kind, { database: gate.database, started: false });
    const id = await propose(gate, "pay", { amount: 5 }, { sessionId: "s9" });
    for (const by of [other.people.admin, other.agent, other.worker]) {
      expect(codeOf(await other.engine.actions.get(by, id))).toBe("NOT_FOUND");
      expect(codeOf(await other.engine.actions.timeline(by, id))).toBe("NOT_FOUND");
    }
    expect(codeOf(await other.engine.decisions.approve(other.people.admin, id, { channel: "api" }))).toBe("NOT_FOUND");
    expect(need(await other.engine.actions.list(other.people.admin, {})).items).toEqual([]);
    expect(need(await other.engine.actions.proposals(other.people.admin, "s9", [id]))).toEqual({});
    expect(Object.keys(need(await gate.engine.actions.proposals(gate.people.admin, "s9", [id])))).toEqual([id]);
    await other.close();
  });

  test("pages follow each other without a gap or a repeat", async () => {
    const other = await openGate(kind, { database: gate.database, started: false });
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift(await propose(other, "pay", { amount: n }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; nextCursor: string | null } = need(
        await other.engine.actions.list(other.people.viewer, { limit: 3, ...(cursor ? { cursor } : {}) }),
      );
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(ids);
    expect(need(await other.engine.actions.list(other.people.viewer, { q: '"amount":3' })).items).toHaveLength(1);
    expect(codeOf(await other.engine.actions.list(other.people.viewer, { cursor: "nonsense" }))).toBe("INVALID_INPUT");
    await other.close();
  });
});
