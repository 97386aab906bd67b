import { expect, test } from "vitest";
import type { McpCall } from "../../src/mcp/call.ts";
import { holdCall } from "../../src/mcp/hold-call.ts";

/** Seconds for which the action of a call that arrived earlier is waited for. */
async function secondsHeld(arrivedSecondsAgo: number, waitSeconds: number): Promise<number> {
  let held = Number.NaN;
  const collect = async (_by: unknown, _id: string, seconds: number) => {
    held = seconds;
    return { ok: true };
  };
  const call = {
    context: {
      engine: { heldCalls: { collect } },
      closing: new AbortController().signal,
      leaving: () => new AbortController().signal,
    },
    answer: { open: () => {}, notify: () => {}, absent: new AbortController().signal },
    principal: {},
    params: {},
    arrivedAt: performance.now() - arrivedSecondsAgo * 1000,
  };
  await holdCall(call as unknown as McpCall, "a-1", waitSeconds, "end");
  return held;
}

test("a call is held from its arrival, however long it took to store it: clients count from there", async () => {
  expect(await secondsHeld(40, 45)).toBeLessThanOrEqual(5);
  expect(await secondsHeld(60, 45)).toBe(0);
  expect(await secondsHeld(0, 0)).toBe(0);
});
