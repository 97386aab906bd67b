import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { approvedBy } from "../../src/core/authorize.ts";
import { claimApproved } from "../support/claim.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { makeElements } from "../support/elements.ts";
import { need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests which caller and approvers server tools are given, so that they can check rights of their own. */
describe(`who asks on ${kind}`, () => {
  const elements = makeElements();
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { connectors: [elements.connector], started: false });
  });
  afterAll(async () => gate.close());
  beforeEach(() => {
    elements.ran.length = 0;
    elements.looked.length = 0;
    elements.fields.set("a", { price: 1, name: "a" });
  });

  let price = 1;
  const input = () => ({ id: "a", fields: { price: (price += 1) } });
  const approve = (id: string, by = gate.people.approver, more = {}) =>
    gate.engine.decisions.approve(by, id, { channel: "api", ...more }).then(need);
  const set = (settings: object) =>
    gate.engine.tools.change(gate.people.admin, "propose_update", { confirm: true, ...settings }).then(need);
  const run = async (id: string) => {
    gate.engine.start();
    await untilStatus(gate, id, "executed");
    await gate.engine.stop();
    return elements.ran.at(-1)!.context;
  };

  test("G8 every look is in the name of the agent that proposed, whoever makes it", async () => {
    const by = { kind: "agent", id: gate.agent.id };
    const id = await propose(gate, "propose_update", input());
    need(await gate.engine.decisions.previewEdits(gate.people.approver, id, { fields: { price: 3 } }));
    need(await gate.engine.targets.read(gate.people.viewer, id));
    await gate.engine.watchTargets();
    elements.fields.set("a", { price: 1, name: "other" });
    need(await gate.engine.targets.rebase(gate.people.approver, id, { channel: "api" }));
    const scopes = elements.looked.map(({ scope }) => scope);
    expect(new Set(elements.looked.map((one) => one.by))).toEqual(new Set(["describe", "readTarget"]));
    expect(scopes.length).toBeGreaterThan(5);
    for (const scope of scopes) expect(scope).toEqual({ workspaceId: gate.agent.workspaceId, by });
  });

  test("a tool that only reads is told who reads, and one that is tried, who tries", async () => {
    need(await gate.engine.proposals.propose(gate.agent, { toolName: "read_element", toolInput: {} }));
    expect(elements.looked.at(-1)).toMatchObject({ by: "read", scope: { by: { kind: "agent", id: gate.agent.id } } });
    const { admin } = gate.people;
    need(await gate.engine.tools.tryOut(admin, "propose_update", { toolInput: input(), run: false }));
    expect(elements.looked.at(-1)?.scope.by).toEqual({ kind: "user", id: admin.id });
    need(await gate.engine.tools.tryOut(admin, "propose_update", { toolInput: input(), agentId: gate.agent.id, run: false }));
    expect(elements.looked.at(-1)?.scope.by).toEqual({ kind: "agent", id: gate.agent.id });
  });

  test("G8 an execution knows its proposer and whose approval it rests on", async () => {
    const id = await propose(gate, "propose_update", input());
    await approve(id);
    const context = await run(id);
    expect(context).toMatchObject({
      proposedBy: { kind: "agent", id: gate.agent.id },
      approvedBy: [gate.people.approver.id],
    });
    const edited = await propose(gate, "propose_update", input());
    await approve(edited, gate.people.other, { userEdits: { fields: { price: 77 } } });
    expect((await run(edited)).approvedBy).toEqual([gate.people.other.id]);
  });

  test("G1 where nobody was asked, it rests on nobody's", async () => {
    const id = await propose(gate, "update", input());
    expect(await run(id)).toMatchObject({ approvedBy: [], proposedBy: { id: gate.agent.id } });
  });

  test("G18 of several approvals each is told, of a stand-in the one they stand in for", async () => {
    const { admin, approver, other } = gate.people;
    await set({ approvalRule: { needs: "n_of", n: 2, of: [{ role: "approver" }] } });
    const id = await propose(gate, "propose_update", input());
    await approve(id, admin);
    await approve(id, other);
    expect((await run(id)).approvedBy).toEqual([admin.id, other.id].sort());

    await set({ approvalRule: null, approverIds: [approver.id] });
    const to = new Date(Date.now() + 3_600_000).toISOString();
    need(await gate.engine.delegations.create(approver, { delegateId: other.id, to, confirm: true }));
    const second = await propose(gate, "propose_update", input());
    await approve(second, other);
    expect((await run(second)).approvedBy).toEqual([approver.id]);
    await gate.database.kysely.deleteFrom("delegation").execute();
    await set({ approverIds: [] });
  });

  test("G7 an answer at the agent's client is no person's", async () => {
    const { kysely } = gate.database;
    await kysely.updateTable("apiKey").set({ inClient: true }).where("id", "=", gate.agent.id).execute();
    const id = await propose(gate, "propose_update", input());
    const { digest } = need(await gate.engine.actions.get(gate.people.viewer, id));
    need(await gate.engine.decisions.answerInClient(gate.agent, id, "approve", { digest }));
    expect((await run(id)).approvedBy).toEqual([`client:${gate.agent.id}`]);
  });

  test("G5 a look-up after a lost attempt knows it, too", async () => {
    const id = await propose(gate, "propose_update", input());
    await approve(id);
    const { kysely } = gate.database;
    const [claimed] = await claimApproved(kysely, { source: "server", limit: 1, leaseSeconds: 60, by: SYSTEM });
    expect(claimed).toMatchObject({ id });
    expect(approvedBy(claimed!)).toEqual([gate.people.approver.id]);
    await sql`update action set lease_until = now() - interval '1 second' where id = ${id}`.execute(kysely);
    await gate.engine.sweep();
    gate.engine.start();
    await untilStatus(gate, id, "outcome_unknown");
    await gate.engine.stop();
    // A running engine also reads the targets of other pending actions, so only the look-up is compared.
    const [lookup] = elements.looked.filter(({ by }) => by === "lookup");
    expect(lookup?.scope.by).toEqual({ kind: "agent", id: gate.agent.id });
  });
});
