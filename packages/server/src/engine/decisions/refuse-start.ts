import { refuse, type Refusal } from "../../core/refusal.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";

/** The longest time, in days, for which an approval can wait for its start. */
const MAX_DAYS_AHEAD = 366;

/** Refuses a start that has passed, is too far away, or comes after the end for which the caller or a routing rule asked. */
export function refuseStart({ latestExpiresAt }: StoredAction, start: Date): { ok: false; refusal: Refusal } | undefined {
  const invalid = (detail: string, message: string) =>
    refuse("INVALID_INPUT", detail, { errors: [{ path: "/notBefore", message }] });
  const ahead = start.getTime() - Date.now();
  if (ahead <= 0)
    return invalid("This start time has passed. Choose a later one or approve without one. Nothing was decided.", "has passed");
  if (ahead > MAX_DAYS_AHEAD * 86_400_000)
    return invalid(`The start can be at most ${MAX_DAYS_AHEAD} days ahead. Nothing was decided.`, "is too far ahead");
  if (latestExpiresAt === null || start <= latestExpiresAt) return undefined;
  const latest = latestExpiresAt.toISOString();
  const detail = `The agent or a routing rule set the action to expire by ${latest}, so it cannot start later. Nothing was decided.`;
  return invalid(detail, `must be at most ${latest}`);
}
