import { isAble } from "../../core/approval-rule.ts";
import {
  actsForOf,
  answersInClient,
  approversOf,
  clientOf,
  countedVoter,
  isSameTool,
  ownPersonOf,
  votersOf,
  type ActionFacts,
} from "../../core/authorize.ts";
import { refuseApprover, type Decidable, type Decider } from "../../core/decide.ts";
import { lowerRole, type Principal } from "../../core/principal.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { DeciderFacts, StoredAction } from "../../store/statements/read-actions.ts";

export type Delegator = DeciderFacts["delegators"][number];

/** The parts of a stored action that a decision depends on. */
export const subjectOf = (row: ActionFacts & Pick<StoredAction, "status" | "digest" | "proposedKind">): Decidable => ({
  status: row.status,
  digest: row.digest,
  proposedBy: { kind: row.proposedKind, id: row.proposedBy },
  approvers: approversOf(row),
  voters: votersOf(row),
  editedBy: row.editedBy,
  actsFor: actsForOf(row),
  selfConfirm: ownPersonOf(row) === null,
});

/**
 * The principal with the role and teams that it has now: the role of its request may have been taken since, and a personal token
 * may have less than its member. Who answers at the agent's client has none if such an answer does not count.
 */
export function asOfNow(by: Principal, row: StoredAction): Decider {
  const { teams = [], role = null, mayBreakGlass = false } = row.decider ?? {};
  if (by.id !== clientOf(row.proposedBy)) return { ...by, teams, mayBreakGlass, role: lowerRole(by.role, role) };
  return row.tool && row.agent && answersInClient(row.tool, row.agent) ? { ...by, teams } : { ...by, teams, role: null };
}

/** The role and teams that count in a rule of several people; undefined for somebody who is no member. */
export const countedOf = ({ decider }: StoredAction) =>
  decider?.countsFrom
    ? { role: decider.countedRole, teams: decider.countedTeams, from: new Date(decider.countsFrom) }
    : undefined;

/**
 * The people for whom `by` may decide on this action, if not in their own right, which takes precedence. For an approval under a
 * rule, `counted` is what counts of that right.
 */
export function delegatorsFor(row: StoredAction, by: Decider, counted?: ReturnType<typeof countedOf>): Delegator[] {
  const approvers = approversOf(row);
  if (refuseApprover(approvers, { ...by, ...counted }) === undefined) return [];
  return (row.decider?.delegators ?? []).filter(
    (one) => isAble(one) && refuseApprover(approvers, countedVoter(one)) === undefined,
  );
}

/** Refuses to approve or rerun an action whose tool is not the one it was proposed for. */
export const refuseOtherTool = (row: StoredAction): { ok: false; refusal: Refusal } | undefined =>
  isSameTool(row)
    ? undefined
    : refuse("STALE", "The tool changed since the proposal. Reject the action or ask the agent for a new proposal.");
