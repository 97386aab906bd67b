import type { NotificationPreference } from "@countersign/protocol";

const DAY = 1440;

interface QuietHours {
  /** Minutes of the day. */
  from: number;
  until: number;
  timeZone: string;
}

export const quietHoursOf = ({ quiet, timeZone }: NotificationPreference): QuietHours | null =>
  quiet && timeZone !== null ? { ...quiet, timeZone } : null;

/** Whether the runtime knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Seconds until the person's quiet hours end; 0 outside of them. Right also on the days on which the clocks change. */
export function quietSeconds(quiet: QuietHours | null, now: Date): number {
  if (!quiet || quiet.from === quiet.until || !isTimeZone(quiet.timeZone)) return 0;
  const minute = minuteOfDay(now, quiet.timeZone);
  if (between(quiet.from, minute) >= between(quiet.from, quiet.until)) return 0;
  const left = between(minute, quiet.until);
  // If the clocks change in between, the end is an hour off; the difference is what the clock shows then.
  const off = between(quiet.until, minuteOfDay(new Date(now.getTime() + left * 60_000), quiet.timeZone));
  const correction = off > DAY / 2 ? DAY - off : -off;
  // An end at a time that the change to summer time skips would give 0 or less: then look again in the next minute.
  return Math.max(1, left + correction) * 60 - now.getUTCSeconds();
}

/** Minutes from one minute of the day to another, forward. */
const between = (from: number, until: number): number => (until - from + DAY) % DAY;

export function minuteOfDay(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, hourCycle: "h23", hour: "numeric", minute: "numeric" }).formatToParts(
    at,
  );
  const valueOf = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return valueOf("hour") * 60 + valueOf("minute");
}
