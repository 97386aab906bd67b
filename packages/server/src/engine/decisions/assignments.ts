import type { Action } from "@countersign/protocol";
import { mayDecide, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import type { Assignments } from "../../ports/decisions.ts";
import { assignAction } from "../../store/statements/assignments.ts";
import { findAction, type StoredAction } from "../../store/statements/read-actions.ts";
import { toActionOfPeople } from "../actions/to-wire.ts";
import type { EngineDeps } from "../deps.ts";
import { asOfNow } from "./decider.ts";
import { refuseResolved } from "./refuse-resolved.ts";
import { withRouting } from "./routing.ts";
import { weigh } from "./weigh.ts";

/** Assigns pending actions to people, so that two do not work on the same one. An assignment restricts nobody. */
export function createAssignments(deps: EngineDeps): Assignments {
  const { kysely } = deps.database;
  const { checks } = deps;

  async function read(by: Principal, id: string, personId: string): Promise<Result<StoredAction>> {
    const row = await findAction(kysely, by.workspaceId, id, personId);
    return row ? withRouting(checks, by, row) : refuse("NOT_FOUND", "There is no such action in this workspace.");
  }

  return {
    async assign(by, id, { personId, seen }) {
      const found = await read(by, id, by.id);
      if (!found.ok) return found;
      const row = found.value;
      if (!mayDecide(asOfNow(by, row))) return refuse("FORBIDDEN", "Only an approver or admin can assign actions.");
      if (row.status !== "pending") return refuseResolved(row);
      if (personId === (row.assignee?.id ?? null)) return ok(toActionOfPeople(row));
      if (personId !== null) {
        const about = personId === by.id ? found : await read(by, id, personId);
        if (!about.ok) return about;
        const refused = refuseAssignee(about.value, personId, by);
        if (refused) return refused;
      }
      const { workspaceId } = by;
      const isAssigned = await assignAction(kysely, { workspaceId, actionId: id, userId: personId, seen, by });
      const now = await read(by, id, by.id);
      if (!now.ok) return now;
      if (!isAssigned) return now.value.status === "pending" ? refuseSeen(now.value) : refuseResolved(now.value);
      deps.database.notify(workspaceId);
      return ok(toActionOfPeople(now.value));
    },
  };
}

/** Refuses somebody whose approval would not count now. `row` was read with what this person may decide. */
function refuseAssignee(row: StoredAction, personId: string, by: Principal): { ok: false; refusal: Refusal } | undefined {
  const role = row.decider?.role ?? null;
  const person: Principal = { kind: "user", id: personId, name: personId, workspaceId: by.workspaceId, role, groups: [] };
  const { decided } = weigh(row, asOfNow(person, row), { verdict: "approve", digest: row.digest });
  if (decided.ok) return undefined;
  const isSelf = personId === by.id;
  const detail = isSelf
    ? `You can only take actions that you can decide on. ${decided.refusal.detail ?? ""}`
    : "This person cannot decide on the action, so it was not assigned. Choose somebody who can.";
  return refuse("INVALID_INPUT", detail.trim(), { errors: [{ path: "/personId", message: "cannot decide on this action" }] });
}

/** Refuses an assignment that was made without knowing of another one. */
function refuseSeen(row: StoredAction): { ok: false; refusal: Refusal } {
  const current: Action = toActionOfPeople(row);
  const has = current.assignee ? `${current.assignee.name} is assigned now` : "nobody is assigned now";
  return refuse("INVALID_STATE", `This action was reassigned in the meantime: ${has}. Nothing was changed.`, { current });
}
