import type { BatchResult, DecisionItem, RefinedInChat } from "@countersign/protocol";
import { createContext, use } from "react";
import { chatPath } from "./chat-queries.ts";
import { request } from "./request.ts";
import { shownFor } from "./shown-since.ts";

/** Conversation of a proposal, which receives feedback and answers it; null outside of conversations. */
export const ConversationContext = createContext<string | null>(null);

export const useConversation = (): string | null => use(ConversationContext);

/** The server's limit of items per request. */
const MAX_ITEMS = 200;

/** Refines proposals of a conversation with one feedback. Returns one result per item, like every batch of decisions. */
export async function refineInChat(
  conversation: string,
  items: readonly Pick<DecisionItem, "pendingActionId" | "digest">[],
  feedback: string,
): Promise<BatchResult["results"]> {
  const results: BatchResult["results"] = [];
  for (let start = 0; start < items.length; start += MAX_ITEMS) {
    const part = items.slice(start, start + MAX_ITEMS).map(({ pendingActionId, digest }) => ({
      pendingActionId,
      ...(digest !== undefined && { digest }),
      ...shownFor(pendingActionId),
    }));
    const { refined, skipped } = await request<RefinedInChat>("POST", chatPath(conversation, "/refine"), {
      items: part,
      feedback,
    });
    results.push(
      ...refined.map((pendingActionId) => ({ pendingActionId, outcome: "refined" as const })),
      ...skipped.map(({ pendingActionId, code, reason }) => ({
        pendingActionId,
        outcome: "skipped" as const,
        code,
        detail: reason,
      })),
    );
  }
  return results;
}
