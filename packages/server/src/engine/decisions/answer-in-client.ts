import type { Action } from "@countersign/protocol";
import { answersInClient, clientOf } from "../../core/authorize.ts";
import type { Principal } from "../../core/principal.ts";
import { refuse, type Result } from "../../core/refusal.ts";
import type { EngineDeps } from "../deps.ts";
import type { DecisionRequest, Decisions } from "../../ports/decisions.ts";
import { findAction } from "../../store/statements/read-actions.ts";

type Decide = (by: Principal, id: string, verdict: "approve" | "reject", request: DecisionRequest) => Promise<Result<Action>>;

/** Actor recorded for an answer given at an agent's client. The identity of the person is unknown. */
export const personAtClient = (agent: Principal): Principal => ({
  kind: "user",
  id: clientOf(agent.id),
  name: `the person at ${agent.name}`,
  workspaceId: agent.workspaceId,
  role: "approver",
  groups: [],
});

/**
 * The agent's key only transports the answer: its holder could otherwise approve its own calls. An administrator must therefore
 * have enabled answers for this key; that is judged again with the decision and before the execution.
 */
export const createAnswerInClient =
  ({ database }: EngineDeps, decide: Decide): Decisions["answerInClient"] =>
  async (by, id, verdict, said) => {
    if (by.kind !== "agent") return refuse("FORBIDDEN", "Only the agent's own client can answer for its user.");
    const row = await findAction(database.kysely, by.workspaceId, id);
    if (!row || row.proposedBy !== by.id) return refuse("NOT_FOUND", "You have no action with this id.");
    if (!row.tool || !row.agent || !answersInClient(row.tool, row.agent)) {
      return refuse("FORBIDDEN", "This action cannot be decided at the agent's client. Decide in the inbox.");
    }
    return decide(personAtClient(by), id, verdict, { ...said, channel: "elicitation" });
  };
