import type { TimelineEntry } from "@countersign/protocol";
import { strings } from "../strings/events.tsx";

/** Texts that complete "<who> …" by kind of event. An unlisted kind is shown by its own name. */
export const eventWords = (): Readonly<Record<string, string>> => strings.events;

/** The same for a question. */
export const questionEventWords = (): Readonly<Record<string, string>> => ({ ...strings.events, ...strings.questionEvents });

/** Text of one event, which says where nobody but the person for whom the agent acts approved. */
export const wordsOfEvent = ({ kind, data }: Pick<TimelineEntry, "kind" | "data">, words = eventWords()): string | undefined =>
  (data["selfConfirmed"] === true ? selfConfirmedWords()[kind] : undefined) ?? words[kind];

const selfConfirmedWords = (): Readonly<Record<string, string>> => strings.selfConfirmedEvents;
