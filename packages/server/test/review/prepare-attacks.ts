import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import type { ToolDefinition } from "@countersign/protocol";
import type { Database } from "../../src/store/database.ts";
import { openTestDatabase, type DatabaseKind } from "../support/database.ts";
import { need, openGate, type Gate } from "../support/gate.ts";

export const defineTool = (name: string, description = "a worker's tool"): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: "object" },
});

/** One database for all attacks of a file, and a gate for each attack. */
export function prepareAttacks(kind: DatabaseKind) {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  async function withGate(options: Parameters<typeof openGate>[1], attack: (gate: Gate) => Promise<void>): Promise<void> {
    const gate = await openGate(kind, { ...options, database });
    try {
      await attack(gate);
    } finally {
      await gate.close();
    }
  }
  const payAndApprove = async (gate: Gate, toolName = "pay"): Promise<string> => {
    const { pendingActionId } = need(await gate.engine.proposals.propose(gate.agent, { toolName, toolInput: { amount: 1 } }));
    need(await gate.engine.decisions.approve(gate.people.admin, pendingActionId!, { channel: "api" }));
    return pendingActionId!;
  };
  const statusOf = async (gate: Gate, id: string) => need(await gate.engine.actions.get(gate.people.admin, id)).status;
  async function untilStatus(gate: Gate, id: string, ...wanted: string[]): Promise<string> {
    for (;;) {
      const status = await statusOf(gate, id);
      if (wanted.includes(status)) return status;
      await sleep(20);
    }
  }
  return { withGate, payAndApprove, statusOf, untilStatus };
}
