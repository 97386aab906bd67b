const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Shifts {
  /** Local date and time of the first handover, `YYYY-MM-DDTHH:MM`. */
  start: string;
  /** IANA name. */
  timeZone: string;
  shiftHours: number;
}

/**
 * Number of the shift at `at`, from 0; null before the first one. Shifts are counted on the local clock, so a handover stays at its
 * local time when the clocks change, and the shift around the change is an hour longer or shorter. A handover at a time that the
 * clocks skip happens as much later as they skip; one at a time that they repeat happens the first time.
 */
export function shiftAt({ start, timeZone, shiftHours }: Shifts, at: Date): number | null {
  const first = Date.parse(`${start}Z`);
  const shift = shiftHours * HOUR_MS;
  // Off by the shifts in a change of the clocks at most.
  const most = Math.floor((localTime(at.getTime(), timeZone) - first + DAY_MS) / shift);
  for (let number = most; number >= 0; number -= 1) {
    if (instantOf(first + number * shift, timeZone) <= at.getTime()) return number;
  }
  return null;
}

/** Instant of a local time, which is given as if it were in UTC. All in milliseconds since 1970. */
function instantOf(local: number, timeZone: string): number {
  const before = local - offsetAt(local - DAY_MS, timeZone);
  const after = local - offsetAt(local + DAY_MS, timeZone);
  const fitting = [before, after].filter((instant) => localTime(instant, timeZone) === local);
  return fitting.length === 0 ? before : Math.min(...fitting);
}

const offsetAt = (instant: number, timeZone: string): number => localTime(instant, timeZone) - instant;

/** The local clock at an instant, as if it were in UTC. */
function localTime(instant: number, timeZone: string): number {
  const seconds = Math.floor(instant / 1000) * 1000;
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(seconds)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day, hour, minute, second] = FIELDS.map((name) => Number(parts[name]));
  return Date.UTC(year!, month! - 1, day, hour, minute, second) + (instant - seconds);
}

const FIELDS = ["year", "month", "day", "hour", "minute", "second"] as const;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const numeric = Object.fromEntries(FIELDS.map((name) => [name, "numeric"]));
  const clock = new Intl.DateTimeFormat("en-US", { ...numeric, timeZone, hourCycle: "h23", calendar: "gregory" });
  clocks.set(timeZone, clock);
  return clock;
}
