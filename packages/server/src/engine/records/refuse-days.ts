import { refuse, type Refusal } from "../../core/refusal.ts";

const MAX_DAYS = 366;

/** Refuses a number of days that figures cannot be read for; undefined if it is valid. */
export function refuseDays(days: number): { ok: false; refusal: Refusal } | undefined {
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return undefined;
  const errors = [{ path: "/days", message: `must be a whole number from 1 to ${MAX_DAYS}` }];
  return refuse("INVALID_INPUT", "This is not a valid range of days.", { errors });
}
