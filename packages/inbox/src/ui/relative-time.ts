const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** The clock of the page runs in steps and may be a little behind the server's; what just happened is not in the future. */
const SLACK_SECONDS = 15;

const words = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });

/** `3 min. ago`, `in 2 hr.`, `just now`. */
export function relativeTime(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  return seconds > SLACK_SECONDS ? "in under a minute" : "just now";
}
