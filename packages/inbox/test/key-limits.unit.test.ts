import { expect, test } from "vitest";
import { bodyOf, changesOf, NO_LIMITS, stateOf } from "../src/features/admin/shared/key-limits.ts";

const NOW = Date.parse("2027-01-01T00:00:00Z");
const DAY = 86_400_000;
const inDays = (days: number) => ({ expiresAt: new Date(NOW + days * DAY).toISOString() });

test("G62 a key that expires within 14 days is marked, and one that has expired", () => {
  expect([-1, 0, 0.001, 14, 14.001].map((days) => stateOf(inDays(days), NOW))).toEqual([
    "expired",
    "expired",
    "soon",
    "soon",
    "valid",
  ]);
  expect(stateOf({ expiresAt: null }, NOW)).toBe("valid");
});

test("a form of limits sends what it limits, and only what was changed", () => {
  expect(bodyOf(NO_LIMITS)).toEqual({});
  const draft = { expires: "2027-01-01T10:00", addresses: " 10.0.0.0/8,\n2001:db8::/32\n\n" };
  const expiresAt = new Date("2027-01-01T10:00").toISOString();
  const allowedAddresses = ["10.0.0.0/8", "2001:db8::/32"];
  expect(bodyOf(draft)).toEqual({ expiresAt, allowedAddresses });
  expect(changesOf(draft, draft)).toEqual({});
  expect(changesOf({ ...draft, addresses: "10.0.0.0/8 2001:db8::/32" }, draft)).toEqual({});
  expect(changesOf(draft, NO_LIMITS)).toEqual({ expiresAt, allowedAddresses });
  expect(changesOf(NO_LIMITS, draft)).toEqual({ expiresAt: null, allowedAddresses: [] });
});
