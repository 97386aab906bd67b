import type { GrantState } from "@countersign/protocol";
import type { Tone } from "../../../ui/status-words.ts";

/** How a grant stands, and what that means for calls. */
export const GRANT_WORDS = {
  live: { label: "Live", tone: "good", says: "calls it is true of pass" },
  used_up: { label: "Used up", tone: "quiet", says: "every call asks a person again" },
  expired: { label: "Expired", tone: "quiet", says: "every call asks a person again" },
  revoked: { label: "Revoked", tone: "quiet", says: "every call asks a person again" },
  tool_changed: { label: "Tool changed", tone: "bad", says: "the tool is not the one it was written for, so every call asks" },
  author_gone: { label: "Author gone", tone: "bad", says: "its author may no longer decide on the tool, so every call asks" },
} as const satisfies Record<GrantState, { label: string; tone: Tone; says: string }>;
