import { startsLater, type Action } from "@countersign/protocol";
import { strings } from "../strings/ui.tsx";
import { statusWords } from "./status-words.ts";
import { useClock } from "./use-clock.ts";

type Started = Pick<Action, "status" | "notBefore">;

/** Whether an action is approved to start at a time that is still ahead. */
export function useStartsLater(action: Started): boolean {
  return startsLater(action, useClock());
}

/** Completes "This action …". */
export const useSays = (action: Started & Pick<Action, "isQuestion">): string =>
  useStartsLater(action) ? strings.approvedForLater : statusWords(action).says;
