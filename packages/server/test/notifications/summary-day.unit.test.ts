import { expect, test } from "vitest";
import { lastSummaryDay } from "../../src/features/notifications/summary-day.ts";

const NINE = 9 * 60;
const HALF_PAST_TWO = 2 * 60 + 30;

test.each([
  ["before its time, it is yesterday's", NINE, "Europe/Berlin", "2026-11-27T07:59:59Z", "2026-11-26"],
  ["in its minute, it is today's", NINE, "Europe/Berlin", "2026-11-27T08:00:00Z", "2026-11-27"],
  ["late in the day, too", NINE, "Europe/Berlin", "2026-11-27T22:59:59Z", "2026-11-27"],
  ["after midnight, the day is another one where the person is", NINE, "Europe/Berlin", "2026-11-26T23:30:00Z", "2026-11-26"],
  ["on the other side of the date line", NINE, "Pacific/Auckland", "2026-11-26T20:00:00Z", "2026-11-27"],
  ["west of it", NINE, "America/Los_Angeles", "2026-11-27T16:59:00Z", "2026-11-26"],
  ["on the first of a month", NINE, "UTC", "2026-12-01T08:00:00Z", "2026-11-30"],
  ["on New Year's Day", NINE, "UTC", "2027-01-01T00:00:00Z", "2026-12-31"],
  ["at midnight", 0, "UTC", "2026-11-27T00:00:00Z", "2026-11-27"],
  ["before the hour that is skipped", HALF_PAST_TWO, "Europe/Berlin", "2026-03-29T00:59:00Z", "2026-03-28"],
  ["after the hour that is skipped", HALF_PAST_TWO, "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29"],
  ["in the hour that comes twice, the first time", HALF_PAST_TWO, "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25"],
  ["without a time zone", NINE, null, "2026-11-27T09:00:00Z", "2026-11-27"],
  ["in one that the runtime does not know", NINE, "Mars/Base", "2026-11-27T09:00:00Z", "2026-11-27"],
])("the day of the last summary: %s", (_name, dailyAt, timeZone, at, day) => {
  expect(lastSummaryDay({ dailyAt, timeZone }, new Date(at))).toBe(day);
});

test("a day whose summary is planned does not come again before the next one", () => {
  const zone = { dailyAt: HALF_PAST_TWO, timeZone: "Europe/Berlin" };
  const minutes = Array.from({ length: 3 * 1440 }, (_, n) => new Date(Date.parse("2026-10-24T00:00:00Z") + n * 60_000));
  const planned: string[] = [];
  for (const at of minutes) {
    const day = lastSummaryDay(zone, at);
    if (day > (planned.at(-1) ?? "")) planned.push(day);
  }
  expect(planned).toEqual(["2026-10-23", "2026-10-24", "2026-10-25", "2026-10-26"]);
});
