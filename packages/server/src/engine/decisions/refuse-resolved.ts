import type { Refusal } from "../../core/refusal.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import { toAction } from "../actions/to-wire.ts";

/** Refuses a decision that came second, with the current action and who resolved it. */
export function refuseResolved(row: StoredAction): { ok: false; refusal: Refusal } {
  const current = toAction(row);
  const who = current.resolvedBy ? ` by ${current.resolvedBy.name}` : "";
  const detail = `This action is already ${row.status}${who}.`;
  return { ok: false, refusal: { code: "INVALID_STATE", detail, current, resolvedBy: current.resolvedBy } };
}
