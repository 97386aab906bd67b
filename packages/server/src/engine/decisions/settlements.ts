import type { Action, FailureCode } from "@countersign/protocol";
import { actsForOf, approvalRulesOf, approversOf, ownPersonOf } from "../../core/authorize.ts";
import { refuseApprover } from "../../core/decide.ts";
import { next, sources, type LifecycleEvent } from "../../core/lifecycle.ts";
import { isSignedIn, mayDecide, type Principal } from "../../core/principal.ts";
import { isQuestion } from "../../core/questions.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import { transitionAction, type Transition } from "../../store/statements/transition-action.ts";
import { findAction, type StoredAction } from "../../store/statements/read-actions.ts";
import { asOfNow, delegatorsFor, refuseOtherTool, type Delegator } from "./decider.ts";
import type { EngineDeps } from "../deps.ts";
import type { Settlements } from "../../ports/decisions.ts";
import { explainLostTransition } from "./explain-lost-transition.ts";
import { failpoint } from "../failpoint.ts";
import { newId } from "../new-id.ts";
import { refuseResolved } from "./refuse-resolved.ts";
import { toAction } from "../actions/to-wire.ts";
import { withRouting } from "./routing.ts";

type Rest = Pick<Transition, "event" | "extra" | "decision" | "error" | "result" | "dropsNotBefore" | "delegator">;

/** Attempts before a transition is refused: a worker's preview or a change of the policy may come between read and write. */
const LOOKS = 25;

/** Transitions of an action other than by a decision or an execution. */
export function createSettlements(deps: EngineDeps): Settlements {
  const move = moverOf(deps);
  return {
    cancel: (by, id) =>
      move(
        by,
        id,
        "cancel",
        (row) =>
          row.proposedBy === by.id
            ? ok(undefined)
            : refuse("FORBIDDEN", "Only the agent that proposed an action can cancel it."),
        { event: "action.cancelled" },
      ),
    retry: (by, id, comment) =>
      move(
        by,
        id,
        "retry",
        (row) => refuseSettler(by, row) ?? canRunAgain(row),
        (row) => ({
          event: "action.retried",
          extra: comment ? { comment } : {},
          decision: {
            id: newId(),
            verdict: "approve",
            comment: comment ?? null,
            channel: "retry",
            selfConfirmed: actsForOf(row) === by.id,
          },
          error: null,
          // Without an approval rule the retry is an approval to run now. Under one, the earlier approvals and their start still count.
          dropsNotBefore: approvalRulesOf(row).length === 0,
        }),
      ),
    withdraw: (by, id, comment) =>
      move(
        by,
        id,
        "withdraw",
        (row) => refuseSettler(by, row, delegatorOf(by, row)) ?? isUnstarted(row),
        (row) => {
          const delegator = delegatorOf(by, row);
          return {
            event: "action.withdrawn",
            extra: {
              ...(delegator ? { onBehalfOf: { id: delegator.id, name: delegator.name } } : {}),
              ...(comment ? { comment } : {}),
            },
            error: failure(
              "withdrawn",
              `${by.name} withdrew the approval before it ran${row.attempts.length > 0 ? " again" : ""}.`,
            ),
            ...(delegator ? { delegator } : {}),
          };
        },
      ),
    settle: (by, id, outcome, note) =>
      move(
        by,
        id,
        outcome === "executed" ? "settle_executed" : "settle_failed",
        (row) => refuseSettler(by, row) ?? refuseAnswerFor(row, outcome) ?? ok(undefined),
        settledAs(by, outcome, note),
      ),
  };
}

