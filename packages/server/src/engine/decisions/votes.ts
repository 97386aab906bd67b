import type { Votes } from "@countersign/protocol";
import { tallyAll } from "../../core/approval-rule.ts";
import { approvalRulesOf, escalatedToOf, votersOf } from "../../core/authorize.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";

export const nameIn =
  ({ people }: Pick<StoredAction, "people">) =>
  (id: string): string =>
    people?.find((person) => person.id === id)?.name ?? "a former member";

/** Progress of the approvals; null if one is enough. */
export function votesOf(row: StoredAction): Votes | null {
  const rules = approvalRulesOf(row);
  if (rules.length === 0) return null;
  const voters = votersOf(row);
  const { needed, missingWords } = tallyAll(rules, voters, nameIn(row), escalatedToOf(row));
  return { needed, given: voters.map(({ id, name }) => ({ id, name })), missing: missingWords };
}
