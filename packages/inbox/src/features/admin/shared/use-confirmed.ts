import { useState } from "react";
import type { Problem } from "@countersign/protocol";
import type { ChangeRequest, useChange } from "../../../api/use-change.ts";

/** A change that waits for confirmation, and what it lowers. */
interface Asked {
  change: ChangeRequest;
  says: readonly string[];
}

/**
 * Sends a change. If the server requires confirmation because protection is lowered, the change is held back until a person
 * confirms it. Only the server decides what lowers protection.
 */
export function useConfirmed<T>(change: ReturnType<typeof useChange<T>>, onDone: (answer: T) => void) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const send = (sent: ChangeRequest): void =>
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
    /** Why the last request was refused; null if it only needs confirmation. */
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

/**
 * Returns the sentences that the server wants confirmed, or null if it refused for another reason. They are at `/confirm`, or
 * at the fields themselves under a detail that names `confirm: true`.
 */
export function asksToConfirm(problem: Problem | null | undefined): string[] | null {
  if (problem?.code !== "INVALID_INPUT") return null;
  const errors = problem.errors ?? [];
  const confirm = errors.find(({ path }) => path === "/confirm");
  if (confirm)
    return confirm.message
      .replace(/^must be true:?\s*/, "")
      .split("; ")
      .filter(Boolean);
  return /`confirm: true`/.test(problem.detail) ? errors.map(({ message }) => message) : null;
}
