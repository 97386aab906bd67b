import type { UpstreamServer } from "@countersign/protocol";
import type { Tone } from "../../../ui/status-words.ts";

export const STATUS_TONES = {
  starting: "busy",
  online: "good",
  offline: "bad",
  disabled: "quiet",
} as const satisfies Record<UpstreamServer["status"], Tone>;
