import type { NotificationPreference } from "@countersign/protocol";
import { isTimeZone, minuteOfDay } from "./quiet-hours.ts";

const DAY_MS = 86_400_000;

/**
 * The day of the last daily summary whose time has come, such as 2026-11-27: today where the person is, or yesterday. Where the
 * clocks skip that minute of the day, its time has come with the next one; where it comes twice, with the first one.
 */
export function lastSummaryDay({ dailyAt, timeZone }: Pick<NotificationPreference, "dailyAt" | "timeZone">, now: Date): string {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : "UTC";
  const today = dayOf(now, zone);
  if (minuteOfDay(now, zone) >= dailyAt) return today;
  return new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10);
}

/** The date as a clock in the time zone shows it. */
function dayOf(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(
    at,
  );
  const valueOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  return `${valueOf("year")}-${valueOf("month")}-${valueOf("day")}`;
}
