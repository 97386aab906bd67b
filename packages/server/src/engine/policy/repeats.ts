import {
  REJECTIONS_BEFORE_PAUSE,
  REPEATS_BEFORE_PAUSE,
  type AfterReject,
  type Outcome,
  type ProposeRequest,
  type Repeat,
} from "@countersign/protocol";
import { isApproverOf } from "../../core/authorize.ts";
import { hasRole, lowerRole, mayDecide, type Principal } from "../../core/principal.ts";
import { ok, refuse } from "../../core/refusal.ts";
import type { CalledTool } from "../../store/statements/find-propose-context.ts";
import {
  countRepeat,
  findLiftable,
  findRejection,
  liftRepeat,
  listRepeats,
  type ListedRepeat,
} from "../../store/statements/refused-repeats.ts";
import type { Repeats } from "../../ports/policy.ts";
import type { EngineDeps } from "../deps.ts";
import { newId } from "../new-id.ts";

/** A call that is refused because of a rejected one. */
export interface RefusedRepeat {
  /** The rejected action. */
  actionId: string;
  /** The tool is paused for this agent, whatever the call is. */
  paused: boolean;
  /** People rejected so many calls that the tool is paused now, whatever the call is. */
  often: boolean;
  afterReject: AfterReject;
}

const MAX_LISTED = 200;
/** Attempts to lift a pause. Any change of the policy, also of another tool, makes one fail. */
const LOOKS = 5;

/**
 * Returns the rejection that refuses this call, if any. Applies only to tools that need approval: what an administrator lets
 * run automatically runs despite earlier rejections.
 */
export function findRefusedRepeat(
  { approval, routingRules, afterReject, rejectedOftenId, pausedOverId }: CalledTool,
  rejectedId: string | null,
): RefusedRepeat | undefined {
  if ((approval === "never" && routingRules === null) || afterReject === "ask") return undefined;
  const refused = (actionId: string, more: Partial<RefusedRepeat> = {}): RefusedRepeat => ({
    actionId,
    paused: false,
    often: false,
    afterReject,
    ...more,
  });
  if (pausedOverId !== null && afterReject === "pause") return refused(pausedOverId, { paused: true });
  if (rejectedOftenId !== null && afterReject === "pause") return refused(rejectedOftenId, { often: true });
  return rejectedId === null ? undefined : refused(rejectedId);
}

export function createRepeats({ database }: EngineDeps) {
  const { kysely } = database;

  /** Counts the repeat and tells the agent the reason of the rejection. The call is not stored and nobody is asked. */
  async function refuseRepeat(
    by: Principal,
    call: Pick<ProposeRequest, "toolName" | "missionId" | "sessionId">,
    refused: RefusedRepeat,
  ): Promise<Outcome> {
    const { actionId, afterReject } = refused;
    const counted = refused.paused
      ? undefined
      : await countRepeat(kysely, {
          workspaceId: by.workspaceId,
          id: newId(),
          toolName: call.toolName,
          missionId: call.missionId ?? null,
          sessionId: call.sessionId ?? null,
          by,
          actionId,
          pauses: refused.often ? "now" : afterReject === "pause",
        });
    if (counted) database.notify(by.workspaceId);
    const reason = await findRejection(kysely, by.workspaceId, actionId);
    const paused = counted === undefined || counted.pausedAt !== null;
    return {
      status: "rejected",
      pendingActionId: actionId,
      toolName: call.toolName,
      message: refused.paused ? PAUSED : refused.often ? OFTEN : paused ? `${REPEATED} ${NOW_PAUSED}` : REPEATED,
      ...(reason === null ? {} : { reason }),
      repeated: { times: counted?.repeats ?? REPEATS_BEFORE_PAUSE, paused },
    };
  }

  const admin: Repeats = {
    async list(by) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read refused calls.");
      return ok((await listRepeats(kysely, by.workspaceId, MAX_LISTED)).map(toRepeat));
    },

    async lift(by, id, forget) {
      if (!mayDecide(by)) return refuse("FORBIDDEN", "Only an approver or admin can lift the pause.");
      const { workspaceId } = by;
      for (let look = 1; look <= LOOKS; look += 1) {
        const found = await findLiftable(kysely, { workspaceId, id, byId: by.id });
        if (!found) {
          return refuse("NOT_FOUND", "There is no pause with this id. Somebody may have lifted it already.");
        }
        const { tool, person, policyEpoch } = found;
        if (!person || !isApproverOf(tool, { ...person, role: lowerRole(by.role, person.role) })) {
          return refuse("FORBIDDEN", "You are not one of the people who can decide on calls to this tool.");
        }
        if (await liftRepeat(kysely, { workspaceId, id, forget, by, policyEpoch })) {
          database.notify(workspaceId);
          return ok({ id });
        }
      }
      return refuse("UNAVAILABLE", "The settings keep changing; try again.");
    },
  };
  return { refuseRepeat, admin };
}

const REPEATED =
  "A person already rejected this call. It has not run, and no new approval was requested. Do not repeat it; see `reason` and try something else.";
const NOW_PAUSED = "Rejected calls were repeated too often, so the tool is now paused for you until a person resumes it.";
const OFTEN = `People rejected ${REJECTIONS_BEFORE_PAUSE} calls to this tool in a row, so it is now paused for you. This call has not run, and no approval was requested. Continue without the tool; only a person can lift the pause.`;
const PAUSED =
  "This tool is paused for you, because its calls were rejected too often. This call has not run, and no approval was requested. Continue without the tool; only a person can lift the pause.";

const toRepeat = (row: ListedRepeat): Repeat => ({
  id: row.id,
  toolName: row.toolName,
  missionId: row.missionId,
  sessionId: row.sessionId,
  agent: { id: row.agentId, name: row.agentName },
  repeats: row.repeats,
  repeatedAt: row.repeatedAt.toISOString(),
  pausedAt: row.pausedAt?.toISOString() ?? null,
  rejected: {
    pendingActionId: row.actionId,
    reason: row.reason,
    by: row.byKind === null || row.byId === null ? null : { kind: row.byKind, id: row.byId, name: row.byName ?? row.byId },
  },
});
