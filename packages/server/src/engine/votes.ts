import type { Approver, Votes } from "@countersign/protocol";
import { isOneOf, neededBy, tally, type Voter } from "../core/approval-rule.ts";
import type { StoredAction } from "../store/statements/read-actions.ts";
import { readApprovers, readRule } from "../store/statements/protections.ts";

/** Fields of a stored action that its votes depend on. */
type Voted = Pick<StoredAction, "decisions" | "voteRound" | "editedBy" | "toolRule" | "actsFor">;

/** The tool's approval rule; null if one approval is enough. */
export const ruleOf = ({ toolRule }: Pick<Voted, "toolRule">) => readRule(toolRule?.approvalRule ?? null);

/** People and roles that may decide in addition, once the action is escalated; empty before. */
export const escalatedToOf = ({ toolRule }: Pick<Voted, "toolRule">): Approver[] =>
  readApprovers(toolRule?.escalatedTo ?? null) ?? [];

/** People whose approvals of the current version count and who may still give them, oldest first. */
export function votersOf(row: Voted): Voter[] {
  const rule = ruleOf(row);
  if (!rule) return [];
  const people = new Map((row.toolRule?.people ?? []).map((person) => [person.id, person]));
  const isAble = (id: string): boolean => isOneOf([{ role: "approver" }], people.get(id) ?? { id, name: "", role: null });
  const none = new Set([row.actsFor, rule.notLastEditor ? row.editedBy : null]);
  const cast = row.decisions.filter(
    ({ verdict, voteRound, byId, onBehalfOf, isRevoked }) =>
      verdict === "approve" &&
      voteRound === row.voteRound &&
      !isRevoked &&
      isAble(byId) &&
      !none.has(byId) &&
      !none.has(onBehalfOf ?? byId),
  );
  const hands = new Map(cast.map(({ byId, onBehalfOf }) => [onBehalfOf ?? byId, byId]));
  return [...hands].flatMap(([id, byId]) => {
    const voter = people.get(id);
    return voter && isOneOf([...rule.of, ...escalatedToOf(row)], voter)
      ? [{ ...voter, ...(byId === id ? {} : { delegateId: byId }) }]
      : [];
  });
}

export const nameIn =
  ({ toolRule }: Pick<Voted, "toolRule">) =>
  (id: string): string =>
    toolRule?.people?.find((person) => person.id === id)?.name ?? "somebody who is gone";

/** Progress of the approvals; null if one is enough. */
export function votesOf(row: Voted): Votes | null {
  const rule = ruleOf(row);
  if (!rule) return null;
  const voters = votersOf(row);
  const { missingWords } = tally(rule, voters, nameIn(row), escalatedToOf(row));
  return { needed: neededBy(rule), given: voters.map(({ id, name }) => ({ id, name })), missing: missingWords };
}
