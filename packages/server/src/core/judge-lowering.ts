import { findLowered, type Protections } from "./protection.ts";
import { refuse, type Refusal } from "./refusal.ts";

interface Judged {
  lowered: string[];
  refusal?: Refusal;
}

/** Refuses unconfirmed changes that lower protection; `lowered` says in plain words what the change lowers. */
export function requireConfirm(lowered: string[], confirm: boolean | undefined): Judged {
  if (lowered.length === 0 || confirm === true) return { lowered };
  const errors = [{ path: "/confirm", message: `must be true: ${lowered.join("; ")}` }];
  return {
    lowered,
    refusal: refuse("INVALID_INPUT", "This change lowers protection and must be confirmed.", { errors }).refusal,
  };
}

export const judgeLowering = (before: Protections, after: Protections, confirm: boolean | undefined): Judged =>
  requireConfirm(findLowered(before, after), confirm);
