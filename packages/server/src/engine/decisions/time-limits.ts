import { mayDecide, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import type { TimeLimits } from "../../ports/decisions.ts";
import { findAction, type StoredAction } from "../../store/statements/read-actions.ts";
import { changeTimeLimit } from "../../store/statements/time-limits.ts";
import { toActionOfPeople } from "../actions/to-wire.ts";
import type { EngineDeps } from "../deps.ts";
import { asOfNow } from "./decider.ts";
import { refuseResolved } from "./refuse-resolved.ts";
import { withRouting } from "./routing.ts";
import { weigh } from "./weigh.ts";

/** Changes how long a pending action waits. To let one expire is to end it, so only somebody may who could reject it. */
export function createTimeLimits(deps: EngineDeps): TimeLimits {
  const { kysely } = deps.database;

  async function read(by: Principal, id: string): Promise<Result<StoredAction>> {
    const row = await findAction(kysely, by.workspaceId, id, by.id);
    return row ? withRouting(deps.checks, by, row) : refuse("NOT_FOUND", "There is no such action in this workspace.");
  }

  return {
    async change(by, id, { expiresAt, seen }) {
      const found = await read(by, id);
      if (!found.ok) return found;
      const row = found.value;
      const now = asOfNow(by, row);
      if (!mayDecide(now)) return refuse("FORBIDDEN", "Only a person with the role approver or admin changes a time limit.");
      if (row.status !== "pending") return refuseResolved(row);
      const { decided } = weigh(row, now, { verdict: "reject", digest: row.digest });
      if (!decided.ok) return decided;
      const end = expiresAt === null ? null : new Date(expiresAt);
      const refused = refuseEnd(row, end);
      if (refused) return refused;
      if (isSame(end, row.expiresAt)) return ok(toActionOfPeople(row));
      const { workspaceId } = by;
      const change = { workspaceId, actionId: id, expiresAt: end, seen: seen === null ? null : new Date(seen), by };
      const isChanged = await changeTimeLimit(kysely, change);
      const after = await read(by, id);
      if (!after.ok) return after;
      if (!isChanged) return after.value.status === "pending" ? refuseSeen(after.value) : refuseResolved(after.value);
      deps.database.notify(workspaceId);
      return ok(toActionOfPeople(after.value));
    },
  };
}

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/** Refuses an end that has passed, or that is later than the caller, a routing rule or a held call allows. */
function refuseEnd({ latestExpiresAt }: StoredAction, end: Date | null): { ok: false; refusal: Refusal } | undefined {
  const invalid = (detail: string, message: string) =>
    refuse("INVALID_INPUT", detail, { errors: [{ path: "/expiresAt", message }] });
  if (end !== null && end.getTime() <= Date.now()) return invalid("This time has passed; choose a later one.", "has passed");
  if (latestExpiresAt === null || (end !== null && end <= latestExpiresAt)) return undefined;
  const latest = latestExpiresAt.toISOString();
  const detail = `The agent or a routing rule asked that the action expires by ${latest}; choose this time or an earlier one.`;
  return invalid(detail, `must be at most ${latest}`);
}

/** Refuses a change that was made without knowing of another one, or too late. */
function refuseSeen(row: StoredAction): { ok: false; refusal: Refusal } {
  const current = toActionOfPeople(row);
  const { expiresAt } = current;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const ends = expiresAt === null ? "it waits for any time now" : `it expires at ${expiresAt} now`;
  const detail = isOver
    ? "The time of this action is over. Nothing was changed."
    : `The time limit of this action was changed meanwhile: ${ends}. Nothing was changed by you.`;
  return refuse("INVALID_STATE", detail, { current });
}
