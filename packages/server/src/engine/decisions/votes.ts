import type { Votes } from "@countersign/protocol";
import { escalatedToOf, votersOf } from "../../core/authorize.ts";
import { neededBy, readRule, tally } from "../../core/approval-rule.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";

/** The tool's approval rule; null if one approval is enough. */
export const ruleOf = ({ tool }: Pick<StoredAction, "tool">) => readRule(tool?.approvalRule ?? null);

export const nameIn =
  ({ people }: Pick<StoredAction, "people">) =>
  (id: string): string =>
    people?.find((person) => person.id === id)?.name ?? "somebody who is gone";

/** Progress of the approvals; null if one is enough. */
export function votesOf(row: StoredAction): Votes | null {
  const rule = ruleOf(row);
  if (!rule) return null;
  const voters = votersOf(row);
  const { missingWords } = tally(rule, voters, nameIn(row), escalatedToOf(row));
  return { needed: neededBy(rule), given: voters.map(({ id, name }) => ({ id, name })), missing: missingWords };
}
