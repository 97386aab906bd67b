import type { Verdict } from "@countersign/protocol";
import { approvalRulesOf, countedVoter } from "../../core/authorize.ts";
import { decide, type Decider, type Verdicted } from "../../core/decide.ts";
import { mayDecide } from "../../core/principal.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import { countedOf, delegatorsFor, subjectOf, type Delegator } from "./decider.ts";

/** Judges the decision by what counts now, for a delegator where `by` may not decide in their own right. */
export function weigh(row: StoredAction, by: Decider, seen: Pick<Verdicted, "verdict" | "digest" | "edits" | "breaksGlass">) {
  if (seen.breaksGlass) return { delegator: undefined, decided: decide(subjectOf(row), by, seen) };
  const counted = seen.verdict === "approve" && approvalRulesOf(row).length > 0 ? countedOf(row) : undefined;
  const delegator = delegatorFor(row, by, seen.verdict, counted);
  const decision = { ...seen, delegator: delegator && countedVoter(delegator), counted };
  return { delegator, decided: decide(subjectOf(row), by, decision) };
}

/** The delegator whose place `by` takes; undefined if `by` decides in their own right or takes nobody's place. */
function delegatorFor(
  row: StoredAction,
  by: Decider,
  verdict: Verdict,
  counted: ReturnType<typeof countedOf>,
): Delegator | undefined {
  if (row.status !== "pending" || !mayDecide(by)) return undefined;
  const subject = subjectOf(row);
  const fit = delegatorsFor(row, by, counted);
  // If the decision is valid for no delegator, the refusal for the first one gives the reason.
  return fit.find((one) => decide(subject, by, { verdict, digest: row.digest, delegator: countedVoter(one) }).ok) ?? fit[0];
}
