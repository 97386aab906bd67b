import { sql } from "kysely";
import type { JsonObject, PreviewAnswer } from "@countersign/protocol";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const channel = "api";

const kind = inject("database");

/** Tests proposals for a worker's tool: the worker describes the change, and that description is approved. */
describe(`what a worker says of a call, on ${kind}`, () => {
  let gate: Gate;
  let forged = "";
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    const price = { name: "price", description: "Sets a price", inputSchema: { type: "object" }, previews: true };
    need(await gate.engine.declaredTools.register(gate.worker, [price]));
  });
  afterAll(async () => gate?.close());

  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const proposed = (toolInput: JsonObject): Promise<string> => propose(gate, "price", toolInput);
  const wanted = async (id: string): Promise<number> => {
    await sql`update action set preview_asked_at = null where id = ${id}`.execute(gate.database.kysely);
    const { previews } = need(await gate.engine.workers.claim(gate.worker, { tools: ["price"], waitSeconds: 0, limit: 0 }));
    const asked = previews.find(({ pendingActionId }) => pendingActionId === id);
    if (!asked) throw new Error("the worker is not asked about it");
    return asked.version;
  };
  const answer = async (id: string, said: Omit<PreviewAnswer, "version">) =>
    gate.engine.workers.answerPreview(gate.worker, id, { version: await wanted(id), ...said });
  const chair = (amount: number): Omit<PreviewAnswer, "version"> => ({
    preview: { title: `Chair costs ${amount}` },
    target: "price:spring/chair",
    snapshot: "r1",
    current: { amount: 10 },
    proposed: { amount },
  });
  const claim = async () =>
    need(await gate.engine.workers.claim(gate.worker, { tools: ["price"], waitSeconds: 0, limit: 10 })).claims;

  test("G2 target and snapshot are part of what is approved; an approval of the call without them is none of it", async () => {
    const id = await proposed({ amount: 12 });
    const before = await read(id);
    const said = need(await answer(id, chair(12)));
    expect(said).toMatchObject({
      status: "pending",
      target: "price:spring/chair",
      snapshot: "r1",
      current: { amount: 10 },
      proposed: { amount: 12 },
      preview: { title: "Chair costs 12" },
    });
    expect(said.digest).not.toBe(before.digest);
    const { approver } = gate.people;
    expect(codeOf(await gate.engine.decisions.approve(approver, id, { channel, digest: before.digest }))).toBe(
      "DIGEST_MISMATCH",
    );
    need(await gate.engine.decisions.approve(approver, id, { channel, digest: said.digest }));
    expect(await claim()).toMatchObject([{ action: { id, target: "price:spring/chair", snapshot: "r1" } }]);
  });

  test("G2 a snapshot that was changed behind the gate is handed to no worker", async () => {
    const id = await proposed({ amount: 13 });
    forged = id;
    const { digest } = need(await answer(id, chair(13)));
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel, digest }));
    await sql`update action set snapshot = 'r9' where id = ${id}`.execute(gate.database.kysely);
    expect(await claim()).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "failed", error: { code: "invalid" } });
  });

  test("G18 a vote on the call as it was before the worker's answer counts no more", async () => {
    const { admin, approver, other } = gate.people;
    const two = { needs: "n_of" as const, n: 2, of: [{ role: "approver" as const }] };
    const rule = { approverRole: null, approverIds: [], confirm: true };
    need(await gate.engine.tools.change(admin, "price", { ...rule, approvalRule: two }));
    const id = await proposed({ amount: 14 });
    need(await gate.engine.decisions.approve(approver, id, { channel }));
    need(await answer(id, chair(14)));
    expect(need(await gate.engine.decisions.approve(other, id, { channel }))).toMatchObject({ status: "pending" });
    expect(need(await gate.engine.decisions.approve(approver, id, { channel }))).toMatchObject({ status: "approved" });
    need(await gate.engine.tools.change(admin, "price", { ...rule, approvalRule: null }));
    expect(await claim()).toHaveLength(1);
  });

  test("G1 faults end a call before anybody is asked; the agent is told each by its place, and nobody can run it", async () => {
    const id = await proposed({ amount: -1 });
    const faults = [
      { path: "/amount", message: "must be at least 0" },
      { path: "", message: "there is no such list" },
    ];
    expect(need(await answer(id, { faults }))).toMatchObject({ status: "failed", decisions: [] });
    const told = need(await gate.engine.actions.outcome(gate.agent, id));
    expect(told).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/^The call has NOT run/) as string,
      error: { code: "invalid", message: "/amount: must be at least 0; there is no such list" },
    });
    const { approver } = gate.people;
    expect(codeOf(await gate.engine.decisions.approve(approver, id, { channel }))).toBe("INVALID_STATE");
    expect(codeOf(await gate.engine.settlements.retry(approver, id))).toBe("STALE");
    expect(await claim()).toEqual([]);
    const kinds = need(await gate.engine.actions.timeline(gate.people.viewer, id)).map(({ kind: name, by }) => [name, by.kind]);
    expect(kinds).toEqual([
      ["action.proposed", "agent"],
      ["action.withdrawn", "worker"],
    ]);
  });

  test("faults that come after a decision, or for another version, change nothing", async () => {
    const id = await proposed({ amount: 15 });
    const version = await wanted(id);
    const faults = [{ path: "", message: "too late" }];
    expect(codeOf(await gate.engine.workers.answerPreview(gate.worker, id, { version: version + 1, faults }))).toBe(
      "INVALID_STATE",
    );
    need(await gate.engine.decisions.reject(gate.people.approver, id, { channel }));
    expect(codeOf(await gate.engine.workers.answerPreview(gate.worker, id, { version, faults }))).toBe("INVALID_STATE");
    expect(await read(id)).toMatchObject({ status: "rejected", error: null });
  });

  test("edits of what only its worker can describe are refused, and it still waits as it was", async () => {
    const id = await proposed({ amount: 16 });
    need(await answer(id, chair(16)));
    const before = await read(id);
    const edited = await gate.engine.decisions.approve(gate.people.approver, id, { channel, userEdits: { amount: 1 } });
    expect(edited).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/userEdits" }] } });
    expect(await read(id)).toEqual(before);
    expect(need(await gate.engine.targets.read(gate.people.viewer, id))).toMatchObject({ state: "not_watched" });
  });

  test("G12 the log of all this verifies, but for the row that was changed behind the gate", async () => {
    expect(need(await gate.engine.audit.verify(gate.people.admin)).faults).toMatchObject([{ actionId: forged }]);
  });
});
