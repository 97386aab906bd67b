import type { Tool, VettingState } from "@countersign/protocol";
import { strings } from "../../../strings/tools.tsx";
import type { Tone } from "../../../ui/status-words.ts";

const VETTING_TONES = {
  vetted: "good",
  unvetted: "quiet",
  changed: "unsure",
  withheld: "bad",
  gone: "quiet",
} as const satisfies Record<VettingState, Tone>;

/** State of the tool as agents see it, as the label and tone of a badge. */
export const stateOf = ({ enabled, vetting }: Tool): { label: string; tone: Tone } =>
  enabled || vetting.state === "gone"
    ? { label: strings.states[vetting.state], tone: VETTING_TONES[vetting.state] }
    : { label: strings.disabled, tone: "quiet" };

export const needsAttention = ({ vetting }: Tool): boolean => vetting.state === "changed" || vetting.state === "withheld";

const UNLISTED = "unlisted:";

/** Describes one thing that a tool was seen to need of a client. */
export function clientNeedWords(need: string): string {
  if (!need.startsWith(UNLISTED)) return strings.clientNeeds.askedFor(need);
  return strings.clientNeeds.unlisted(need.slice(UNLISTED.length).replaceAll(",", ", "));
}
