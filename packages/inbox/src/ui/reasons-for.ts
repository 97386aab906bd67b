import { strings } from "../strings/decision.tsx";

/** Reasons to choose from for a rejection: the tool's, `own`, if it has some, else the inbox's. */
export const reasonsFor = (of: "call" | "question", own: readonly string[] = []): readonly string[] =>
  own.length > 0 ? own : strings.reject[of].presets;
