import { displayText } from "@countersign/protocol";

export interface Frame {
  /** `line`: one line, line breaks shown as marks. `block`: line breaks are kept. */
  form: "line" | "block";
  /** Put before each line, so that no line of the text looks like our own output. */
  prefix?: string;
  /** Put before the rest of a broken line; default: `prefix`, whose width it must have. */
  continuation?: string;
  /** Screen width in columns; null or undefined: lines are not broken. */
  columns?: number | null;
}

const MIN_TEXT_COLUMNS = 20;
const TAB_COLUMNS = 8;

/**
 * The only way to print text from outside: escape sequences, control and invisible characters become visible marks, and no line
 * of the text, even if wider than the screen, starts where our own lines start.
 */
export function renderForTerminal(text: string, { form, prefix = "", continuation = prefix, columns = null }: Frame): string {
  const shown = displayText(text, { newlines: form === "line" ? "mark" : "keep" });
  const room = columns === null ? Infinity : Math.max(columns - columnsOf(prefix), MIN_TEXT_COLUMNS);
  return shown
    .split("\n")
    .flatMap((line) => breakLine(line, room).map((part, index) => (index === 0 ? prefix : continuation) + part))
    .join("\n");
}

/** Returns the start of a line, up to `room` columns, for overviews; the cut is marked. */
export function cutForTerminal(text: string, room: number): string {
  const line = renderForTerminal(text, { form: "line" });
  if (columnsOf(line) <= room) return line;
  return `${breakLine(line, Math.max(room - 1, 1))[0] ?? ""}…`;
}

/** Upper bound of the width: a narrower text leaves a gap, but a wider one would be broken by the screen. */
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
