import type { BatchResult, DecisionItem, RefinedInChat } from "@countersign/protocol";
import { createContext, use } from "react";
import { chatPath } from "./chat-queries.ts";
import { request } from "./request.ts";
import { shownFor } from "./shown-since.ts";

/** The conversation a proposal belongs to, where feedback is sent and answered; null everywhere else. */
export const ConversationContext = createContext<string | null>(null);

export const useConversation = (): string | null => use(ConversationContext);

/** Limit of the server for one request. */
const MAX_ITEMS = 200;

/** Refines proposals of a conversation with one feedback; returns one result for every item, like every batch of decisions. */
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
