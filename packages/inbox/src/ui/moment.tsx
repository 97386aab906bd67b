import { relativeTime } from "./relative-time.ts";
import { useClock } from "./use-clock.ts";

const exact = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "medium" });

/** A time as people say it; the exact one on hover. */
export function Moment({ at }: { at: string }) {
  const now = useClock();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exact.format(time)}>
      {relativeTime(time, now)}
    </time>
  );
}
