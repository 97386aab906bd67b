import { isAble } from "../../core/approval-rule.ts";
import { approversOf, votersOf } from "../../core/authorize.ts";
import { refuseApprover } from "../../core/decide.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";

/** People who may decide on a waiting action now, in their own right or as somebody's delegate; empty if it does not wait. */
export function decidersOf(action: StoredAction, people: readonly NotifiedPerson[]): NotifiedPerson[] {
  if (action.status !== "pending") return [];
  const approvers = approversOf(action);
  const rule = approvers?.approvalRule ?? null;
  const voted = new Set(votersOf(action).flatMap(({ id, delegateId = id }) => [id, delegateId]));
  const excluded = new Set([action.proposedBy, action.agent?.actsFor, rule?.notLastEditor ? action.editedBy : null]);
  const roleOf = (person: NotifiedPerson) => (rule ? person.countedRole : person.role);
  const may = (person: NotifiedPerson): boolean =>
    isAble({ role: roleOf(person) }) && refuseApprover(approvers, { ...person, role: roleOf(person) }) === undefined;
  const owners = people.filter((person) => may(person) && !voted.has(person.id) && !excluded.has(person.id));
  const ids = new Set(owners.map(({ id }) => id));
  return people.filter(
    (person) =>
      isAble({ role: roleOf(person) }) &&
      !excluded.has(person.id) &&
      !voted.has(person.id) &&
      (ids.has(person.id) || person.delegators.some((id) => ids.has(id))),
  );
}

/** People whose approvals an execution was based on; administrators if a policy or a grant approved. */
export function responsibleFor(action: StoredAction, people: readonly NotifiedPerson[]): NotifiedPerson[] {
  const approvals = action.decisions.filter(
    ({ verdict, voteRound }) => verdict === "approve" && voteRound === action.voteRound,
  );
  const ids = new Set(approvals.flatMap(({ byId, onBehalfOf }) => [byId, onBehalfOf]));
  const deciders = people.filter((person) => isAble(person) && ids.has(person.id));
  return deciders.length > 0 ? deciders : people.filter(({ role }) => role === "admin");
}

/** Whether this person approved a version that is not the one to decide on any more. */
export const approvedBefore = ({ decisions, voteRound }: StoredAction, { id }: NotifiedPerson): boolean =>
  decisions.some((one) => one.verdict === "approve" && one.byId === id && one.voteRound < voteRound);
