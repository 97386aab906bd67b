import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Schema } from "../../src/store/schema.ts";
import { lockAuditHead } from "../../src/store/statements/audit-events.ts";
import { insertActions } from "../../src/store/statements/insert-actions.ts";
import { need, openGate, propose, type Gate } from "../support/gate.ts";
import { untilBlocked } from "../support/until-blocked.ts";
import { paymentOf, readPaymentHash } from "./payment.ts";

/** Tests that statements which lock several rows lock them in the common order: in another, two could wait for each other. */
let gate: Gate;
beforeEach(async () => {
  gate = await openGate("pg", { started: false });
});
afterEach(() => gate.close());

/** Runs `work` in a transaction that may hold its locks for as long as the test needs. */
const holding = (work: (trx: Transaction<Schema>) => Promise<void>): Promise<void> =>
  gate.database.kysely.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await work(trx);
  });

/** Fails if another transaction has locked the workspace's audit head. */
const expectFreeHead = (trx: Transaction<Schema>, workspaceId: string) =>
  sql`select from audit_head where workspace_id = ${workspaceId} for update nowait`.execute(trx);

test("calls of several workspaces that are stored together lock the audit heads in the order of the workspaces", async () => {
  const { database } = gate;
  const second = await openGate("pg", { started: false, database });
  const [low, high] = gate.agent.workspaceId < second.agent.workspaceId ? [gate, second] : [second, gate];
  const toolHash = await readPaymentHash(gate);
  const payment = (one: Gate, more: object = {}) => paymentOf(one, toolHash, { id: randomUUID(), ...more });
  const answered = payment(high);
  await insertActions(database.kysely, [answered]);
  const calls = [payment(low), payment(high, { supersedes: answered.action.id })];
  let storing: Promise<unknown> | undefined;
  await holding(async (trx) => {
    await lockAuditHead(trx, low.agent.workspaceId);
    storing = insertActions(database.kysely, calls);
    await untilBlocked(database.urgent);
    await expectFreeHead(trx, high.agent.workspaceId);
  });
  expect(await storing).toHaveLength(2);
  await second.close();
});

test("a rebase locks the person who has the action before the audit head, as the removal of a member does", async () => {
  const { approver } = gate.people;
  const id = await propose(gate, "set_value", { value: "mine" });
  need(await gate.engine.assignments.assign(approver, id, { personId: approver.id, seen: null }));
  gate.target.value = "theirs";
  let moving: Promise<unknown> | undefined;
  await holding(async (trx) => {
    await sql`select from member where user_id = ${approver.id} for update`.execute(trx);
    moving = gate.engine.targets.rebase(approver, id, { channel: "inbox" }).then(need);
    await untilBlocked(gate.database.urgent);
    await expectFreeHead(trx, approver.workspaceId);
  });
  await moving;
});
