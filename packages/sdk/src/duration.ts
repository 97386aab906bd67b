/** A number of seconds, or text with a unit: `"500ms"`, `"30s"`, `"2m"`, `"1h"`. */
export type Duration = number | string;

const SECONDS = { ms: 0.001, s: 1, m: 60, h: 3600 } as const;

/** Returns seconds. Throws a `TypeError` for other values, because a misread duration would go unnoticed. */
export function readDuration(value: Duration): number {
  const match = typeof value === "string" ? /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(value) : null;
  const seconds = match ? Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS] : value;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 0) {
    throw new TypeError(
      `Not a duration: ${JSON.stringify(value)}. Give seconds, or text such as "500ms", "30s", "2m" or "1h".`,
    );
  }
  return seconds;
}
