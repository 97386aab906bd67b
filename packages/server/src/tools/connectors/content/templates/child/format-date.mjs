// Dates in UTC and English, by the letters of PHP's `date`. The output depends on the input alone: not on the clock, the
// machine's time zone or its locale.
import { Fault } from "./values.mjs";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAY_MS = 86_400_000;
const WRITTEN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s?(Z|[+-]\d\d:?\d\d)?$/;

const two = (number) => String(number).padStart(2, "0");
const yearStart = (year) => Date.UTC(year, 0, 1);
const daysIn = (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
const ordinal = (date) => Math.floor((date.getTime() - yearStart(date.getUTCFullYear())) / DAY_MS);
const hour12 = (date) => date.getUTCHours() % 12 || 12;

/** ISO 8601 week, which belongs to the year of its Thursday. */
function isoWeek(date) {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  return { year: thursday.getUTCFullYear(), week: Math.floor(ordinal(thursday) / 7) + 1 };
}

function suffix(day) {
  if (day >= 11 && day <= 13) return "th";
  return ["th", "st", "nd", "rd"][day % 10] ?? "th";
}

const LETTERS = {
  d: (date) => two(date.getUTCDate()),
  D: (date) => DAYS[date.getUTCDay()].slice(0, 3),
  j: (date) => date.getUTCDate(),
  l: (date) => DAYS[date.getUTCDay()],
  N: (date) => date.getUTCDay() || 7,
  S: (date) => suffix(date.getUTCDate()),
  w: (date) => date.getUTCDay(),
  z: ordinal,
  W: (date) => two(isoWeek(date).week),
  o: (date) => isoWeek(date).year,
  F: (date) => MONTHS[date.getUTCMonth()],
  M: (date) => MONTHS[date.getUTCMonth()].slice(0, 3),
  m: (date) => two(date.getUTCMonth() + 1),
  n: (date) => date.getUTCMonth() + 1,
  t: daysIn,
  L: (date) => Number(yearStart(date.getUTCFullYear() + 1) - yearStart(date.getUTCFullYear()) === 366 * DAY_MS),
  Y: (date) => String(date.getUTCFullYear()).padStart(4, "0"),
  y: (date) => two(date.getUTCFullYear() % 100),
  a: (date) => (date.getUTCHours() < 12 ? "am" : "pm"),
  A: (date) => (date.getUTCHours() < 12 ? "AM" : "PM"),
  g: hour12,
  h: (date) => two(hour12(date)),
  G: (date) => date.getUTCHours(),
  H: (date) => two(date.getUTCHours()),
  i: (date) => two(date.getUTCMinutes()),
  s: (date) => two(date.getUTCSeconds()),
  v: (date) => String(date.getUTCMilliseconds()).padStart(3, "0"),
  u: (date) => String(date.getUTCMilliseconds()).padStart(3, "0").padEnd(6, "0"),
  e: () => "UTC",
  T: () => "UTC",
  I: () => 0,
  Z: () => 0,
  O: () => "+0000",
  P: () => "+00:00",
  p: () => "Z",
  U: (date) => Math.floor(date.getTime() / 1000),
  c: (date) => formatDate(date, "Y-m-d\\TH:i:sP"),
  r: (date) => formatDate(date, "D, d M Y H:i:s O"),
};

/** A backslash keeps the letter after it literal. */
export const formatDate = (date, format) =>
  format.replace(/\\(.)|[a-zA-Z]/gs, (letter, kept) => kept ?? String(LETTERS[letter]?.(date) ?? letter));

/** Unix seconds, or ISO 8601 with or without a time; UTC when no zone is given. Has no access to the current time. */
export function readDate(value) {
  if (typeof value === "number" && Math.abs(value) <= 8.64e12) return new Date(value * 1000);
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = "", zone] = WRITTEN.exec(String(value)) ?? [];
  if (year !== undefined) {
    const milliseconds = Number(fraction.padEnd(3, "0").slice(0, 3));
    const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
    date.setUTCFullYear(Number(year), month - 1, day);
    const isReal =
      date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day) && hour < 24 && minute < 60 && second < 60;
    const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? "") ?? [];
    const ahead = sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
    if (isReal) return new Date(date.getTime() - ahead * 60_000);
  }
  throw new Fault(
    "failed",
    "date reads dates such as 2026-01-31 and 2026-01-31T12:00:00Z, and seconds since 1970; it cannot read the current time.",
  );
}
