import { language } from "../strings/language.ts";
import { strings } from "../strings/ui.tsx";

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** The page's clock runs in steps and may lag behind the server's; within this tolerance a time is not in the future. */
const SLACK_SECONDS = 15;

const words = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });

/** `3 min ago`, `in 2 hr`, `just now`. */
export function relativeTime(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit).replace(".", "");
  }
  return seconds > SLACK_SECONDS ? strings.time.underOneMinute : strings.time.justNow;
}

const SHORT_UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

const tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

/** `2 d 3 h`, `4 min 12 s`, `0.3 s`; a dash for null (not measured). */
export function duration(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 10) return `${tenths.format(seconds)} s`;
  const whole = Math.round(seconds);
  const first = SHORT_UNITS.findIndex(([, size]) => whole >= size);
  const [unit, size] = SHORT_UNITS[first] ?? SHORT_UNITS[3];
  const rest = SHORT_UNITS[first + 1];
  const amount = Math.floor(whole / size);
  const left = rest ? Math.floor((whole - amount * size) / rest[1]) : 0;
  return rest && left > 0 ? `${amount} ${unit} ${left} ${rest[0]}` : `${amount} ${unit}`;
}

/** `2 hours`, `90 seconds`: uses the largest unit that divides the age evenly. */
export function ageWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? (["second", 1] as const);
  return strings.time.units[unit](seconds / size);
}
