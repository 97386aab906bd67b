import type { ProposedFigures } from "@countersign/protocol";

/** What became of a day's proposals; the parts add up to all of them. */
export const DAY_PARTS = ["executed", "declined", "expired", "failed", "open"] as const;
export type DayPart = (typeof DAY_PARTS)[number];

export const PART_WORDS = {
  executed: "Ran",
  declined: "Rejected, sent back or withdrawn",
  expired: "Expired",
  failed: "Failed or unknown",
  open: "Waiting or running",
} as const satisfies Record<DayPart, string>;

export function dayParts(day: ProposedFigures): Record<DayPart, number> {
  const parts = {
    executed: day.executed,
    declined: day.rejected + day.refined + day.cancelled,
    expired: day.expired,
    failed: day.failed + day.unknown,
  };
  const known = parts.executed + parts.declined + parts.expired + parts.failed;
  return { ...parts, open: Math.max(0, day.proposed - known) };
}
