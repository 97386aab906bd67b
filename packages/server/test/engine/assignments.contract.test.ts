import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { assignAction } from "../../src/store/statements/assignments.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");

describe(`assignments on ${kind}`, () => {
  let gate: Gate;
  beforeEach(async () => {
    gate = await openGate(kind, { started: false });
  });
  afterEach(() => gate.close());

  const assign = (by: Principal, id: string, to: Principal | null, seen: Principal | null = null) =>
    gate.engine.assignments.assign(by, id, { personId: to?.id ?? null, seen: seen?.id ?? null });
  const assigneeOf = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id)).assignee;
  const as = ({ id, name }: Principal) => ({ id, name });

  test("G41 of two who take an action on at once, one has it, and the other is told who", async () => {
    const { approver, other } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    const tried = await Promise.all([approver, other].map((by) => assign(by, id, by)));
    expect(tried.filter(({ ok }) => ok)).toHaveLength(1);
    const lost = tried.find(({ ok }) => !ok);
    const { assignee, version } = need(await gate.engine.actions.get(approver, id));
    expect(assignee).toEqual(as(tried[0]!.ok ? approver : other));
    expect(lost).toMatchObject({
      refusal: { code: "INVALID_STATE", detail: expect.stringContaining(`${assignee!.name} is assigned now`) },
    });
    expect(version).toBe(1);
  });

  test("an action is handed over, given back and listed; each step is on the record, which verifies", async () => {
    const { approver, other, admin, viewer } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    const free = await propose(gate, "pay", { amount: 8 });
    expect(await assigneeOf(id)).toBeNull();
    need(await assign(approver, id, approver));
    const list = async (assignee: string | null) =>
      need(await gate.engine.actions.list(viewer, { assignee })).items.map((one) => one.id);
    expect(await list(approver.id)).toEqual([id]);
    expect(await list(null)).toEqual([free]);
    expect(need(await assign(admin, id, other, approver)).assignee).toEqual(as(other));
    expect(await list(approver.id)).toEqual([]);
    expect(codeOf(await assign(approver, id, approver, approver))).toBe("INVALID_STATE");
    need(await assign(other, id, null, other));
    expect(await assigneeOf(id)).toBeNull();
    need(await assign(approver, id, approver));
    const told = need(await gate.engine.actions.timeline(viewer, id)).filter((event) => event.kind === "action.assigned");
    expect(told.map(({ by, data }) => [by.id, data["assignee"]])).toEqual([
      [approver.id, as(approver)],
      [admin.id, as(other)],
      [other.id, null],
      [approver.id, as(approver)],
    ]);
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
  });

  test("G41 an assignment restricts nobody: somebody else decides, and then nothing is assigned any more", async () => {
    const { approver, other } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    need(await assign(approver, id, approver));
    need(await gate.engine.decisions.approve(other, id, { channel: "api" }));
    expect(await assign(approver, id, null, approver)).toMatchObject({
      refusal: { code: "INVALID_STATE", detail: "This action is already approved by other." },
    });
  });

  test("G41 of what was decided while it was read, nothing is assigned", async () => {
    const { approver: by, viewer } = gate.people;
    const actionId = await propose(gate, "pay", { amount: 7 });
    need(await gate.engine.decisions.reject(by, actionId, { channel: "api" }));
    const { workspaceId } = by;
    const asked = { workspaceId, actionId, userId: by.id, seen: null, by };
    expect(await assignAction(gate.database.kysely, asked)).toBe(false);
    const told = need(await gate.engine.actions.timeline(viewer, actionId)).map((event) => event.kind);
    expect(told).toEqual(["action.proposed", "action.rejected"]);
  });

  test("G41 only people who may decide assign, and only to somebody whose approval would count now", async () => {
    const { admin, approver, other, viewer } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    for (const by of [viewer, gate.agent, gate.worker]) expect(codeOf(await assign(by, id, approver))).toBe("FORBIDDEN");
    for (const to of [viewer, { ...viewer, id: "nobody" }]) expect(codeOf(await assign(admin, id, to))).toBe("INVALID_INPUT");
    need(await gate.engine.tools.change(admin, "pay", { approverIds: [other.id], confirm: true }));
    expect(await assign(approver, id, approver)).toMatchObject({
      refusal: { code: "INVALID_INPUT", detail: expect.stringContaining("You can only take actions that you can decide on") },
    });
    expect(codeOf(await assign(approver, id, admin))).toBe("INVALID_INPUT");
    // Whoever may decide on some action may hand this one to somebody who decides on it.
    need(await assign(approver, id, other));
    expect(await assigneeOf(id)).toEqual(as(other));
    expect(codeOf(await assign(admin, "nothing", other))).toBe("NOT_FOUND");
  });

  test("what is so already is not assigned again, and whoever has voted has it no more", async () => {
    const { admin, approver, other, viewer } = gate.people;
    const approvalRule = { needs: "n_of" as const, n: 2, of: [approver, other].map((one) => ({ user: one.id })) };
    need(await gate.engine.tools.change(admin, "pay", { approvalRule, confirm: true }));
    const id = await propose(gate, "pay", { amount: 7 });
    for (const seen of [null, other]) need(await assign(admin, id, null, seen));
    for (const seen of [null, null]) expect(need(await assign(approver, id, approver, seen)).assignee).toEqual(as(approver));
    const told = need(await gate.engine.actions.timeline(viewer, id)).map((event) => event.kind);
    expect(told).toEqual(["action.proposed", "action.assigned"]);
    need(await gate.engine.decisions.approve(approver, id, { channel: "api" }));
    expect(await assigneeOf(id)).toBeNull();
    const vote = need(await gate.engine.actions.timeline(viewer, id)).at(-1);
    expect(vote).toMatchObject({ kind: "action.vote", data: { assignee: null } });
    // Also when an edit restarts the voting.
    need(await gate.engine.decisions.approve(other, id, { channel: "api", userEdits: { amount: 8 } }));
    expect(await assigneeOf(id)).toBeNull();
    need(await assign(admin, id, approver));
    expect(await assigneeOf(id)).toEqual(as(approver));
  });

  test("G41 what takes the place of an action over a changed target belongs to the same person", async () => {
    const { approver } = gate.people;
    const id = await propose(gate, "set_value", { value: "second" });
    need(await assign(approver, id, approver));
    gate.target.value = "changed meanwhile";
    const next = need(await gate.engine.targets.rebase(approver, id, { channel: "api" }));
    expect(await assigneeOf(next.id)).toEqual(as(approver));
  });

  test("who lost the right to decide, or is no member any more, has nothing assigned, and others can take it on", async () => {
    const { approver, other } = gate.people;
    const { kysely } = gate.database;
    const id = await propose(gate, "pay", { amount: 7 });
    need(await assign(approver, id, approver));
    await kysely.updateTable("member").set({ role: "viewer" }).where("userId", "=", approver.id).execute();
    expect(await assigneeOf(id)).toBeNull();
    expect(codeOf(await assign(other, id, other, approver))).toBe("INVALID_STATE");
    need(await assign(other, id, other));
    need(await assign(other, id, null, other));
    await kysely.updateTable("member").set({ role: "approver" }).where("userId", "=", approver.id).execute();
    need(await assign(approver, id, approver));
    await kysely.deleteFrom("member").where("userId", "=", approver.id).execute();
    expect(await assigneeOf(id)).toBeNull();
    need(await assign(other, id, other));
    expect(await assigneeOf(id)).toEqual(as(other));
  });
});
