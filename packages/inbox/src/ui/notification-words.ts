import type { NotificationState } from "@countersign/protocol";
import { strings } from "../strings/code.tsx";
import type { Tone } from "./status-words.ts";

const TONES = {
  planned: "waiting",
  sending: "busy",
  sent: "good",
  suppressed: "quiet",
  dead: "bad",
} as const satisfies Record<NotificationState, Tone>;

export const deliveryWords = (state: NotificationState): { label: string; tone: Tone } => ({
  label: strings.deliveries[state],
  tone: TONES[state],
});

/** Why somebody is told; an endpoint is told of an event, which keeps its name. */
export function noticeWords(kind: string): string {
  const words: Readonly<Record<string, string>> = strings.notices;
  return words[kind] ?? kind;
}
