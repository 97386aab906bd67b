import { expect, test } from "vitest";
import { isTimeZone, quietSeconds } from "../../src/features/notifications/quiet-hours.ts";

const BERLIN = "Europe/Berlin";
const night = { from: 22 * 60, until: 7 * 60, timeZone: BERLIN };
const endOf = (quiet: typeof night, at: string): string => {
  const now = new Date(at);
  return new Date(now.getTime() + quietSeconds(quiet, now) * 1000).toISOString();
};

test.each([
  ["an evening", "2026-11-25T21:30:00Z", "2026-11-26T06:00:00.000Z"],
  ["the small hours", "2026-11-25T03:10:20Z", "2026-11-25T06:00:00.000Z"],
  ["the last second", "2026-11-25T05:59:59Z", "2026-11-25T06:00:00.000Z"],
  ["the night in which the clocks go forward", "2026-03-28T23:00:00Z", "2026-03-29T05:00:00.000Z"],
  ["the night in which the clocks go back", "2026-10-24T22:00:00Z", "2026-10-25T06:00:00.000Z"],
  ["the hour that comes twice, the first time", "2026-10-25T00:30:00Z", "2026-10-25T06:00:00.000Z"],
  ["the hour that comes twice, the second time", "2026-10-25T01:30:00Z", "2026-10-25T06:00:00.000Z"],
])("quiet hours over midnight end at seven where the person is: %s", (_name, at, end) => {
  expect(endOf(night, at)).toBe(end);
});

test.each([
  ["noon", night, "2026-11-25T12:00:00Z"],
  ["the minute in which they end", night, "2026-11-25T06:00:00Z"],
  ["the minute before they begin", night, "2026-11-25T20:59:59Z"],
  ["none", null, "2026-11-25T23:00:00Z"],
  ["an empty span", { ...night, until: night.from }, "2026-11-25T23:00:00Z"],
])("outside of quiet hours nothing waits: %s", (_name, quiet, at) => {
  expect(quietSeconds(quiet, new Date(at))).toBe(0);
});

test("quiet hours that end within the hour that is skipped are looked at once a minute until the clocks change", () => {
  const quiet = { from: 22 * 60, until: 2 * 60 + 30, timeZone: BERLIN };
  expect(quietSeconds(quiet, new Date("2026-03-29T00:30:10Z"))).toBe(50);
  expect(quietSeconds(quiet, new Date("2026-03-29T01:00:00Z"))).toBe(0);
});

test("quiet hours at noon end the same day", () => {
  expect(endOf({ from: 12 * 60, until: 13 * 60, timeZone: "America/New_York" }, "2026-11-25T17:15:00Z")).toBe(
    "2026-11-25T18:00:00.000Z",
  );
});

test("only names of time zones are time zones", () => {
  expect([BERLIN, "UTC", "Mars/Base", ""].map(isTimeZone)).toEqual([true, true, false, false]);
});
