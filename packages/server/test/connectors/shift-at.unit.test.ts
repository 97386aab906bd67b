import { describe, expect, test } from "vitest";
import { fc } from "../../../../test/support/property.ts";
import { shiftAt } from "../../src/tools/connectors/rota/shift-at.ts";

const zurich = { timeZone: "Europe/Zurich", start: "2026-01-05T09:00", shiftHours: 24 };

describe("shifts of a rota", () => {
  test("begin at the start, not before", () => {
    expect(shiftAt(zurich, new Date("2026-01-05T07:59:59.999Z"))).toBeNull();
    expect(shiftAt(zurich, new Date("2026-01-05T08:00:00Z"))).toBe(0);
    expect(shiftAt(zurich, new Date("2026-01-06T07:59:59Z"))).toBe(0);
    expect(shiftAt(zurich, new Date("2026-01-06T08:00:00Z"))).toBe(1);
    expect(shiftAt({ ...zurich, shiftHours: 168 }, new Date("2026-01-12T08:00:00Z"))).toBe(1);
  });

  test.each([
    // Summer time in Zurich from 29 March to 25 October 2026: the handover stays at nine.
    ["after the clocks went forward", { ...zurich, start: "2026-03-28T09:00" }, "2026-03-29T06:59:59Z", "2026-03-29T07:00:00Z"],
    ["after the clocks went back", { ...zurich, start: "2026-10-24T09:00" }, "2026-10-25T07:59:59Z", "2026-10-25T08:00:00Z"],
    ["at a time that is skipped", { ...zurich, start: "2026-03-28T02:30" }, "2026-03-29T01:29:59Z", "2026-03-29T01:30:00Z"],
    ["at a time that is repeated", { ...zurich, start: "2026-10-24T02:30" }, "2026-10-25T00:29:59Z", "2026-10-25T00:30:00Z"],
    [
      "where the clocks change by half an hour",
      { timeZone: "Australia/Lord_Howe", start: "2026-10-03T09:00", shiftHours: 24 },
      "2026-10-03T21:59:59Z",
      "2026-10-03T22:00:00Z",
    ],
    [
      "where the offset is a part of an hour",
      { timeZone: "Asia/Kathmandu", start: "2026-05-01T09:00", shiftHours: 24 },
      "2026-05-02T03:14:59Z",
      "2026-05-02T03:15:00Z",
    ],
  ] as const)("change at their local time %s", (_when, shifts, before, after) => {
    expect([shiftAt(shifts, new Date(before)), shiftAt(shifts, new Date(after))]).toEqual([0, 1]);
  });

  test("the repeated hour brings nobody back who handed over in it", () => {
    const hourly = { ...zurich, start: "2026-10-24T12:30", shiftHours: 1 };
    const times = Array.from({ length: 300 }, (_, minute) => new Date(Date.parse("2026-10-24T22:00:00Z") + minute * 60_000));
    const numbers = times.map((at) => shiftAt(hourly, at)!);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  test("never go back, in any time zone", () => {
    const zones = ["Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia", "UTC"];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 60 * 24 * 800 }),
        fc.integer({ min: 0, max: 60 * 48 }),
        (timeZone, shiftHours, minutes, later) => {
          const shifts = { timeZone, start: "2026-01-05T02:30", shiftHours };
          const at = (minute: number) => shiftAt(shifts, new Date(Date.UTC(2026, 0, 6) + minute * 60_000))!;
          const [one, other] = [at(minutes), at(minutes + later)];
          expect(other).toBeGreaterThanOrEqual(one);
          // A change of the clocks makes a shift an hour longer or shorter, so one more handover may fall into the time.
          expect(other - one).toBeLessThanOrEqual(Math.ceil((later / 60 + 2) / shiftHours));
        },
      ),
    );
  });
});
