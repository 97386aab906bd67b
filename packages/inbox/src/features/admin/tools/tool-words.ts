import type { Approval, Tool, VettingState } from "@countersign/protocol";
import type { Tone } from "../../../ui/status-words.ts";

export const APPROVAL_WORDS = {
  required: "Always requires approval",
  when: "Asks for some calls",
  never: "Runs automatically",
} as const satisfies Record<Approval, string>;

const VETTING_WORDS = {
  vetted: { label: "In use", tone: "good" },
  unvetted: { label: "In use, not vetted", tone: "quiet" },
  changed: { label: "Changed", tone: "unsure" },
  withheld: { label: "Withheld", tone: "bad" },
  gone: { label: "Gone", tone: "quiet" },
} as const satisfies Record<VettingState, { label: string; tone: Tone }>;

/** State of the tool as agents see it, as the label and tone of a badge. */
export const stateOf = ({ enabled, vetting }: Tool): { label: string; tone: Tone } =>
  enabled || vetting.state === "gone" ? VETTING_WORDS[vetting.state] : { label: "Disabled", tone: "quiet" };

export const needsAttention = ({ vetting }: Tool): boolean => vetting.state === "changed" || vetting.state === "withheld";

const UNLISTED = "unlisted:";

/** Describes one thing that a tool was seen to need of a client. */
export function clientNeedWords(need: string): string {
  if (!need.startsWith(UNLISTED)) return `Asked for ${need} during a call, and the client did not offer it.`;
  const declared = need.slice(UNLISTED.length).replaceAll(",", ", ");
  return `Its server does not list it to clients that offer ${declared === "" ? "no capabilities" : `only ${declared}`}.`;
}
