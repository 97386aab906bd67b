import { expect, test } from "vitest";
import { createRequestLimits } from "../../src/http/request-limits.ts";

const agent = (id: string) => ({ kind: "agent" as const, workspaceId: "w", id });
const EMPTY = { length: null, encoding: undefined };

test("G30 a credential may send ten seconds' worth at once, then its rate, and is told how long to wait", () => {
  let now = 0;
  const limits = createRequestLimits(5, () => now);
  for (let n = 0; n < 50; n += 1) expect(limits.refuse(agent("a"), EMPTY)).toBeUndefined();
  expect(limits.refuse(agent("a"), EMPTY)).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 1 });
  expect(limits.refuse(agent("b"), EMPTY)).toBeUndefined();
  now = 1000;
  const later = Array.from({ length: 6 }, () => limits.refuse(agent("a"), EMPTY) === undefined);
  expect(later).toEqual([true, true, true, true, true, false]);
  now = 3_600_000;
  for (let n = 0; n < 50; n += 1) expect(limits.refuse(agent("a"), EMPTY)).toBeUndefined();
  expect(limits.refuse(agent("a"), EMPTY)).toBeDefined();
});

test("G30 a large body counts as many requests, and one of unknown length as the largest", () => {
  let now = 0;
  const limits = createRequestLimits(4, () => now);
  const took = (headers: { length: string | null; encoding?: string }): number => {
    now += 1_000_000;
    limits.refuse(agent("a"), { encoding: undefined, ...headers });
    let left = 0;
    while (!limits.refuse(agent("a"), EMPTY)) left += 1;
    return 40 - left;
  };
  expect([took({ length: "10" }), took({ length: "65536" }), took({ length: "1048576" })]).toEqual([1, 2, 17]);
  expect([took({ length: null, encoding: "chunked" }), took({ length: "nonsense" })]).toEqual([17, 1]);
  // A request that costs more than the whole bucket is admitted if the bucket is full.
  expect(took({ length: String(10_000_000) })).toBe(40);
});

test("workers, which run what was approved, are not counted", () => {
  const limits = createRequestLimits(1, () => 0);
  const worker = { kind: "worker" as const, workspaceId: "w", id: "k" };
  for (let n = 0; n < 100; n += 1) expect(limits.refuse(worker, EMPTY)).toBeUndefined();
});
