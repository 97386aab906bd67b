import { language } from "../strings/language.ts";
import { strings } from "../strings/ui.tsx";
import { relativeTime } from "./time-words.ts";
import { useClock } from "./use-clock.ts";

const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" });

/** Relative time; the exact time on hover. */
export function Moment({ at }: { at: string }) {
  const now = useClock();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exact.format(time)}>
      {relativeTime(time, now)}
    </time>
  );
}

const LAST_HOUR_SECONDS = 3600;
const LAST_MINUTES_SECONDS = 600;

/** Time left: in words, and counted down by the second in the last hour. */
export function Countdown({ until }: { until: string }) {
  const time = Date.parse(until);
  const coarse = useClock();
  if (time - coarse > LAST_HOUR_SECONDS * 1000) return <Moment at={until} />;
  return <LastHour until={until} />;
}

function LastHour({ until }: { until: string }) {
  const time = Date.parse(until);
  const left = Math.max(0, Math.ceil((time - useClock(1)) / 1000));
  return (
    <time dateTime={until} title={exact.format(time)}>
      {left === 0 ? (
        strings.time.now
      ) : (
        <>
          {strings.time.countdown(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`)}
          {left < LAST_MINUTES_SECONDS && <b> ({strings.time.soon})</b>}
        </>
      )}
    </time>
  );
}
