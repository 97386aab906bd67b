import { expect, test } from "vitest";
import { checkClock, checkNode } from "../../src/cli/doctor-checks.ts";

test.each([
  ["18.20.0", true],
  ["20.18.9", true],
  ["20.19.0", false],
  ["24.1.0", false],
])("Node %s is a fault: %s", (version, isFault) => {
  expect(checkNode(version).fix !== undefined).toBe(isFault);
});

const server = "Fri, 02 Jan 2026 03:04:05 GMT";

test.each([
  [0.5, "agrees"],
  [4, "agrees"],
  [30, "30 s ahead"],
  [-600, "600 s behind"],
])("a clock %d s off: %s", (seconds, words) => {
  expect(checkClock(server, Date.parse(server) + seconds * 1000).detail).toContain(words);
});

test("a server that tells no time is a fault, not a guess", () => {
  expect(checkClock(null, 0).fix).toBeDefined();
});
