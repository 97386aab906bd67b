import type { ActionStatus, FailureCode } from "@countersign/protocol";
import { strings } from "../strings/ui.tsx";

export type Tone = "waiting" | "busy" | "good" | "bad" | "unsure" | "quiet";

interface StatusWords {
  label: string;
  /** Completes "This action …". */
  says: string;
  tone: Tone;
}

const TONES = {
  pending: "waiting",
  approved: "busy",
  executing: "busy",
  executed: "good",
  failed: "bad",
  outcome_unknown: "unsure",
  rejected: "quiet",
  refined: "quiet",
  expired: "quiet",
  cancelled: "quiet",
} as const satisfies Record<ActionStatus, Tone>;

/** Words for the state of an action or a question. */
export const statusWords = ({ status, isQuestion }: { status: ActionStatus; isQuestion: boolean }): StatusWords => ({
  ...(isQuestion ? strings.questionStatus : strings.status)[status],
  tone: TONES[status],
});

/** The state of an action in one or two words. */
export const statusLabel = (status: ActionStatus): string => strings.status[status].label;

export const failureWords = (code: FailureCode): string => strings.failures[code];
