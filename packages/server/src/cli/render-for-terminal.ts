import { displayText } from "@countersign/protocol";

export interface Frame {
  /** `line`: one line, line breaks shown as marks. `block`: line breaks break the line. */
  form: "line" | "block";
  /** Stands before each line, so that no line of the text can be read as one of ours. */
  prefix?: string;
  /** Stands before the rest of a line that was too wide; as wide as `prefix`, which is the default. */
  continuation?: string;
  /** Width of the screen; null or absent: lines are not broken. */
  columns?: number | null;
}

const MIN_TEXT_COLUMNS = 20;
const TAB_COLUMNS = 8;

/**
 * The one way for text from outside to reach the screen: no escape sequence, control or invisible character passes, and no
 * line of it starts where our own lines start, also not by being wider than the screen.
 */
export function renderForTerminal(text: string, { form, prefix = "", continuation = prefix, columns = null }: Frame): string {
  const shown = displayText(text, { newlines: form === "line" ? "mark" : "keep" });
  const room = columns === null ? Infinity : Math.max(columns - columnsOf(prefix), MIN_TEXT_COLUMNS);
  return shown
    .split("\n")
    .flatMap((line) => breakLine(line, room).map((part, index) => (index === 0 ? prefix : continuation) + part))
    .join("\n");
}

/** The start of a line where only so much fits, for overviews; the cut is marked. */
export function cutForTerminal(text: string, room: number): string {
  const line = renderForTerminal(text, { form: "line" });
  if (columnsOf(line) <= room) return line;
  return `${breakLine(line, Math.max(room - 1, 1))[0] ?? ""}…`;
}

/** An upper bound: a screen that draws less leaves a gap, one that draws more would break the line itself. */
export const columnsOf = (text: string): number => [...text].reduce((sum, character) => sum + characterColumns(character), 0);

function characterColumns(character: string): number {
  if (character === "\t") return TAB_COLUMNS;
  return character <= "~" || "│…⟨⟩·".includes(character) ? 1 : 2;
}

function breakLine(line: string, room: number): string[] {
  if (room === Infinity || columnsOf(line) <= room) return [line];
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const character of line) {
    const width = characterColumns(character);
    if (used + width > room && part !== "") {
      parts.push(part);
      part = "";
      used = 0;
    }
    part += character;
    used += width;
  }
  return [...parts, part];
}
