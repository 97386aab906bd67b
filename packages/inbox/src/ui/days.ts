import { language } from "../strings/language.ts";
import { strings } from "../strings/ui.tsx";

/** Days of a filter as the URL holds them. All days are those of the browser's time zone. */
export interface DaysSearch {
  /** `today`, `yesterday`, `week` (the last 7 days with today) or `custom`. */
  days?: string;
  /** First day of a custom range, such as `2026-01-31`. */
  from?: string;
  /** Last day of a custom range. */
  until?: string;
}

const DAY = /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Valid values; anything else is dropped from the URL. */
export const DAYS_CHECKS = { days: /^(today|yesterday|week|custom)$/, from: DAY, until: DAY } as const;

export const isDay = (text: string): boolean => DAY.test(text);

const WEEK_DAYS = 7;

/** Instants in ISO 8601; `until` is the end of the last day. `today` is the start of the current day in ms. */
export function rangeOf({ days, from, until }: DaysSearch, today: number): { from?: string; until?: string } {
  switch (days) {
    case "today":
      return { from: dayFrom(today, 0) };
    case "yesterday":
      return { from: dayFrom(today, -1), until: dayFrom(today, 0) };
    case "week":
      return { from: dayFrom(today, 1 - WEEK_DAYS) };
    case "custom": {
      const [first, last] = inOrder(from, until);
      return {
        ...(first !== undefined && { from: dayFrom(startOf(first), 0) }),
        ...(last !== undefined && { until: dayFrom(startOf(last), 1) }),
      };
    }
    default:
      return {};
  }
}

const shownDay = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
  day: "numeric",
  month: "short",
  year: "numeric",
});
const sayDay = (day: string): string => shownDay.format(startOf(day));

/** The days as a filter names them; null for any time. */
export function sayDays({ days, from, until }: DaysSearch): string | null {
  const words = strings.days;
  if (days === "today" || days === "yesterday" || days === "week") return words[days];
  if (days !== "custom") return null;
  const [first, last] = inOrder(from, until);
  if (first !== undefined && last !== undefined) {
    return first === last ? sayDay(first) : words.range(sayDay(first), sayDay(last));
  }
  if (first !== undefined) return words.since(sayDay(first));
  return last === undefined ? null : words.until(sayDay(last));
}

/** A range between two days, whichever was entered first. */
const inOrder = (from: string | undefined, until: string | undefined): [string | undefined, string | undefined] =>
  from !== undefined && until !== undefined && until < from ? [until, from] : [from, until];

/** A day has 23 to 25 hours, so days are counted by the calendar. */
function dayFrom(start: number, days: number): string {
  const at = new Date(start);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).toISOString();
}

/** Start of a day in the browser's time zone, in ms. */
const startOf = (day: string): number => new Date(`${day}T00:00`).getTime();
