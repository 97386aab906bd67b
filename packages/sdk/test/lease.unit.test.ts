import type { Claim } from "@countersign/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LeaseLost } from "../src/index.ts";
import { keepLease } from "../src/lease.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const claim = { leaseSeconds: 30, timeoutSeconds: 600 } as Claim;
const away = new Error("no connection");

/** A lease whose heartbeats have these answers, in this order, and how long each was sent after the claim. */
function keep(answers: readonly (Error | { leaseSeconds: number })[]) {
  const claimedAt = performance.now();
  const sentAt: number[] = [];
  const told: unknown[] = [];
  const left = [...answers];
  const heartbeat = async () => {
    sentAt.push(performance.now() - claimedAt);
    const answer = left.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? away;
    return answer;
  };
  const lease = keepLease(claim, heartbeat, (error) => told.push(error));
  return { lease, sentAt, told, endsAfter: () => lease.stop() - claimedAt };
}

test("two lost beats do not lose the lease: the third extends it", async () => {
  const { lease, sentAt, told, endsAfter } = keep([away, away, { leaseSeconds: 60 }]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sentAt).toEqual([10_000, 20_000, 30_000]);
  expect(told).toEqual([away, away]);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(sentAt).toHaveLength(3);
  expect(lease.signal.aborted).toBe(false);
  expect(endsAfter()).toBe(90_000);
});

test("a lease that no beat extends is lost at its end, and no further beat is sent", async () => {
  const { lease, sentAt, told } = keep([]);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(lease.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(lease.signal.reason).toBeInstanceOf(LeaseLost);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sentAt).toHaveLength(3);
  expect(told).toEqual([away, away, away]);
});
