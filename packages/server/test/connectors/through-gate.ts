import type { JsonObject } from "@countersign/protocol";
import { sql } from "kysely";
import type { EngineSettings } from "../../src/engine/deps.ts";
import type { Connector, OpenConnection } from "../../src/tools/connectors/connector.ts";
import type { Database } from "../../src/store/database.ts";
import { nameFaults } from "../../src/tools/connectors/name-faults.ts";
import { need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

/** The whole engine with the tools of one connection. */
export const openConnectorGate = <C, S>(
  connector: Connector<C, S>,
  open: OpenConnection<C, S>,
  database?: Database,
  settings: Partial<EngineSettings> = {},
): Promise<Gate> =>
  openGate("any", {
    ...(database && { database }),
    connectors: [{ name: connector.name, tools: connector.tools(open).map((tool) => nameFaults(connector.title, tool)) }],
    // Nobody looks at targets by themselves: such a request would meet the fault that is meant for another one.
    settings: { sweepSeconds: 0.05, targetLooksPerSecond: 0, ...settings },
  });

export async function approve(gate: Gate, id: string, userEdits?: JsonObject): Promise<void> {
  need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "inbox", ...(userEdits && { userEdits }) }));
}

/** Proposes and approves a call; returns the action once it has ended. */
export async function runApproved(gate: Gate, toolName: string, input: JsonObject) {
  const id = await propose(gate, toolName, input);
  await approve(gate, id);
  return untilEnded(gate, id);
}

export const untilEnded = (gate: Gate, id: string) => untilStatus(gate, id, "executed", "failed", "outcome_unknown");

/** Retries the action as a person; returns it once it has ended. */
export async function runAgain(gate: Gate, id: string) {
  need(await gate.engine.settlements.retry(gate.people.approver, id, "again"));
  return untilEnded(gate, id);
}

/** Expires the execution's lease, as if its process were dead: the next sweep recovers the action. */
export async function loseLease(gate: Gate, id: string): Promise<void> {
  await sql`update action set lease_until = now() - interval '1 second' where id = ${id} and status = 'executing'`.execute(
    gate.database.kysely,
  );
}
