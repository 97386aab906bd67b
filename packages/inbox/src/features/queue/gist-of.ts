import type { ActionSummary, Json } from "@countersign/protocol";

const MAX_CHARACTERS = 200;

/** One line that tells similar rows apart: the tool's own summary, or what the input begins with. The row cuts it visibly. */
export function gistOf({ preview, toolInput }: Pick<ActionSummary, "preview" | "toolInput">): string {
  if (preview.summary) return preview.summary;
  let gist = "";
  for (const [name, value] of Object.entries(toolInput)) {
    if (gist.length > MAX_CHARACTERS) break;
    gist += `${gist === "" ? "" : " · "}${name}: ${textOf(value)}`;
  }
  return gist.length > MAX_CHARACTERS ? `${gist.slice(0, MAX_CHARACTERS)}…` : gist;
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value)).slice(0, MAX_CHARACTERS);
