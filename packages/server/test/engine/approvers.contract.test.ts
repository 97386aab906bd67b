import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { ApprovalRule, Role, ToolSettings } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { claimApproved } from "../support/claim.ts";
import { findAction } from "../../src/store/statements/read-actions.ts";
import { transitionAction } from "../../src/store/statements/transition-action.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const channel = "api";

const kind = inject("database");

/** Tests whose approvals an action needs, on either database. No executor runs: tests claim runnable actions themselves. */
describe(`approvals of several people on ${kind}`, () => {
  let gate: Gate;
  let ada: Principal;
  let bob: Principal;
  let admin: Principal;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    ({ approver: ada, other: bob, admin } = gate.people);
  });
  afterAll(async () => gate?.close());

  const set = (settings: ToolSettings, name = "pay") => gate.engine.tools.change(admin, name, settings);
  const rule = async (approvalRule: ApprovalRule | null, name = "pay") =>
    need(await set({ approverRole: null, approverIds: [], approvalRule, confirm: true }, name));
  const two: ApprovalRule = { needs: "n_of", n: 2, of: [{ role: "approver" }] };
  beforeEach(async () => void (await rule(two)));
  const setRole = async (who: Principal, role: Role) =>
    gate.database.kysely
      .updateTable("member")
      .set({ role })
      .where("workspaceId", "=", who.workspaceId)
      .where("userId", "=", who.id)
      .execute();

  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const approve = (id: string, by: Principal, more: object = {}) => gate.engine.decisions.approve(by, id, { channel, ...more });
  const claimed = async (id: string) => {
    await claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
    const { status, error } = await read(id);
    return error?.code ?? status;
  };
  const eventsOf = async (actionId: string) =>
    need(await gate.engine.actions.timeline(gate.people.viewer, actionId)).map(({ kind: event }) => event);

  test("G18 an approval that does not complete the rule is on the record, and nothing runs until another person's", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    const first = need(await approve(id, ada, { comment: "fine by me" }));
    expect(first).toMatchObject({
      status: "pending",
      version: 2,
      resolvedBy: null,
      resolvedAt: null,
      votes: { needed: 2, given: [{ name: "approver" }], missing: ["a person who may decide"] },
    });
    expect(await claimed(id)).toBe("pending");
    const seen = await read(id);
    expect(seen.votes).toEqual(first.votes);
    expect(seen.decisions).toMatchObject([
      { verdict: "approve", by: { id: ada.id }, comment: "fine by me", digest: seen.digest },
    ]);
    expect(seen.approval.who).toContain("2 people must approve");

    const done = need(await approve(id, bob));
    expect(done).toMatchObject({ status: "approved", version: 3, resolvedBy: { id: bob.id }, votes: { missing: [] } });
    expect(await eventsOf(id)).toEqual(["action.proposed", "action.vote", "action.approved"]);
    expect(await claimed(id)).toBe("executing");
    expect(need(await gate.engine.audit.verify(admin)).faults).toEqual([]);
  });

  test("G6 a raised role does not count where several people approve, before or after the decision was made, until its time", async () => {
    const wait = (countsFrom: RawBuilder<Date>, formerRole: Role | null, who = bob) =>
      gate.database.kysely
        .updateTable("member")
        .set({ countsFrom, formerRole })
        .where("workspaceId", "=", who.workspaceId)
        .where("userId", "=", who.id)
        .execute();
    const soon = sql<Date>`now() + interval '1 hour'`;
    const past = sql<Date>`now() - interval '1 hour'`;
    try {
      await wait(soon, null);
      const id = await propose(gate, "pay", { amount: 1 });
      const refused = await approve(id, bob);
      expect(refused).toMatchObject({
        refusal: { code: "FORBIDDEN", detail: expect.stringContaining("do not count your approval before") },
      });
      expect((await read(id)).decisions).toEqual([]);
      // Bob may still reject, and decide alone where one person is enough.
      expect(need(await gate.engine.decisions.reject(bob, id, { channel })).status).toBe("rejected");

      // A vote that was counted counts no more while its voter's role does not.
      const other = await propose(gate, "pay", { amount: 2 });
      await wait(past, null);
      need(await approve(other, bob));
      await wait(soon, null);
      expect((await read(other)).votes).toMatchObject({ given: [] });
      expect(need(await approve(other, ada)).status).toBe("pending");
      await wait(past, null);
      expect((await read(other)).votes).toMatchObject({ missing: [] });

      // Until a promotion counts, the new administrator counts in the former role.
      await rule({ needs: "all_of", of: [{ role: "admin" }, { role: "approver" }] });
      await setRole(bob, "admin");
      await wait(soon, "approver");
      const third = await propose(gate, "pay", { amount: 3 });
      expect(need(await approve(third, bob)).votes).toMatchObject({ missing: ["an administrator"] });
    } finally {
      await setRole(bob, "approver");
      await wait(past, null);
    }
  });

  test("G18 one person has one vote", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    need(await approve(id, ada));
    const again = await approve(id, ada);
    expect(again).toMatchObject({ refusal: { code: "INVALID_STATE", current: { status: "pending", version: 2 } } });
    expect((await read(id)).decisions).toHaveLength(1);
  });

  test("G18 one no ends it, also of somebody who approved before", async () => {
    const [first, second] = [await propose(gate, "pay", { amount: 1 }), await propose(gate, "pay", { amount: 2 })];
    for (const id of [first, second]) need(await approve(id, ada));
    expect(need(await gate.engine.decisions.reject(bob, first, { channel })).status).toBe("rejected");
    expect(need(await gate.engine.decisions.refine(ada, second, { channel, comment: "less" })).status).toBe("refined");
    expect(codeOf(await approve(first, bob))).toBe("INVALID_STATE");
  });

  test("G18 an edit makes the approvals before it count no more", async () => {
    const id = await propose(gate, "pay", { amount: 10 });
    need(await approve(id, ada));
    const edited = need(await approve(id, bob, { userEdits: { amount: 5 } }));
    expect(edited).toMatchObject({ status: "pending", effectiveInput: { amount: 5 }, votes: { given: [{ id: bob.id }] } });
    expect((await read(id)).votes).toEqual(edited.votes);
    // Restores the input that Ada approved, but her vote belonged to an earlier round.
    const back = need(await approve(id, bob, { userEdits: { amount: 10 } }));
    expect(back).toMatchObject({ status: "pending", votes: { given: [{ id: bob.id }] } });
    expect(need(await approve(id, ada, { digest: back.digest })).status).toBe("approved");
    expect(await claimed(id)).toBe("executing");
  });

  test("G18 an approval without the digest of what was shown is none: B's, of what A edited and B never saw", async () => {
    const bare = (by: Principal, more: object = {}) => gate.bareEngine.decisions.approve(by, id, { channel, ...more });
    const id = await propose(gate, "pay", { amount: 5 });
    const shown = (await read(id)).digest;
    const edited = need(await bare(ada, { digest: shown, userEdits: { amount: 999 } }));
    expect(edited).toMatchObject({ status: "pending", effectiveInput: { amount: 999 } });
    for (const more of [{}, { userEdits: {} }, { userEdits: { amount: 999 } }])
      expect(codeOf(await bare(bob, more))).toBe("DIGEST_REQUIRED");
    for (const more of [{}, { userEdits: { note: "mine" } }])
      expect(codeOf(await bare(bob, { digest: shown, ...more }))).toBe("DIGEST_MISMATCH");
    const items = [{ pendingActionId: id, verdict: "approve" as const }];
    expect(await gate.bareEngine.decisions.decideMany(bob, [{ ...items[0]!, digest: shown }], channel)).toMatchObject({
      value: { results: [{ outcome: "skipped", code: "DIGEST_MISMATCH" }] },
    });
    expect(await gate.bareEngine.decisions.decideMany(bob, items, channel)).toMatchObject({
      refusal: { code: "DIGEST_REQUIRED", errors: [{ path: "/items/0/digest" }] },
    });
    expect(await read(id)).toMatchObject({ status: "pending", version: edited.version });
    expect(need(await bare(bob, { digest: edited.digest })).status).toBe("approved");
  });

  test("G12 the answer to a decision holds the decision as it was stored, its id and time included", async () => {
    const ids = [await propose(gate, "pay", { amount: 1 }), await propose(gate, "pay", { amount: 2 })] as const;
    const answers = [
      await approve(ids[0], ada, { comment: "fine", shownForMs: 1200 }),
      await approve(ids[0], bob, { userEdits: { amount: 3 } }),
      await gate.engine.decisions.refine(ada, ids[0], { channel, comment: "less" }),
      await gate.engine.decisions.reject(bob, ids[1], { channel, comment: "no" }),
    ].map((answer) => need(answer));
    for (const [n, { id, decisions }] of answers.entries())
      expect([n, decisions]).toEqual([n, (await read(id)).decisions.slice(0, decisions.length)]);
  });

  test("G18 where the rule says so, who edited last does not approve", async () => {
    await rule({ needs: "any_of", of: [{ role: "approver" }], notLastEditor: true });
    const id = await propose(gate, "pay", { amount: 10 });
    const edited = need(await approve(id, ada, { userEdits: { amount: 5 } }));
    expect(edited).toMatchObject({ status: "pending", votes: { needed: 1, given: [] } });
    expect(codeOf(await approve(id, ada))).toBe("FORBIDDEN");
    expect(codeOf(await approve(id, ada, { userEdits: { amount: 5 } }))).toBe("FORBIDDEN");
    expect(need(await approve(id, bob)).status).toBe("approved");
    expect(await claimed(id)).toBe("executing");
  });

  test("G18 all_of wants another person for each line; who is none of them does not decide at all", async () => {
    await rule({ needs: "all_of", of: [{ user: ada.id }, { role: "admin" }] });
    const id = await propose(gate, "pay", { amount: 1 });
    expect((await read(id)).votes?.missing).toEqual(["approver", "an administrator"]);
    for (const call of [approve(id, bob), gate.engine.decisions.reject(bob, id, { channel })])
      expect(codeOf(await call)).toBe("FORBIDDEN");
    expect(need(await approve(id, admin)).votes?.missing).toEqual(["approver"]);
    expect(need(await approve(id, ada)).status).toBe("approved");
  });

  test("G18 a rebase starts without approvals", async () => {
    await rule(two, "set_value");
    const id = await propose(gate, "set_value", { value: "second" });
    need(await approve(id, ada));
    gate.target.value = "changed meanwhile";
    const next = need(await gate.engine.targets.rebase(bob, id, { channel }));
    expect((await read(next.id)).votes).toMatchObject({ needed: 2, given: [] });
    expect(need(await approve(next.id, ada)).status).toBe("pending");
  });

  test("G8 everybody who approved has to be allowed to when it runs, by the rule as it is then", async () => {
    const ids = [await propose(gate, "pay", { amount: 1 }), await propose(gate, "pay", { amount: 2 })];
    for (const id of ids) {
      need(await approve(id, ada));
      need(await approve(id, bob));
    }
    await rule({ ...two, n: 3 });
    expect(await claimed(ids[0]!)).toBe("forbidden");

    await rule(two);
    const other = await propose(gate, "pay", { amount: 3 });
    for (const by of [ada, bob]) need(await approve(other, by));
    await setRole(ada, "viewer");
    expect(await claimed(other)).toBe("forbidden");
    await setRole(ada, "approver");
  });

  test("G18 who may decide no more does not count while others still vote", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    need(await approve(id, ada));
    await setRole(ada, "viewer");
    expect((await read(id)).votes).toMatchObject({ given: [], missing: ["2 of the people who may decide"] });
    expect(need(await approve(id, bob)).status).toBe("pending");
    await setRole(ada, "approver");
  });

  test("G18 an approval that was judged by a rule that changed meanwhile is not written", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    const { version, digest, policyEpoch } = (await findAction(gate.database.kysely, ada.workspaceId, id))!;
    const move = () =>
      transitionAction(gate.database.kysely, {
        workspaceId: ada.workspaceId,
        id,
        from: ["pending"],
        to: "approved",
        seenVersion: version,
        by: ada,
        event: "action.approved",
        digest,
        decision: { id: `d_${id}`, verdict: "approve", comment: null, channel },
        policyEpoch: policyEpoch!,
        mayRun: true,
      });
    await rule({ needs: "any_of", of: [{ role: "approver" }] });
    expect(await move()).toBeUndefined();
    expect((await read(id)).status).toBe("pending");
  });

  test("G18 a batch says which of its approvals were not the last", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    const items = [{ pendingActionId: id, verdict: "approve" as const }];
    expect(need(await gate.engine.decisions.decideMany(ada, items, channel))).toMatchObject({
      approved: 0,
      voted: 1,
      skipped: 0,
    });
    expect(need(await gate.engine.decisions.decideMany(bob, items, channel))).toMatchObject({ approved: 1, voted: 0 });
  });

  test("G7 the person an agent acts for decides nothing it proposes, also when it runs", async () => {
    const actsFor = async (userId: string | null) =>
      need(await gate.engine.agents.change(admin, gate.agent.id, { actsFor: userId, confirm: true }));
    const unknown = await gate.engine.agents.change(admin, gate.agent.id, { actsFor: "nobody" });
    expect(unknown).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/actsFor" }] } });
    await rule(null);
    await actsFor(ada.id);
    const id = await propose(gate, "pay", { amount: 1 });
    expect(codeOf(await approve(id, ada))).toBe("FORBIDDEN");
    expect(codeOf(await gate.engine.targets.rebase(ada, id, { channel }))).toBe("FORBIDDEN");
    expect(codeOf(await gate.engine.agents.change(admin, gate.agent.id, { actsFor: null }))).toBe("INVALID_INPUT");

    need(await approve(id, bob));
    await actsFor(bob.id);
    expect(await claimed(id)).toBe("forbidden");

    await rule(two);
    await actsFor(null);
    const other = await propose(gate, "pay", { amount: 2 });
    for (const by of [ada, bob]) need(await approve(other, by));
    await actsFor(ada.id);
    expect((await read(other)).votes?.given).toMatchObject([{ id: bob.id }]);
    expect(await claimed(other)).toBe("forbidden");
    await actsFor(null);
  });

  test("G6 a rule that asks for less, or other people, is confirmed; one that nobody could follow is refused", async () => {
    await rule({ needs: "all_of", of: [{ user: ada.id }, { role: "admin" }] });
    const lower: (ApprovalRule | null)[] = [
      null,
      { needs: "any_of", of: [{ user: ada.id }, { role: "admin" }] },
      { needs: "n_of", n: 2, of: [{ role: "admin" }, { user: ada.id }] },
      { needs: "all_of", of: [{ user: ada.id }, { role: "approver" }] },
      { needs: "all_of", of: [{ user: bob.id }, { role: "admin" }] },
    ];
    for (const approvalRule of lower) {
      const refused = await set({ approvalRule });
      expect([approvalRule, refused.ok || refused.refusal.errors?.[0]?.path]).toEqual([approvalRule, "/confirm"]);
    }
    need(await set({ approvalRule: { needs: "all_of", of: [{ user: ada.id }, { role: "admin" }, { role: "approver" }] } }));
    const faulty: [ToolSettings, string][] = [
      [{ approvalRule: { needs: "n_of", of: [{ role: "admin" }] } }, "/approvalRule/n"],
      [{ approvalRule: { needs: "any_of", n: 1, of: [{ role: "admin" }] } }, "/approvalRule/n"],
      [{ approvalRule: { needs: "n_of", n: 2, of: [{ user: ada.id }] } }, "/approvalRule/n"],
      [{ approvalRule: { needs: "any_of", of: [{ user: gate.people.viewer.id }] } }, "/approvalRule/of/0/user"],
      [{ approvalRule: { needs: "any_of", of: [{ user: ada.id }, { user: ada.id }] } }, "/approvalRule/of/1/user"],
      [{ approverRole: "admin" }, "/approvalRule"],
      [{ approverIds: [ada.id] }, "/approvalRule"],
    ];
    for (const [settings, path] of faulty) {
      const refused = await set({ ...settings, confirm: true });
      expect([settings, refused.ok || refused.refusal.errors?.[0]?.path]).toEqual([settings, path]);
    }
  });
});
