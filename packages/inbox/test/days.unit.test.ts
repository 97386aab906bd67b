import { expect, test } from "vitest";
import { exportPath } from "../src/api/list-filter.ts";
import { filterOf, readQueueSearch } from "../src/features/queue/queue-search.ts";
import { readAuditSearch } from "../src/features/audit/audit-search.ts";
import { rangeOf, sayDays } from "../src/ui/days.ts";

const at = (year: number, month: number, day: number): number => new Date(year, month - 1, day).getTime();
const iso = (...day: [number, number, number]): string => new Date(at(...day)).toISOString();
const today = at(2026, 3, 1);

test("days are those of the browser, and a range ends with its last day", () => {
  expect(rangeOf({}, today)).toEqual({});
  expect(rangeOf({ days: "today" }, today)).toEqual({ from: iso(2026, 3, 1) });
  expect(rangeOf({ days: "yesterday" }, today)).toEqual({ from: iso(2026, 2, 28), until: iso(2026, 3, 1) });
  expect(rangeOf({ days: "week" }, today)).toEqual({ from: iso(2026, 2, 23) });
  const range = { days: "custom", from: "2026-03-28", until: "2026-03-29" };
  expect(rangeOf(range, today)).toEqual({ from: iso(2026, 3, 28), until: iso(2026, 3, 30) });
  expect(rangeOf({ ...range, from: range.until, until: range.from }, today)).toEqual(rangeOf(range, today));
  expect(rangeOf({ days: "custom", until: "2026-12-31" }, today)).toEqual({ until: iso(2027, 1, 1) });
  expect(rangeOf({ days: "custom" }, today)).toEqual({});
  expect(rangeOf({ from: "2026-03-28" }, today)).toEqual({});
});

test("days are named as a filter names them", () => {
  expect(sayDays({})).toBe(null);
  expect(sayDays({ days: "week" })).toBe("Last 7 days");
  expect(sayDays({ days: "custom" })).toBe(null);
  expect(sayDays({ days: "custom", from: "2026-03-02" })).toBe("From 2 Mar 2026");
  expect(sayDays({ days: "custom", until: "2026-03-02" })).toBe("Until 2 Mar 2026");
  expect(sayDays({ days: "custom", from: "2026-03-02", until: "2026-03-02" })).toBe("2 Mar 2026");
  expect(sayDays({ days: "custom", from: "2026-03-04", until: "2026-03-02" })).toBe("2 Mar 2026 to 4 Mar 2026");
});

test("an address gives the same filter to the list and to its export", () => {
  const search = readQueueSearch({ status: "all", agent: "a", decidedBy: "p", days: "yesterday", from: "0026-01-01" });
  expect(search).toEqual({ status: "all", agent: "a", decidedBy: "p", days: "yesterday" });
  const filter = filterOf(search, today);
  expect(filter).toEqual({ proposedBy: "a", decidedBy: "p", from: iso(2026, 2, 28), until: iso(2026, 3, 1) });
  const query = new URLSearchParams(exportPath({ ...filter, sort: "urgent" }, "csv").split("?")[1]);
  expect(Object.fromEntries(query)).toEqual({ ...filter, format: "csv" });
  expect(readQueueSearch({ days: "tomorrow", from: "2026-13-01", until: "2026-02-01" })).toEqual({ until: "2026-02-01" });
});

test("the address of the audit log keeps what is valid", () => {
  const search = { q: "x", agent: "a", person: "p", tool: "t", status: "failed,nonsense", days: "today", evil: "y", from: "z" };
  expect(readAuditSearch(search)).toEqual({ q: "x", agent: "a", person: "p", tool: "t", status: "failed", days: "today" });
  expect(readAuditSearch({ status: "nonsense" })).toEqual({});
});
