/** The instant of a time in the browser's zone, as `datetime-local` has it: ISO 8601 with Z. Undefined if it is no time. */
export function toInstant(local: string): string | undefined {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The instant as a time in the browser's zone, as `datetime-local` has it; empty if it is none. */
export function toLocal(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return "";
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted
    .toISOString()
    .slice(0, -1)
    .replace(/(:00)?\.000$/, "");
}
