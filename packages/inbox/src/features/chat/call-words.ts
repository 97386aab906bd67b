import type { ChatCall } from "@countersign/protocol";
import { STATUS_WORDS } from "../../ui/status-words.ts";

/** Where a call stands, in a few words. */
export function callWords({ state, outcome, refusal }: Pick<ChatCall, "state" | "outcome" | "refusal">): string {
  if (refusal !== null) return "Refused";
  if (outcome && outcome.status !== "queued") return STATUS_WORDS[outcome.status].label;
  if (outcome || state === "open") return STATUS_WORDS.pending.label;
  return state === "parked" ? "Waiting; the agent went on" : "Called";
}
