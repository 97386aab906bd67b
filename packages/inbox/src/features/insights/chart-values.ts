import type { ProposedFigures, DecidedFigures } from "@countersign/protocol";
import { language } from "../../strings/language.ts";

/** Outcomes of a day's proposals; the parts add up to all of them. */
export const DAY_PARTS = ["executed", "declined", "expired", "failed", "open"] as const;
type DayPart = (typeof DAY_PARTS)[number];

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

/** Verdicts of people; the parts add up to all decisions. */
export const VERDICT_PARTS = ["asProposed", "edited", "refined", "rejected"] as const;
type VerdictPart = (typeof VERDICT_PARTS)[number];

export function verdictParts({ approved, edited, refined, rejected }: DecidedFigures): Record<VerdictPart | "total", number> {
  return { asProposed: approved - edited, edited, refined, rejected, total: approved + refined + rejected };
}

const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });

const share = (part: number, whole: number): string => (whole === 0 ? "–" : percent.format(part / whole));

/** Share of all decisions that were approvals, as a percentage; `–` without decisions. */
export const approvalRate = ({ approved, rejected, refined }: DecidedFigures): string =>
  share(approved, approved + rejected + refined);

/** Share of approvals that were edited first, as a percentage; `–` without approvals. */
export const editRate = ({ approved, edited }: DecidedFigures): string => share(edited, approved);

/** Upper ends for a time scale, in seconds. Half of each is a round time too, for the middle line. */
const STEPS = [0.2, 1, 2, 4, 10, 20, 60, 120, 240, 600, 1200, 3600, 7200, 14_400, 43_200, 86_400, 172_800];

/** Returns the upper end of a scale, in seconds, such that its half reads as a round time. */
export function topOf(seconds: number): number {
  const top = STEPS.find((step) => step >= seconds);
  if (top !== undefined) return top;
  const days = Math.ceil(seconds / 86_400);
  return (days + (days % 2)) * 86_400;
}

export type FiguresRow = DecidedFigures & Partial<ProposedFigures> & { name: string; decided?: number };
