import { createHash } from "node:crypto";
import type { Action } from "@countersign/protocol";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Result } from "../../src/core/refusal.ts";
import { findAction } from "../../src/store/statements/read-actions.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";
import type { DatabaseKind } from "../support/database.ts";
import { FOLLOWS, type Effect, type ModelAction, type Status } from "./model-table.ts";

/** The gate under test. A run of the model works on one action at a time. */
export interface Real {
  gate: Gate;
  /** Definition hash of each effect's tool, as covered by the reviewer's digest. */
  toolHashes: Record<Effect, string>;
  /** Every status that any action has reached. */
  found: Set<Status>;
}

/** The model's current action. A new proposal replaces it. */
export interface Model {
  action: ModelAction;
}

export const EFFECTS: readonly Effect[] = ["idempotent", "reconcilable", "unsafe"];
export const toolOf = (effect: Effect): string => `model_${effect}`;

/** A gate whose actions are claimed by the test, so that each run of the model is reproducible. */
export async function openModelGate(kind: DatabaseKind): Promise<Real> {
  const gate = await openGate(kind, { started: false, settings: { leaseSeconds: 3600 } });
  const inputSchema = {
    type: "object",
    properties: { amount: { type: "integer", maximum: 1000 }, to: { type: "string" } },
    required: ["amount", "to"],
    additionalProperties: false,
  };
  const definitions = EFFECTS.map((effect) => ({
    name: toolOf(effect),
    description: "of the model",
    inputSchema,
    effect,
    protectedKeys: ["to"],
  }));
  const tools = need(await gate.engine.declaredTools.register(gate.worker, definitions));
  const toolHashes = Object.fromEntries(
    EFFECTS.map((effect, n) => [effect, tools[n]?.definitionHash ?? ""]),
  ) as Real["toolHashes"];
  return { gate, toolHashes, found: new Set() };
}

/** Proposes an action; returns its initial state in the model. */
export async function proposeFirst(real: Real, effect: Effect, amount = 1): Promise<ModelAction> {
  const id = await propose(real.gate, toolOf(effect), { amount, to: "a" });
  const start = {
    edited: false,
    lapsed: false,
    attempt: 0,
    attempts: [],
    claims: [],
    resolvedBy: null,
    errorCode: null,
    decisions: 0,
    lateReports: 0,
  };
  return { id, effect, status: "pending", version: 1, amount, ...start };
}

/** The specified digest: SHA-256 over canonical JSON, with sorted keys. */
export const digestOf = (real: Real, action: Pick<ModelAction, "effect" | "amount">): string =>
  createHash("sha256")
    .update(
      `{"definition":"${real.toolHashes[action.effect]}","input":{"amount":${action.amount},"to":"a"},` +
        `"snapshot":null,"target":null,"tool":"${toolOf(action.effect)}","workspace":"${real.gate.agent.workspaceId}"}`,
    )
    .digest("hex");

/** Records a transition in the model. Throws if the model does not allow it, which is a fault of the test. */
export function moveTo(action: ModelAction, status: Status, resolvedBy?: string): void {
  if (!FOLLOWS[action.status].includes(status)) throw new Error(`the model has no way from ${action.status} to ${status}`);
  action.status = status;
  action.version += 1;
  if (resolvedBy !== undefined) action.resolvedBy = resolvedBy;
}

/** Marks an action as expired in the model if it is pending and its lifetime is over. Returns whether it did. */
export function lapse(action: ModelAction): boolean {
  if (action.status !== "pending" || !action.lapsed) return false;
  moveTo(action, "expired", "system");
  return true;
}

/** Expects the engine's answer to equal the model's, and a refusal to show the action's current status and version. */
export function expectAnswer(answer: Result<unknown>, code: string, action: ModelAction): void {
  expect(codeOf(answer)).toBe(code);
  if (answer.ok || code !== "INVALID_STATE") return;
  const current = answer.refusal.current as Action;
  expect({ status: current.status, version: current.version }).toEqual({ status: action.status, version: action.version });
  if (action.resolvedBy !== null && answer.refusal.resolvedBy !== undefined)
    expect(answer.refusal.resolvedBy?.id).toBe(action.resolvedBy);
}

/** Expects the stored row to equal the model. */
export async function expectRow(real: Real, action: ModelAction): Promise<void> {
  const { database, agent } = real.gate;
  const row = await findAction(database.kysely, agent.workspaceId, action.id);
  if (!row) throw new Error("the action is gone");
  real.found.add(row.status);
  const late = await sql<{ count: number }>`select count(*) as count from audit_event
    where workspace_id = ${agent.workspaceId} and action_id = ${action.id} and kind = 'action.late_report'`.execute(
    database.kysely,
  );
  const stored = {
    status: row.status,
    version: row.version,
    attempt: row.attempt,
    executions: row.attempts.map(({ outcome }) => outcome),
    claim: row.claimId,
    digest: row.digest,
    input: row.effectiveInput,
    edited: row.userEdits !== null,
    resolvedBy: row.resolvedBy,
    errorCode: row.error === null ? null : (JSON.parse(row.error) as { code: string }).code,
    decisions: row.decisions.length,
    lateReports: late.rows[0]?.count,
  };
  expect(stored).toEqual({
    status: action.status,
    version: action.version,
    attempt: action.attempt,
    executions: action.attempts,
    claim: action.status === "executing" ? (action.claims.at(-1)?.split(":")[1] ?? "") : null,
    digest: digestOf(real, action),
    input: `{"amount":${action.amount},"to":"a"}`,
    edited: action.edited,
    resolvedBy: action.resolvedBy,
    errorCode: action.errorCode,
    decisions: action.decisions,
    lateReports: action.lateReports,
  });
}
