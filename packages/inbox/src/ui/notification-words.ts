import type { NotificationState } from "@countersign/protocol";
import type { Tone } from "./status-words.ts";

export const DELIVERY_WORDS = {
  planned: { label: "Waiting", tone: "waiting" },
  sending: { label: "Sending", tone: "busy" },
  sent: { label: "Sent", tone: "good" },
  suppressed: { label: "Not needed", tone: "quiet" },
  dead: { label: "Not delivered", tone: "bad" },
} as const satisfies Record<NotificationState, { label: string; tone: Tone }>;

const KIND_WORDS: Readonly<Record<string, string>> = {
  asked: "Asked for a decision",
  assigned: "Told of the assignment",
  reminded: "Reminder",
  escalated: "Asked after escalation",
  decided: "Told that it is decided",
  failed: "Told of a problem",
  glass_broken: "Told of an emergency approval",
  daily_summary: "Daily summary",
  updated: "Message changed to the present state",
};

/** Why somebody is told; an endpoint is told of an event, which keeps its name. */
export const noticeWords = (kind: string): string => KIND_WORDS[kind] ?? kind;
