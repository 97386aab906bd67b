import type { Action } from "@countersign/protocol";
import { next, sources, type LifecycleEvent } from "../core/lifecycle.ts";
import { mayDecide, type Principal } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { transitionAction, type Transition } from "../store/statements/transition-action.ts";
import { findAction, type StoredAction } from "../store/statements/read-actions.ts";
import type { EngineDeps } from "./deps.ts";
import type { Engine } from "./engine.ts";
import { explainLostTransition } from "./explain-lost-transition.ts";
import { failpoint } from "./failpoint.ts";
import { newId } from "./new-id.ts";
import { toAction } from "./to-wire.ts";

/** Transitions of an action other than by a decision or an execution. */
export function createSettlements(deps: EngineDeps): Pick<Engine, "cancel" | "retry" | "settle"> {
  const { kysely } = deps.database;

  async function move(
    by: Principal,
    id: string,
    event: LifecycleEvent,
    check: (row: StoredAction) => Result<unknown>,
    rest: Omit<Transition, "workspaceId" | "id" | "from" | "to" | "seenVersion" | "by" | "digest">,
  ): Promise<Result<Action>> {
    for (;;) {
      const row = await findAction(kysely, by.workspaceId, id);
      if (!row) return refuse("NOT_FOUND", "There is no such action in this workspace.");
      const checked = check(row);
      if (!checked.ok) return checked;
      const to = next(row.status, event);
      failpoint("decide.read");
      const moved =
        to &&
        (await transitionAction(kysely, {
          ...rest,
          workspaceId: row.workspaceId,
          id,
          from: sources(event),
          to,
          seenVersion: row.version,
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
  }

  const needApprover = (by: Principal): Result<void> =>
    mayDecide(by) ? ok(undefined) : refuse("FORBIDDEN", "Only a person with the role approver or admin settles this.");

  return {
    cancel: (by, id) =>
      move(
        by,
        id,
        "cancel",
        (row) =>
          row.proposedBy === by.id ? ok(undefined) : refuse("FORBIDDEN", "Only the agent that proposed an action cancels it."),
        { event: "action.cancelled" },
      ),
    retry: (by, id, comment) =>
      move(by, id, "retry", (row) => (needApprover(by).ok ? canRunAgain(row) : needApprover(by)), {
        event: "action.retried",
        extra: comment ? { comment } : {},
        decision: { id: newId(), verdict: "approve", comment: comment ?? null, channel: "retry" },
        needsApprover: true,
        needsSameTool: true,
        error: null,
      }),
    settle: (by, id, outcome, note) =>
      move(by, id, outcome === "executed" ? "settle_executed" : "settle_failed", () => needApprover(by), {
        event: "action.settled",
        extra: { outcome, note },
        needsApprover: true,
        error: outcome === "executed" ? null : JSON.stringify({ code: "handler", message: `Settled by a person: ${note}` }),
        result: outcome === "executed" ? JSON.stringify({ settledBy: by.name, note }) : null,
      }),
  };
}

/** Refuses a retry if the target or tool changed: an approval for one version must not run against another. */
function canRunAgain(row: StoredAction): Result<void> {
  const code = row.error === null ? undefined : (JSON.parse(row.error) as { code: string }).code;
  if (code === "stale" || code === "tool_changed") {
    return refuse("STALE", "What it was approved for has changed; ask the agent for a new proposal.");
  }
  if (code === "invalid" && row.attempts.length === 0) {
    return refuse("STALE", "The tool refused this input before anybody approved it; ask the agent for a new proposal.");
  }
  return ok(undefined);
}
