import { refuse, type Refusal } from "../core/refusal.ts";

const MOST_DAYS = 366;

/** Why this is no span of days that figures are read of. */
export function refuseDays(days: number): { ok: false; refusal: Refusal } | undefined {
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return undefined;
  const errors = [{ path: "/days", message: `must be a whole number from 1 to ${MOST_DAYS}` }];
  return refuse("INVALID_INPUT", "This is no span of days.", { errors });
}
