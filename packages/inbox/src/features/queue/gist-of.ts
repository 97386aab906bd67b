import type { ActionSummary, Json } from "@countersign/protocol";

const MAX_CHARACTERS = 200;
const MAX_VALUE_CHARACTERS = 32;

/**
 * One line that tells similar rows apart: the tool's own summary, the start of the input, or what the agent says beside its
 * question. The row truncates it visibly.
 */
export function gistOf({
  preview,
  effectiveInput,
  isQuestion,
}: Pick<ActionSummary, "preview" | "effectiveInput" | "isQuestion">): string {
  if (preview.summary) return preview.summary;
  if (isQuestion) return firstLineOf(effectiveInput["context"]);
  let gist = "";
  for (const [name, value] of Object.entries(effectiveInput)) {
    if (gist.length > MAX_CHARACTERS) break;
    gist += `${gist === "" ? "" : " · "}${name}: ${textOf(value)}`;
  }
  return gist.length > MAX_CHARACTERS ? `${gist.slice(0, MAX_CHARACTERS)}…` : gist;
}

function firstLineOf(text: Json | undefined): string {
  if (typeof text !== "string") return "";
  const [line = "", ...rest] = text.split("\n");
  return rest.length > 0 ? `${line} …` : line;
}

/** Truncates a long value, to leave room for the others. */
const textOf = (value: Json): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const start = Array.from(text.slice(0, 2 * MAX_VALUE_CHARACTERS))
    .slice(0, MAX_VALUE_CHARACTERS)
    .join("");
  return start === text ? text : `${start}…`;
};
