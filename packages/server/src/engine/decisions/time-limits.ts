import { mayDecide, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import type { TimeLimits } from "../../ports/decisions.ts";
import { findAction, type StoredAction } from "../../store/statements/read-actions.ts";
import { expireActions } from "../../store/statements/sweep-actions.ts";
import { changeTimeLimit } from "../../store/statements/time-limits.ts";
import { toActionOfPeople } from "../actions/to-wire.ts";
import type { EngineDeps } from "../deps.ts";
import { failpoint } from "../failpoint.ts";
import { asOfNow } from "./decider.ts";
import { refuseResolved } from "./refuse-resolved.ts";
import { withRouting } from "./routing.ts";
import { weigh } from "./weigh.ts";

/** Attempts before a change is refused: the action, the policy or a delegation may change between read and write. */
const LOOKS = 25;

/** Changes how long a pending action waits. To let one expire is to end it, so only somebody may who could reject it. */
export function createTimeLimits(deps: EngineDeps): TimeLimits {
  const { kysely } = deps.database;

  async function read(by: Principal, id: string): Promise<Result<StoredAction>> {
    const row = await findAction(kysely, by.workspaceId, id, by.id);
    return row ? withRouting(deps.checks, by, row) : refuse("NOT_FOUND", "There is no such action in this workspace.");
  }

  /** Judges and makes the change once; `moved on` if what was judged changed in between. */
  async function changeOnce(by: Principal, row: StoredAction, request: { expiresAt: string | null; seen: string | null }) {
    const decider = asOfNow(by, row);
    if (!mayDecide(decider)) return refuse("FORBIDDEN", "Only an approver or admin can change a time limit.");
    if (row.status !== "pending") return refuseResolved(row);
    const { decided, delegator } = weigh(row, decider, { verdict: "reject", digest: row.digest });
    if (!decided.ok) return decided;
    const expiresAt = instantOf(request.expiresAt);
    const seen = instantOf(request.seen);
    const refused = refuseEnd(row, expiresAt);
    if (refused) return refused;
    if (isSame(expiresAt, row.expiresAt)) return ok(toActionOfPeople(row));
    if (!isSame(seen, row.expiresAt) || isOver(row)) return refuseSeen(row);
    const { workspaceId, id: actionId, policyEpoch } = row;
    if (policyEpoch === undefined) throw new Error("the action was read without what decides on it");
    const change = { workspaceId, actionId, expiresAt, seen, by, policyEpoch, delegator };
    failpoint("decide.read");
    if (!(await changeTimeLimit(kysely, change))) {
      // Its time may be over on the database's clock, which decides, and not yet on this process's. Then it expires here.
      const expired = await expireActions(kysely, { workspaceId, id: actionId });
      if (expired.length > 0) deps.database.notify(workspaceId);
      return "moved on";
    }
    deps.database.notify(workspaceId);
    const after = await read(by, actionId);
    return after.ok ? ok(toActionOfPeople(after.value)) : after;
  }

  return {
    async change(by, id, request) {
      for (let look = 1; look <= LOOKS; look += 1) {
        const found = await read(by, id);
        if (!found.ok) return found;
        const changed = await changeOnce(by, found.value, request);
        if (changed !== "moved on") return changed;
      }
      return refuse("UNAVAILABLE", "The action keeps changing; try again.");
    },
  };
}

const instantOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Whether the action's time is over, although no sweep has expired it yet. */
const isOver = ({ expiresAt }: StoredAction): boolean => expiresAt !== null && expiresAt.getTime() <= Date.now();

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/** Refuses an end that has passed, or that is later than the caller, a routing rule or a held call allows. */
function refuseEnd({ latestExpiresAt }: StoredAction, end: Date | null): { ok: false; refusal: Refusal } | undefined {
  const invalid = (detail: string, message: string) =>
    refuse("INVALID_INPUT", detail, { errors: [{ path: "/expiresAt", message }] });
  if (end !== null && end.getTime() <= Date.now()) return invalid("This time has passed; choose a later one.", "has passed");
  if (latestExpiresAt === null || (end !== null && end <= latestExpiresAt)) return undefined;
  const latest = latestExpiresAt.toISOString();
  const detail = `The agent or a routing rule set the action to expire by ${latest}. Choose that time or an earlier one.`;
  return invalid(detail, `must be at most ${latest}`);
}

/** Refuses a change that was made without knowing of another one, or too late. */
function refuseSeen(row: StoredAction): { ok: false; refusal: Refusal } {
  const current = toActionOfPeople(row);
  const { expiresAt } = current;
  const ends = expiresAt === null ? "it no longer expires" : `it now expires at ${expiresAt}`;
  const detail = isOver(row)
    ? "This action has expired. Nothing was changed."
    : `The time limit of this action was changed in the meantime: ${ends}. Your change was not made.`;
  return refuse("INVALID_STATE", detail, { current });
}
