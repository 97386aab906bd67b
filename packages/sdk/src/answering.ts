import type { Action, AskedOfAgent } from "@countersign/protocol";

/** A question of a person about an action that waits. It decides nothing. */
export interface ActionQuestion extends AskedOfAgent {
  pendingActionId: string;
  toolName: string;
}

/**
 * Answers a question; the text is shown to people as the agent's own words, and cannot be changed. Undefined leaves the question
 * without a reply. `signal` aborts when nothing waits for the action any more.
 */
export type OnQuestion = (
  question: ActionQuestion,
  options: { signal: AbortSignal },
) => string | undefined | Promise<string | undefined>;

/** What people asked the agent about an action and it has not replied to. */
export function openQuestions({ comments = [] }: Pick<Action, "comments">): AskedOfAgent[] {
  const replied = new Set(comments.map(({ replyTo }) => replyTo));
  return comments
    .filter(({ id, forAgent }) => forAgent && !replied.has(id))
    .map(({ id, by, text, at }) => ({ id, from: by.name, text, at }));
}

type Reply = (actionId: string, commentId: string, text: string) => Promise<void>;

/** Answers the questions about an action while something waits for it, each once. Failures go to `onError`. */
export function createAnswering(onQuestion: OnQuestion, reply: Reply, onError: (error: unknown) => void) {
  const begun = new Set<string>();
  const running = new Set<Promise<void>>();
  const ended = new AbortController();

  async function answer(question: ActionQuestion): Promise<void> {
    try {
      const text = await onQuestion(question, { signal: ended.signal });
      if (text !== undefined && text !== "") await reply(question.pendingActionId, question.id, text);
    } catch (error) {
      if (!ended.signal.aborted) onError(error);
    }
  }

  return {
    /** Begins to answer what is new in a record of the action. */
    look(action: Action): void {
      for (const asked of openQuestions(action)) {
        if (begun.has(asked.id)) continue;
        begun.add(asked.id);
        const one = answer({ ...asked, pendingActionId: action.id, toolName: action.toolName });
        running.add(one);
        void one.finally(() => running.delete(one));
      }
    },
    /** Lets answers that were begun end, for at most so many milliseconds, and aborts the others. */
    async end(milliseconds: number): Promise<void> {
      if (running.size > 0 && milliseconds > 0) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
        await Promise.race([Promise.all(running), over]);
        clearTimeout(timer);
      }
      ended.abort();
    },
  };
}
