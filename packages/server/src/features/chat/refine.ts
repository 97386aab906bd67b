import type { RefinedInChat } from "@countersign/protocol";
import type { Chats } from "./chats.ts";
import { mayDecide, type Principal } from "../../core/principal.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { appendChatMessage } from "../../store/statements/chat-messages.ts";
import { agentNow } from "./agents.ts";
import { principalOf, type ChatDeps } from "./chat-deps.ts";
import { findOwn } from "./sessions.ts";
import { addNote, type Write } from "./turn.ts";
import type { Turns } from "./turns.ts";

export const personOf = ({ kind, id, name }: Principal) => ({ byKind: kind, byId: id, byName: name });

/**
 * Refines proposals with a person's feedback: decides each at the gate as on every channel, then begins one turn in which the
 * agent reads the feedback and one note by the gate about all of them.
 */
export function createRefine(deps: ChatDeps, turns: Turns): Pick<Chats, "refine"> {
  return {
    async refine(by, id, { items, feedback }) {
      if (!mayDecide(by)) return refuse("FORBIDDEN", "Only an approver or admin can send proposals back.");
      const found = await findOwn(deps, by, id);
      if (!found.ok) return found;
      const session = found.value;
      const agent = await agentNow(deps.database.kysely, by.workspaceId, session.agentId);
      if (!agent.ok) return agent;
      if (session.status === "running") {
        return refuse(
          "INVALID_STATE",
          "The agent is still working. Wait until it has finished, or stop it, then send the proposals back.",
        );
      }
      // Keeps the resume loop from continuing this conversation before the feedback is stored in it.
      const release = turns.hold(by.workspaceId, id);
      try {
        const told = await refineEach(by, id, items, feedback);
        if (told.refined.length === 0) return ok(told);
        const { workspaceId } = by;
        const begun = await turns.begin(
          session,
          async (trx, { turn, ...at }) => {
            const words = { turn, role: "user", text: feedback, status: "done", about: told.refined, ...personOf(by) } as const;
            await appendChatMessage(trx, at, words);
          },
          async (write: Write, turn: number) => {
            const sentBack = await deps.engine.actions.refinements(principalOf(agent.value), { sessionId: id });
            if (sentBack.ok && sentBack.value.items.length > 0)
              await addNote(write, turn, sentBack.value.message, told.refined);
          },
        );
        // The proposals are refined even if the turn cannot begin; the agent then reads this with the next message.
        if (!begun.ok)
          deps.log("info", "proposals were sent back while a turn began elsewhere", { workspaceId, sessionId: id });
        return ok(told);
      } finally {
        release();
      }
    },
  };

  async function refineEach(
    by: Principal,
    sessionId: string,
    items: readonly { pendingActionId: string; digest?: string | undefined; shownForMs?: number | undefined }[],
    comment: string,
  ): Promise<RefinedInChat> {
    const told: RefinedInChat = { refined: [], skipped: [] };
    for (const { pendingActionId, digest, shownForMs } of items) {
      const action = await deps.engine.actions.get(by, pendingActionId);
      const isOfSession = action.ok && action.value.sessionId === sessionId;
      const seen = { ...(digest !== undefined && { digest }), ...(shownForMs !== undefined && { shownForMs }) };
      const result = isOfSession
        ? await deps.engine.decisions.refine(by, pendingActionId, { comment, channel: "chat", ...seen })
        : refuse("NOT_FOUND", "There is no such proposal in this conversation.");
      if (result.ok) told.refined.push(pendingActionId);
      else told.skipped.push({ pendingActionId, code: result.refusal.code, reason: result.refusal.detail });
    }
    return told;
  }
}