/** Applies one event of an action's lifecycle after `check`, as often as another change comes first. */
function moverOf(deps: EngineDeps) {
  const { kysely } = deps.database;
  return async function move(
    by: Principal,
    id: string,
    event: LifecycleEvent,
    check: (row: StoredAction) => Result<unknown>,
    rest: Rest | ((row: StoredAction) => Rest),
  ): Promise<Result<Action>> {
    for (let look = 1; look <= LOOKS; look += 1) {
      const read = await findAction(kysely, by.workspaceId, id, by.id);
      if (!read) return refuse("NOT_FOUND", "There is no such action in this workspace.");
      // Whoever cancels needs no right that a rule gives.
      const routed = event === "cancel" ? ok(read) : await withRouting(deps.checks, by, read);
      if (!routed.ok) return routed;
      const row = routed.value;
      const checked = check(row);
      if (!checked.ok) return checked;
      const to = next(row.status, event);
      failpoint("decide.read");
      const moved =
        to &&
        (await transitionAction(kysely, {
          ...(typeof rest === "function" ? rest(row) : rest),
          workspaceId: row.workspaceId,
          id,
          from: sources(event),
          to,
          seenVersion: row.version,
          ...(row.policyEpoch === undefined ? {} : { policyEpoch: row.policyEpoch }),
          by,
          digest: row.digest,
        }));
      if (moved) {
        failpoint("decide.committed");
        deps.database.notify(by.workspaceId);
        if (event === "retry") deps.wakeExecutor();
        const stored = await findAction(kysely, by.workspaceId, id);
        return ok(toAction(stored ?? { ...row, ...moved }));
      }
      const lost = await explainLostTransition(deps, by, row, event);
      if (lost !== "moved on") return lost;
    }
    return refuse("UNAVAILABLE", "The action keeps changing; try again.");
  };
}

const failure = (code: FailureCode, message: string): string => JSON.stringify({ code, message });

/** What a person says became of an action whose outcome was unknown. */
const settledAs = (by: Principal, outcome: "executed" | "failed", note: string) => ({
  event: "action.settled",
  extra: { outcome, note },
  error: outcome === "executed" ? null : failure("handler", `Settled by a person: ${note}`),
  result: outcome === "executed" ? JSON.stringify({ settledBy: by.name, note }) : null,
});

/** The person in whose place `by` withdraws an approval; undefined if they act in their own right, or for nobody. */
const delegatorOf = (by: Principal, row: StoredAction): Delegator | undefined => delegatorsFor(row, asOfNow(by, row))[0];

/** Refuses a person who may not decide on the action, whatever its status; a delegate where `delegator` is given. */
function refuseSettler(by: Principal, row: StoredAction, delegator?: Delegator): { ok: false; refusal: Refusal } | undefined {
  const now = asOfNow(by, row);
  if (!mayDecide(now)) return refuse("FORBIDDEN", "Only an approver or admin can settle an unknown outcome.");
  const refusal = delegator ? undefined : refuseApprover(approversOf(row), now);
  if (refusal !== undefined) return refuse("FORBIDDEN", refusal);
  if (actsForOf(row) !== by.id || (ownPersonOf(row) === null && isSignedIn(by))) return undefined;
  return refuse("FORBIDDEN", "The agent that proposed this acts for you. Somebody else must decide.");
}

/** Refuses to say that a question was answered: the answer itself is what the agent is told, so it is run again. */
const refuseAnswerFor = (row: StoredAction, outcome: "executed" | "failed") =>
  isQuestion(row) && outcome === "executed"
    ? refuse("INVALID_STATE", "A question cannot be settled as executed. Retry it instead; its answer is stored.")
    : undefined;

/** Refuses to withdraw what is not approved, and what may have taken effect in a lost attempt. */
function isUnstarted(row: StoredAction): Result<void> {
  if (row.status !== "approved") return refuseResolved(row);
  if (row.attempts.at(-1)?.outcome !== "lost") return ok(undefined);
  return refuse(
    "INVALID_STATE",
    "An earlier run was interrupted and may have taken effect. The action runs again to find out.",
  );
}

/** Refuses a retry if the target or tool changed: an approval for one version must not run against another. */
function canRunAgain(row: StoredAction): Result<void> {
  const other = refuseOtherTool(row);
  if (other) return other;
  const code = row.error === null ? undefined : (JSON.parse(row.error) as { code: string }).code;
  if (code === "stale" || code === "tool_changed") {
    return refuse("STALE", "The target changed after the approval. Ask the agent for a new proposal.");
  }
  if (code === "invalid" && row.attempts.length === 0) {
    return refuse("STALE", "The tool rejected this input before the approval. Ask the agent for a new proposal.");
  }
  return ok(undefined);
}
