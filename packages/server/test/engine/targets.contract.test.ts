import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests targets that change while an action is pending: noticed, refused, carried over; on any database. */
describe(`targets on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false, settings: { targetQuietSeconds: 0 } });
  });
  afterAll(async () => {
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
    await gate.close();
  });
  beforeEach(() => {
    gate.target.value = "first";
  });
  const get = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const kindsOf = async (id: string) =>
    need(await gate.engine.actions.timeline(gate.people.viewer, id)).map((entry) => entry.kind);

  test("a target is shown then, now and as the same input would leave it", async () => {
    const { viewer } = gate.people;
    const id = await propose(gate, "set_value", { value: "second" });
    const before = need(await gate.engine.targets.read(viewer, id));
    expect(before).toMatchObject({ state: "unchanged", target: "value:one", canRebase: false });
    expect(before.snapshotNow).toBe(before.snapshotThen);
    gate.target.value = "by hand";
    const after = need(await gate.engine.targets.read(viewer, id));
    expect(after).toMatchObject({
      state: "changed",
      snapshotThen: before.snapshotThen,
      current: { value: "by hand" },
      proposedNow: { value: "second" },
      canRebase: true,
    });
    expect(after.snapshotNow).not.toBe(after.snapshotThen);
    const unwatched = need(await gate.engine.targets.read(viewer, await propose(gate, "pay", { amount: 1 })));
    expect(unwatched).toMatchObject({ state: "not_watched", current: null, canRebase: false });
    expect(unwatched.reason).toBeTruthy();
    expect(codeOf(await gate.engine.targets.read(gate.agent, id))).toBe("FORBIDDEN");
  });

  test("a change of the target is recorded once for each thing seen, also that it is as proposed again", async () => {
    const id = await propose(gate, "set_value", { value: "second" });
    await gate.engine.watchTargets();
    expect(await get(id)).toMatchObject({ targetChangedAt: null, version: 1 });
    gate.target.value = "by hand";
    await gate.engine.watchTargets();
    await gate.engine.watchTargets();
    const changed = await get(id);
    expect(changed.targetChangedAt).not.toBeNull();
    expect(changed).toMatchObject({ status: "pending", version: 2 });
    gate.target.value = "by another hand";
    await gate.engine.watchTargets();
    gate.target.value = "first";
    await gate.engine.watchTargets();
    expect(await get(id)).toMatchObject({ targetChangedAt: null, version: 4 });
    expect(await kindsOf(id)).toEqual(["action.proposed", ...Array<string>(3).fill("action.target_changed")]);
    const [, ...told] = need(await gate.engine.actions.timeline(gate.people.viewer, id));
    expect(told.map(({ data }) => data["targetState"])).toEqual(["changed", "changed", "unchanged"]);
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
  });

  test("a target that keeps changing is told of once in the quiet time", async () => {
    const quiet = await openGate(kind, { database: gate.database, started: false, settings: { targetQuietSeconds: 3600 } });
    const id = await propose(quiet, "set_value", { value: "second" });
    for (const value of ["a", "b", "c"]) {
      quiet.target.value = value;
      await quiet.engine.watchTargets();
    }
    expect(need(await quiet.engine.actions.get(quiet.people.viewer, id)).version).toBe(2);
    await quiet.close();
  });

  test("each pending action gets its turn when there are more than one pass looks at", async () => {
    const slow = await openGate(kind, { started: false, settings: { targetLooksPerSecond: 2 } });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await propose(slow, "set_value", { value: n }));
    slow.target.value = "by hand";
    const recorded: number[] = [];
    for (let pass = 0; pass < 4; pass += 1) recorded.push(await slow.engine.watchTargets());
    expect(recorded).toEqual([2, 2, 1, 0]);
    for (const id of ids) expect(need(await slow.engine.actions.get(slow.people.viewer, id)).targetChangedAt).not.toBeNull();
    await slow.close();
  });

  test("G8 an approval of what changed since is refused as stale, stays pending and says so on the row", async () => {
    const id = await propose(gate, "set_value", { value: "second" });
    gate.target.value = "by hand";
    const refused = await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" });
    expect(refused).toMatchObject({ refusal: { code: "STALE", current: { id, status: "pending", version: 2 } } });
    expect((await get(id)).targetChangedAt).not.toBeNull();
    const edited = await gate.engine.decisions.approve(gate.people.approver, id, {
      userEdits: { value: "third" },
      channel: "api",
    });
    expect(codeOf(edited)).toBe("STALE");
    const batch = need(
      await gate.engine.decisions.decideMany(gate.people.approver, [{ pendingActionId: id, verdict: "approve" }], "api"),
    );
    expect(batch.results).toMatchObject([{ outcome: "skipped", code: "STALE" }]);
    gate.target.value = "first";
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
    expect(await get(id)).toMatchObject({ status: "approved", targetChangedAt: null });
  });

  test("a rebase puts the same call over the target as it is now in the old one's place", async () => {
    const { approver } = gate.people;
    const id = await propose(gate, "set_value", { value: "second" }, { missionId: "m", sessionId: "s", caption: "words" });
    const old = await get(id);
    gate.target.value = "by hand";
    const next = need(await gate.engine.targets.rebase(approver, id, { digest: old.digest, channel: "inbox" }));
    expect(next).toMatchObject({
      status: "pending",
      version: 1,
      supersedes: id,
      toolInput: { value: "second" },
      current: { value: "by hand" },
      proposedBy: old.proposedBy,
      batchId: old.batchId,
      missionId: "m",
      sessionId: "s",
      caption: "words",
      targetChangedAt: null,
    });
    expect(next.digest).not.toBe(old.digest);
    const replaced = await get(id);
    expect(replaced).toMatchObject({
      status: "refined",
      supersededBy: next.id,
      resolvedBy: { name: "approver" },
      digest: old.digest,
    });
    expect(replaced.decisions).toMatchObject([
      { verdict: "refine", comment: "Rebased onto the current target", channel: "inbox" },
    ]);
    expect(need(await gate.engine.actions.timeline(approver, id)).at(-1)).toMatchObject({
      kind: "action.refined",
      by: { name: "approver" },
      data: { supersededBy: next.id },
    });
    expect(need(await gate.engine.actions.timeline(approver, next.id))).toMatchObject([
      { kind: "action.rebased", by: { name: "approver" }, data: { supersedes: id } },
    ]);
    expect(need(await gate.engine.actions.outcome(gate.agent, id))).toMatchObject({ status: "refined", supersededBy: next.id });
    expect(need(await gate.engine.actions.outcome(gate.agent, next.id))).toMatchObject({ status: "queued" });

    need(await gate.engine.decisions.approve(gate.people.other, next.id, { digest: next.digest, channel: "api" }));
    gate.engine.start();
    await untilStatus(gate, next.id, "executed");
    await gate.engine.stop();
    expect(gate.target.value).toBe("second");
  });

  test("a rebase is refused by what stands against it, and nothing is stored", async () => {
    const { approver, viewer } = gate.people;
    const id = await propose(gate, "set_value", { value: "second" });
    const rebase = (by = approver, which = id, more = {}) => gate.engine.targets.rebase(by, which, { channel: "api", ...more });
    const before = need(await gate.engine.actions.counts(viewer)).byStatus;
    expect(codeOf(await rebase())).toBe("INVALID_STATE");
    expect(codeOf(await rebase(approver, "nothing"))).toBe("NOT_FOUND");
    expect(codeOf(await rebase(approver, await propose(gate, "pay", { amount: 1 })))).toBe("INVALID_INPUT");
    gate.target.value = "by hand";
    for (const by of [viewer, gate.agent, gate.worker]) expect(codeOf(await rebase(by))).toBe("FORBIDDEN");
    expect(codeOf(await rebase(approver, id, { digest: "0".repeat(64) }))).toBe("DIGEST_MISMATCH");
    const { kysely } = gate.database;
    const { workspaceId } = gate.agent;
    const setTool = (definitionHash: string) =>
      kysely
        .updateTable("tool")
        .set({ definitionHash })
        .where("workspaceId", "=", workspaceId)
        .where("name", "=", "set_value")
        .execute();
    const hash = need(await gate.engine.tools.list(viewer)).find(({ name }) => name === "set_value")!.definitionHash;
    await setTool("other");
    expect(codeOf(await rebase())).toBe("STALE");
    expect(need(await gate.engine.targets.read(viewer, id)).canRebase).toBe(false);
    await setTool(hash);
    await kysely.updateTable("apiKey").set({ revokedAt: new Date() }).where("id", "=", gate.agent.id).execute();
    expect(codeOf(await rebase())).toBe("FORBIDDEN");
    await kysely.updateTable("apiKey").set({ revokedAt: null }).where("id", "=", gate.agent.id).execute();
    expect(need(await gate.engine.actions.counts(viewer)).byStatus).toEqual({
      ...before,
      pending: (before["pending"] ?? 0) + 1,
    });
    expect(await get(id)).toMatchObject({ status: "pending", supersededBy: null, decisions: [] });
  });

  test("two people rebase at once: one new action, the loser is told who was first", async () => {
    const id = await propose(gate, "set_value", { value: "second" });
    gate.target.value = "by hand";
    const { approver, other, admin } = gate.people;
    const answers = await Promise.all(
      [approver, other, admin].map((by) => gate.engine.targets.rebase(by, id, { channel: "api" })),
    );
    expect(answers.map(codeOf).sort()).toEqual(["INVALID_STATE", "INVALID_STATE", "ok"]);
    for (const answer of answers) {
      if (!answer.ok) expect(answer.refusal).toMatchObject({ current: { status: "refined" }, resolvedBy: { kind: "user" } });
    }
    const next = (await get(id)).supersededBy!;
    expect(await get(next)).toMatchObject({ status: "pending", supersedes: id });
    const found = await gate.database.kysely.selectFrom("action").select("id").where("supersedes", "=", id).execute();
    expect(found).toEqual([{ id: next }]);
  });

  test("G9 another workspace reaches neither the target nor a rebase", async () => {
    const other = await openGate(kind, { database: gate.database, started: false });
    const id = await propose(gate, "set_value", { value: "second" });
    gate.target.value = "by hand";
    expect(codeOf(await other.engine.targets.read(other.people.admin, id))).toBe("NOT_FOUND");
    expect(codeOf(await other.engine.targets.rebase(other.people.admin, id, { channel: "api" }))).toBe("NOT_FOUND");
    expect((await get(id)).status).toBe("pending");
    await other.close();
  });
});
