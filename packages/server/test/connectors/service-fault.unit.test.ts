import { expect, test } from "vitest";
import { OutcomeUnknown, ToolFailure } from "../../src/ports/tool.ts";
import { faultOfStatus, toToolError } from "../../src/tools/connectors/service-fault.ts";

const told = (status: number, headers: Record<string, string>) =>
  toToolError("GitHub", faultOfStatus(status, new Headers(headers)));

test("G13 a service that limits calls did nothing, and when to try again is told", () => {
  const refused = told(429, { "retry-after": "1" });
  expect(refused).toBeInstanceOf(ToolFailure);
  expect(refused.message).toBe("GitHub is limiting requests; try again in 1 second. Nothing was done. Details: (HTTP 429)");
  expect(told(429, {}).message).toContain("is limiting requests. Nothing was done.");
});

test("G13 where it may have done it before it broke off, nobody is told that nothing was done", () => {
  const broke = told(503, { "retry-after": "20" });
  expect(broke).toBeInstanceOf(OutcomeUnknown);
  expect(broke.message).toContain("try again in 20 seconds");
  expect(broke.message).not.toContain("Nothing was done");
});
