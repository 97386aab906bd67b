import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { batchStatements, type BatchedStatements } from "../../src/engine/batched-statements.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { claimApproved } from "../support/claim.ts";
import type { Proposal } from "../../src/store/statements/insert-actions.ts";
import type { Transition } from "../../src/store/statements/transition-action.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { openTestDatabase } from "../support/database.ts";
import { need, openGate, type Gate } from "../support/gate.ts";
import { digestOfPayment, paymentOf, readPaymentHash } from "./payment.ts";

const kind = inject("database");

/** Tests batched statements for calls of two workspaces whose actions have the same ids. */
describe(`calls that share a statement on ${kind}`, () => {
  let first: Gate;
  let second: Gate;
  let batched: BatchedStatements;
  let toolHash: string;
  beforeAll(async () => {
    const database = await openTestDatabase(kind);
    first = await openGate(kind, { database, started: false });
    second = await openGate(kind, { database, started: false });
    batched = batchStatements(database.kysely);
    toolHash = await readPaymentHash(first);
    // Both approvers are members of both workspaces, so that no right distinguishes the calls.
    const inBoth = [first, second].map(({ agent }, n) => ({
      workspaceId: agent.workspaceId,
      userId: [second, first][n]!.people.approver.id,
      role: "approver" as const,
    }));
    await database.kysely.insertInto("member").values(inBoth).execute();
  });
  afterAll(async () => {
    await first.close();
    await second.close();
    await first.database.close();
  });

  const digestOf = (gate: Gate): string => digestOfPayment(gate, toolHash);
  const proposal = (gate: Gate, id: string, more: Partial<Proposal["action"]> = {}): Proposal =>
    paymentOf(gate, toolHash, { id, ...more });
  const move = (gate: Gate, id: string, verdict: "approve" | "reject"): Transition => ({
    workspaceId: gate.agent.workspaceId,
    id,
    from: ["pending"],
    to: verdict === "approve" ? "approved" : "rejected",
    seenVersion: 1,
    by: gate.people.approver,
    event: verdict === "approve" ? "action.approved" : "action.rejected",
    digest: digestOf(gate),
    decision: { id: randomUUID(), verdict, comment: null, channel: "api" },
  });
  const twins = async (): Promise<string> => {
    const id = randomUUID();
    await Promise.all([batched.insert(proposal(first, id)), batched.insert(proposal(second, id))]);
    return id;
  };
  const read = async (gate: Gate, id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));

  test("G9 each call reads and decides its own workspace's action", async () => {
    const id = await twins();
    const workspaceIds = [first, second].map(({ agent }) => agent.workspaceId);
    const found = await Promise.all(workspaceIds.map((workspaceId) => batched.find({ workspaceId, id })));
    expect(found.map((row) => row?.workspaceId)).toEqual(workspaceIds);
    const moved = await Promise.all([
      batched.transition(move(first, id, "approve")),
      batched.transition(move(second, id, "reject")),
    ]);
    expect(moved.map((row) => [row?.workspaceId, row?.status])).toEqual([
      [workspaceIds[0], "approved"],
      [workspaceIds[1], "rejected"],
    ]);
    expect((await read(first, id)).decisions).toMatchObject([{ verdict: "approve", by: { id: first.people.approver.id } }]);
    expect((await read(second, id)).decisions).toMatchObject([{ verdict: "reject", by: { id: second.people.approver.id } }]);
  });

  test("G9 an id of another workspace is nothing, also beside a call that may reach it", async () => {
    const id = randomUUID();
    await batched.insert(proposal(first, id));
    const workspaceId = second.agent.workspaceId;
    expect(
      await Promise.all([
        batched.find({ workspaceId, id }),
        batched.transition(move(second, id, "approve")),
        batched.transition({ ...move(second, id, "approve"), by: first.people.approver }),
      ]),
    ).toEqual([undefined, undefined, undefined]);
    const [other, own] = await Promise.all([
      batched.transition(move(second, id, "reject")),
      batched.transition(move(first, id, "approve")),
    ]);
    expect(other).toBeUndefined();
    expect(own?.status).toBe("approved");
  });

  test("G9 an ending is recorded on its own workspace's action", async () => {
    const id = await twins();
    await Promise.all([first, second].map((gate) => batched.transition(move(gate, id, "approve"))));
    const asked = { source: "server", limit: 100, leaseSeconds: 60, by: SYSTEM };
    const claims = (await claimApproved(first.database.kysely, asked)).filter((row) => row.id === id);
    const claimOf = (gate: Gate): string => claims.find((row) => row.workspaceId === gate.agent.workspaceId)!.claimId!;
    const end = (gate: Gate, claimId: string, result: string) =>
      batched.finish({
        claim: { workspaceId: gate.agent.workspaceId, actionId: id, claimId },
        by: SYSTEM,
        ending: { outcome: "executed", result },
      });
    // The other workspace's fencing token records nothing, even in a shared statement.
    expect(await Promise.all([end(first, claimOf(second), "0"), end(second, claimOf(first), "0")])).toEqual([
      undefined,
      undefined,
    ]);
    await Promise.all([end(first, claimOf(first), "1"), end(second, claimOf(second), "2")]);
    expect([(await read(first, id)).result, (await read(second, id)).result]).toEqual([1, 2]);
  });

  test("G9 what is known of a tool, a key or a call comes from the caller's own workspace", async () => {
    const id = randomUUID();
    await batched.insert(proposal(first, id, { idempotencyKey: "same key" }));
    const asked = { toolName: "pay", idempotencyKey: "same key", supersedes: null };
    const [own, other, stranger] = await Promise.all(
      [
        [first, first.agent.id],
        [second, second.agent.id],
        [second, first.agent.id],
      ].map(([gate, proposedBy]) =>
        batched.findContext({
          ...asked,
          workspaceId: (gate as Gate).agent.workspaceId,
          proposedBy: proposedBy as string,
        }),
      ),
    );
    expect([own, other, stranger].map((context) => [context!.existingId, context!.tool?.allowed])).toEqual([
      [id, true],
      [null, true],
      [null, false],
    ]);
  });

  test("G9 calls of one agent to one tool share what is read of both, and no other call uses it", async () => {
    const calls = [
      [first, "pay"],
      [second, "pay"],
      [first, "set_value"],
      [first, "no such tool"],
      [first, "pay"],
      [second, "no such tool"],
    ] as const;
    const contexts = await Promise.all(
      calls.map(([{ agent }, toolName], n) =>
        batched.findContext({
          workspaceId: agent.workspaceId,
          proposedBy: agent.id,
          toolName,
          idempotencyKey: `key ${n}`,
          supersedes: null,
        }),
      ),
    );
    const tools = contexts.map(({ tool }) => tool);
    expect(tools.map((tool) => tool?.name)).toEqual(["pay", "pay", "set_value", undefined, "pay", undefined]);
    expect(tools.map((tool) => tools.indexOf(tool))).toEqual([0, 1, 2, 3, 0, 3]);
  });

  test("a call whose data cannot be stored fails alone, and both logs hold", async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    await batched.insert(proposal(first, ids[0]!));
    const lost = { ...proposal(first, randomUUID()), workspaceId: "ws_without_a_head" };
    const ends = await Promise.allSettled([
      batched.insert(proposal(second, ids[1]!)),
      batched.insert(proposal(first, ids[0]!)),
      batched.insert(lost),
      batched.insert(proposal(first, ids[2]!)),
    ]);
    expect(ends.map((end) => end.status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect([(await read(second, ids[1]!)).status, (await read(first, ids[2]!)).status]).toEqual(["pending", "pending"]);
    for (const gate of [first, second]) {
      expect(await verifyAudit(gate.database, gate.agent.workspaceId)).toMatchObject([{ faults: [] }]);
    }
  });

  test("an action names what it replaces in its own workspace only", async () => {
    const replaced = await twins();
    const [id, other] = [randomUUID(), randomUUID()];
    await Promise.all([batched.insert(proposal(first, id, { supersedes: replaced })), batched.insert(proposal(second, other))]);
    expect([(await read(first, replaced)).supersededBy, (await read(second, replaced)).supersededBy]).toEqual([id, null]);
  });
});
