import type { Counts, DecisionItem } from "@countersign/protocol";
import { expect, test } from "vitest";
import { chunkDecisions } from "../src/api/chunk-decisions.ts";
import { matchingCount } from "../src/features/queue/matching-count.ts";

const item = (n: number, feedback?: string): DecisionItem => ({
  pendingActionId: `action-${n}`,
  verdict: feedback === undefined ? "approve" : "refine",
  ...(feedback === undefined ? {} : { feedback }),
});
const items = (amount: number, feedback?: string) => Array.from({ length: amount }, (_item, n) => item(n, feedback));

test("decisions are split by number, in their order, and none is lost or repeated", () => {
  const chunks = chunkDecisions(items(250));
  expect(chunks.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(chunks.flat()).toEqual(items(250));
  expect(chunkDecisions([])).toEqual([]);
});

test("decisions are split by the size of the request, which a long feedback repeats in each", () => {
  const many = items(120, "ü".repeat(10_000));
  const chunks = chunkDecisions(many);
  expect(chunks.flat()).toEqual(many);
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) {
    expect(new TextEncoder().encode(JSON.stringify({ items: chunk })).length).toBeLessThan(1_048_576);
  }
});

test("a decision too large for any request has one of its own", () => {
  expect(chunkDecisions([item(1), item(2, "x".repeat(2_000_000)), item(3)]).map(({ length }) => length)).toEqual([1, 1, 1]);
});

const at = "2026-01-01T00:00:00.000Z";
const counts: Counts = {
  byStatus: { pending: 222, executed: 7 },
  byTool: [{ toolName: "send_letter", pending: 200, oldestAt: at }],
  byRisk: [{ risk: 3, pending: 120, oldestAt: at }],
  byAgent: [{ id: "agent-1", name: "First agent", pending: 90, oldestAt: at }],
  oldestPendingAt: at,
};

test("the number of matching actions is known only where the counts have it", () => {
  const status = ["pending"] as const;
  expect(matchingCount({ status, sort: "urgent" }, counts)).toBe(222);
  expect(matchingCount({ status, toolName: "send_letter" }, counts)).toBe(200);
  expect(matchingCount({ status, risk: "3" }, counts)).toBe(120);
  expect(matchingCount({ status, proposedBy: "agent-1" }, counts)).toBe(90);
  expect(matchingCount({ status, toolName: "other" }, counts)).toBe(null);
  expect(matchingCount({ status, toolName: "send_letter", risk: "3" }, counts)).toBe(null);
  expect(matchingCount({ status, q: "letter" }, counts)).toBe(null);
  expect(matchingCount({ status: ["pending", "failed"] }, counts)).toBe(null);
  expect(matchingCount({}, counts)).toBe(null);
  expect(matchingCount({ status }, undefined)).toBe(null);
});
