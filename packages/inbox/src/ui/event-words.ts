import { strings } from "../strings/code.tsx";

/** Texts that complete "<who> …" by kind of event. An unlisted kind is shown by its own name. */
export const eventWords = (): Readonly<Record<string, string>> => strings.events;

/** The same for a question. */
export const questionEventWords = (): Readonly<Record<string, string>> => ({ ...strings.events, ...strings.questionEvents });
