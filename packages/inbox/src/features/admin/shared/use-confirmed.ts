import { useState } from "react";
import type { Change, useChange } from "../../../api/use-change.ts";
import { asksToConfirm } from "./asks-to-confirm.ts";

/** A change that waits for a person's yes, and what it lowers. */
interface Asked {
  change: Change;
  says: readonly string[];
}

/**
 * Sends a change; where the server wants a yes because it lowers protection, the change is held back until a person gave it.
 * What lowers protection is decided there and nowhere in the browser.
 */
export function useConfirmed<T>(change: ReturnType<typeof useChange<T>>, onDone: (answer: T) => void) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const send = (sent: Change): void =>
    change.mutate(sent, {
      onSuccess: onDone,
      onError: ({ problem }) => {
        const says = asksToConfirm(problem);
        if (says) setAsked({ change: sent, says });
      },
    });
  return {
    send,
    asked,
    /** Why the last request was refused, unless it only asked for a yes. */
    error: asksToConfirm(change.error?.problem) ? null : change.error,
    isSending: change.isPending,
    confirm: (): void => {
      if (!asked) return;
      const { method, path, body } = asked.change;
      change.mutate(
        { method, path, body: { ...(body as object), confirm: true } },
        { onSuccess: onDone, onSettled: () => setAsked(null) },
      );
    },
    cancel: (): void => {
      setAsked(null);
      change.reset();
    },
  };
}
