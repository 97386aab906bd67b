import { useStopped } from "./stopped.ts";

/** Says during an emergency stop why the button of an approval is disabled. */
export function StoppedNote() {
  return useStopped() ? <p role="note">{STOPPED_WORDS}</p> : null;
}

export const STOPPED_WORDS = "Everything is stopped. Nothing can be approved until an administrator lifts the stop.";
