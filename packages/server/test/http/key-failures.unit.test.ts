import { expect, test } from "vitest";
import { createKeyFailures, MAX_KEY_FAILURES } from "../../src/http/key-failures.ts";

const times = (n: number, fail: (n: number) => unknown): unknown[] => Array.from({ length: n }, (_, place) => fail(place));
const isRefused = (answer: unknown): boolean => answer !== undefined;

test("G30 requests with keys that do not hold are limited for an address, an IPv6 network counts as one", () => {
  let now = 0;
  const failures = createKeyFailures(() => now);
  const host = (n: number) => failures.count(`2001:db8:0:1::${n.toString(16)}`);
  expect(times(MAX_KEY_FAILURES, host).some(isRefused)).toBe(false);
  now = 20_000;
  expect(host(1)).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 40 });
  expect(failures.count("2001:db8:0:2::1")).toBeUndefined();
  expect(failures.count("198.51.100.7")).toBeUndefined();
  now = 60_000;
  expect(host(1)).toBeUndefined();
});

test("G30 counts of more networks than are kept are forgotten, the oldest first", () => {
  const failures = createKeyFailures(() => 0);
  const address = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  times(MAX_KEY_FAILURES, () => failures.count(address(0)));
  times(10_000, (n) => failures.count(address(n + 1)));
  // The oldest count is forgotten, the latest is kept.
  expect(failures.count(address(0))).toBeUndefined();
  expect(times(MAX_KEY_FAILURES, () => failures.count(address(10_000))).filter(isRefused)).toHaveLength(1);
});

test("a request whose address is not known is not counted", () => {
  const failures = createKeyFailures(() => 0);
  expect(times(MAX_KEY_FAILURES + 5, () => failures.count(undefined)).some(isRefused)).toBe(false);
});
