import { isVettedState, type Action, type Json, type Target } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import { decide } from "../../core/decide.ts";
import { actionDigest } from "../../core/digest.ts";
import { hasRole, mayDecide, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { findAction, type StoredAction } from "../../store/statements/read-actions.ts";
import { rebaseAction } from "../../store/statements/rebase-action.ts";
import { carryOver } from "./carry-over.ts";
import { asOfNow, subjectOf } from "./decider.ts";
import type { EngineDeps } from "../deps.ts";
import { describeAgain, type DescribedAgain } from "./describe-again.ts";
import type { RebaseRequest, Targets } from "../../ports/decisions.ts";
import { explainLostTransition } from "./explain-lost-transition.ts";
import { failpoint } from "../failpoint.ts";
import { lookAtTarget } from "./look-at-target.ts";
import { newId } from "../new-id.ts";
import { refuseResolved } from "./refuse-resolved.ts";
import { toAction, toActionOfPeople } from "../actions/to-wire.ts";
import { withRouting } from "./routing.ts";
import { repeatHash } from "../proposals/repeat-hash.ts";

const COMMENT = "Rebased onto the current target";
const MAX_NAMED = 20;
/** Attempts before giving up: the row may change for reasons that still permit a rebase. */
const LOOKS = 5;

/** Compares an action's target with its state at proposal, and rebases the action onto it. */
export function createTargets(deps: EngineDeps): Targets {
  const { kysely } = deps.database;

  async function rebaseRow(asked: Principal, read: StoredAction, request: RebaseRequest): Promise<Result<Action> | "moved on"> {
    const routed = await withRouting(deps.checks, asked, read);
    if (!routed.ok) return routed;
    const row = routed.value;
    const by = asOfNow(asked, row);
    const decided = decide(subjectOf(row), by, { verdict: "refine", digest: request.digest });
    if (!decided.ok) {
      const { refusal } = decided;
      if (refusal.code === "INVALID_STATE") return refuseResolved(row);
      return refusal.code === "DIGEST_MISMATCH" ? refuse(refusal.code, refusal.detail, { current: toAction(row) }) : decided;
    }
    const look = await lookAtTarget(deps, row);
    const again = await describeAgain(deps, by, row, look, carryOver(deps, row, look));
    if (!again.ok) return again;
    failpoint("decide.read");
    const stored = await rebaseAction(kysely, {
      workspaceId: row.workspaceId,
      id: row.id,
      seenVersion: row.version,
      policyEpoch: row.policyEpoch ?? 0,
      by,
      decisionId: newId(),
      comment: commentOf(again.value.conflicts),
      leftOut: again.value.conflicts,
      channel: request.channel,
      next: toNext(row, again.value),
    });
    if (!stored) return explainLostTransition(deps, by, row, "refine");
    failpoint("decide.committed");
    deps.database.notify(row.workspaceId);
    return ok(toActionOfPeople((await findAction(kysely, row.workspaceId, stored.id)) ?? { ...stored, decisions: [] }));
  }

  return {
    async read(by, id): Promise<Result<Target>> {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only members of the workspace can look at targets.");
      const row = await findAction(kysely, by.workspaceId, id);
      if (!row) return notFound();
      const look = await lookAtTarget(deps, row);
      const carried = carryOver(deps, row, look);
      const again = await describeAgain(deps, by, row, look, carried);
      const unchanged = look.state === "unchanged";
      const proposedNow = again.ok ? again.value.facts.proposed : unchanged ? row.proposed : null;
      const reason = look.reason ?? (again.ok || unchanged ? undefined : again.refusal.detail);
      return ok({
        state: look.state,
        target: row.target,
        snapshotThen: row.snapshot,
        snapshotNow: look.snapshotNow,
        current: look.current,
        proposedNow: proposedNow === null ? null : (JSON.parse(proposedNow) as Json),
        conflicts: row.status === "pending" ? carried.conflicts : [],
        canRebase: again.ok,
        ...(reason === undefined ? {} : { reason }),
      });
    },

    async rebase(by, id, request): Promise<Result<Action>> {
      if (!mayDecide(by)) return refuse("FORBIDDEN", "Only an approver or admin can decide.");
      for (let look = 1; look <= LOOKS; look += 1) {
        const row = await findAction(kysely, by.workspaceId, id, by.id);
        const result = row ? await rebaseRow(by, row, request) : notFound();
        if (result !== "moved on") return result;
      }
      return refuse("UNAVAILABLE", "The action keeps changing; try again.");
    },
  };
}

const toNext = (row: StoredAction, { facts, tool, input, routing }: DescribedAgain) => {
  const { snapshot } = facts;
  const { workspaceId, toolName, toolHash, target } = row;
  const toolInput = canonicalJson(input);
  return {
    id: newId(),
    toolInput,
    repeatHash: repeatHash(input, tool.inputSchema),
    preview: facts.preview,
    snapshot,
    current: facts.current,
    proposed: facts.proposed,
    digest: actionDigest({ workspaceId, toolName, toolHash, input: toolInput, target, snapshot }),
    risk: tool.risk,
    ratedRisk: tool.ratedRisk,
    vetted: isVettedState(tool.vetting),
    routing,
  };
};

function commentOf(conflicts: readonly string[]): string {
  if (conflicts.length === 0) return COMMENT;
  const more = conflicts.length > MAX_NAMED ? ` and ${conflicts.length - MAX_NAMED} more` : "";
  return `${COMMENT}; not carried over, because somebody else also changed them: ${conflicts.slice(0, MAX_NAMED).join(", ")}${more}`;
}

const notFound = (): Result<never> => refuse("NOT_FOUND", "There is no such action in this workspace.");
