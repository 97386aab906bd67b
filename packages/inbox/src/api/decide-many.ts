import { ERRORS, type Action, type BatchResult, type DecisionItem } from "@countersign/protocol";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { chunkDecisions } from "./chunk-decisions.ts";
import { keys } from "./keys.ts";
import { refineInChat, useConversation } from "./refine-in-chat.ts";
import { patchManyRows } from "./replace-row.ts";
import { ApiError, request } from "./request.ts";
import { shownFor } from "./shown-since.ts";
import { useMe } from "./signed-in.ts";

type Results = BatchResult["results"];

/** What became of decisions on many actions. Every item sent is in `results` or in `left`. */
export interface Decided {
  results: Results;
  /** Items without a result, to be sent again. */
  left: readonly DecisionItem[];
  /** Why the request with the first item of `left` failed; null if nothing is left. */
  fault: ApiError | null;
  /** Number of items, from the start of `left`, that the server may have decided all the same. */
  unsure: number;
}

const OUTCOME = { approve: "approved", reject: "rejected", refine: "refined" } as const;

/** Whether the server may have decided something before this failure. */
export const isUnsure = ({ code }: ApiError): boolean => code === "NO_ANSWER" || ERRORS[code].status >= 500;

/**
 * Decides many rows, each by itself, in as many requests as the server's limits require; stops at the first that fails. Sending
 * the rest again decides nothing twice: the server skips what is decided, and what this person decided counts as done.
 */
export function useDecideMany() {
  const cache = useQueryClient();
  const conversation = useConversation();
  const meId = useMe()?.principal.id;
  const doubtful = useRef(new Set<string>());
  const [sentCount, setSentCount] = useState(0);
  const mutation = useMutation<Decided, ApiError, readonly DecisionItem[]>({
    mutationFn: async (items) => {
      const results: Results = [];
      setSentCount(0);
      const timed = items.map((item) => ({ ...item, ...shownFor(item.pendingActionId) }));
      const feedback = items.find(({ verdict }) => verdict === "refine")?.feedback;
      const inChat = conversation !== null && feedback !== undefined ? { conversation, feedback } : null;
      // In a conversation the feedback is one message.
      for (const chunk of inChat ? [timed] : chunkDecisions(timed)) {
        try {
          const answer = await (inChat ? refineInChat(inChat.conversation, chunk, inChat.feedback) : sendChunk(chunk));
          results.push(...(await settleDoubts(answer, chunk, doubtful.current, meId)));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (isUnsure(error)) for (const { pendingActionId } of chunk) doubtful.current.add(pendingActionId);
          // Where nothing was decided, the form stays open, with the error beside its button.
          if (results.length === 0 && !isUnsure(error)) throw error;
          const left = items.slice(results.length);
          return { results, left, fault: error, unsure: isUnsure(error) ? chunk.length : 0 };
        }
        setSentCount(results.length);
      }
      return { results, left: [], fault: null, unsure: 0 };
    },
    onSuccess: ({ results, left }) => {
      // The rows stay in place: reading every page of a long list again would move them and take long.
      const outcomes = new Map(
        results.flatMap(({ pendingActionId, outcome }) =>
          outcome === "skipped" || outcome === "voted" ? [] : [[pendingActionId, outcome] as const],
        ),
      );
      patchManyRows(cache, outcomes, (row) =>
        row.status === "pending" ? { ...row, status: outcomes.get(row.id) ?? row.status } : row,
      );
      if (left.length > 0) void cache.invalidateQueries({ queryKey: keys.lists });
    },
    onError: () => void cache.invalidateQueries({ queryKey: keys.lists }),
    onSettled: (_results, _error, items) => {
      for (const { pendingActionId } of items) void cache.invalidateQueries({ queryKey: keys.action(pendingActionId) });
      void cache.invalidateQueries({ queryKey: keys.counts });
    },
  });
  return { ...mutation, sentCount };
}

const sendChunk = async (items: readonly DecisionItem[]): Promise<Results> =>
  (await request<BatchResult>("POST", "/api/pending-actions/decisions", { items })).results;

/** Replaces a skip by the outcome if an earlier request, which got no answer, had made this person's decision. */
const settleDoubts = (results: Results, items: readonly DecisionItem[], doubtful: Set<string>, meId: string | undefined) =>
  Promise.all(
    results.map(async (result) => {
      const { pendingActionId: id, outcome } = result;
      const item = items.find(({ pendingActionId }) => pendingActionId === id);
      if (outcome !== "skipped" || !item || !doubtful.has(id)) return result;
      const action = await request<Action>("GET", `/api/pending-actions/${encodeURIComponent(id)}`).catch(() => null);
      const isMine = action?.decisions.some(({ verdict, by }) => verdict === item.verdict && by.id === meId) === true;
      if (!action || !isMine) return result;
      return { pendingActionId: id, outcome: action.status === "pending" ? ("voted" as const) : OUTCOME[item.verdict] };
    }),
  );
