import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

let gate: Gate;
beforeAll(async () => (gate = await openGate("any", { noSticks: true })), 120_000);
afterAll(() => gate.close());

test("decisions are counted by where they were made, ends by what they are now, and a refused repeat is seen", async () => {
  const { engine, people, agent } = gate;
  const approved = await propose(gate, "pay", { amount: 1 });
  need(await engine.decisions.approve(people.approver, approved, { channel: "inbox" }));
  await untilStatus(gate, approved, "executed");
  const failing = await propose(gate, "fail", { amount: 1 });
  need(await engine.decisions.approve(people.approver, failing, { channel: "chat" }));
  await untilStatus(gate, failing, "failed");
  const declined = await propose(gate, "pay", { amount: 2 });
  need(await engine.decisions.reject(people.approver, declined, { channel: "chat", comment: "not this one" }));
  need(await engine.proposals.propose(agent, { toolName: "pay", toolInput: { amount: 2 } }));
  need(await engine.emergency.stop(people.approver, "a drill"));
  need(await engine.emergency.lift(people.admin, "it was one"));

  const safety = need(await engine.reports.safety(people.viewer, 7));
  expect(safety.doors).toEqual([
    { channel: "chat", approved: 1, rejected: 1, refined: 0 },
    { channel: "inbox", approved: 1, rejected: 0, refined: 0 },
  ]);
  expect(safety.outcomes.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
    { status: "executed", count: 1 },
    { status: "failed", count: 1 },
    { status: "rejected", count: 1 },
  ]);
  expect(safety.failures).toEqual([{ code: "handler", count: 1 }]);
  expect(safety.declined).toMatchObject([
    { pendingActionId: declined, toolName: "pay", reason: "not this one", channel: "chat" },
  ]);
  expect(safety.refusedRepeats).toBe(1);
  expect(safety.stops).toMatchObject([
    { kind: "lifted", words: "it was one", by: { name: "admin" } },
    { kind: "stopped", words: "a drill", by: { name: "approver" } },
  ]);
});

test("G9 another workspace sees none of it, agents and workers nothing, and a span has to be one", async () => {
  const other = await openGate("any", { database: gate.database, started: false });
  const theirs = need(await other.engine.reports.safety(other.people.admin, 30));
  expect(theirs).toMatchObject({ doors: [], outcomes: [], failures: [], declined: [], refusedRepeats: 0, stops: [] });
  await other.engine.stop(1);
  for (const machine of [gate.agent, gate.worker])
    expect(codeOf(await gate.engine.reports.safety(machine, 30))).toBe("FORBIDDEN");
  for (const days of [0, 367, 1.5])
    expect(codeOf(await gate.engine.reports.safety(gate.people.viewer, days))).toBe("INVALID_INPUT");
});
