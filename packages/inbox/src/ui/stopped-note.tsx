import { strings } from "../strings/ui.tsx";
import { useStopped } from "./stopped.ts";

/** Says during an emergency stop why the button of an approval is disabled. */
export function StoppedNote() {
  return useStopped() ? <p role="note">{stoppedWords()}</p> : null;
}

export const stoppedWords = (): string => strings.approval.stoppedWhy;
