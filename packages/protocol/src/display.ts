/** Part of a displayed text: characters shown as they are, or characters without a visible form, shown as `label`. */
export type DisplaySegment =
  | { kind: "text"; text: string }
  | {
      kind: "mark";
      /** The original characters. */
      text: string;
      /** Text to show, e.g. `U+202E RLO`, `240 spaces`, or `↵` for a line break. */
      label: string;
      /** Set for an ordinary line break, which is no cause for suspicion: its name for screen readers. */
      lineBreak?: string;
    };

export interface DisplayOptions {
  /**
   * `keep` (default) leaves line breaks and tabs as they are; `mark` marks them too, for places with a single line: line feeds
   * as `↵`, those after a carriage return as `CR↵`.
   */
  newlines?: "keep" | "mark";
}

/** Wider gaps and longer blank stretches are marked: they can push the rest of a text out of sight. */
const MAX_GAP_COLUMNS = 40;
const MAX_BLANK_LINES = 10;
const TAB_COLUMNS = 4;

/*
 * Characters that draw nothing, draw a gap, or move their neighbours: control, format, private, unassigned, surrogate; all
 * separators; default-ignorable characters; variation selectors; and letters and symbols with an empty glyph, for which Unicode
 * has no property. The classes follow the runtime's Unicode version. Characters newer than it count as unassigned, so an old
 * runtime marks more, never less.
 */
const UNSEEN =
  /[ \t\n]+|[\u{16fe4}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/gu;

/** For a single line, where a carriage return before a line feed is part of an ordinary line break. */
const UNSEEN_ON_A_LINE = new RegExp(`\\r\\n|${UNSEEN.source}`, UNSEEN.flags);

const NAMES: Readonly<Record<number, string>> = Object.fromEntries([
  ..."NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
    .split(" ")
    .map((name, code) => [code, name]),
  ...Object.entries({
    0x7f: "DEL",
    0x85: "NEL",
    0x9b: "CSI",
    0xa0: "NBSP",
    0xad: "SHY",
    0x34f: "CGJ",
    0x61c: "ALM",
    0x115f: "HANGUL FILLER",
    0x1160: "HANGUL FILLER",
    0x200b: "ZWSP",
    0x200c: "ZWNJ",
    0x200d: "ZWJ",
    0x200e: "LRM",
    0x200f: "RLM",
    0x2028: "LINE SEPARATOR",
    0x2029: "PARAGRAPH SEPARATOR",
    0x202a: "LRE",
    0x202b: "RLE",
    0x202c: "PDF",
    0x202d: "LRO",
    0x202e: "RLO",
    0x202f: "NNBSP",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0x27e8: "BRACKET",
    0x2800: "BRAILLE BLANK",
    0x3000: "WIDE SPACE",
    0x3164: "HANGUL FILLER",
    0xfeff: "BOM",
    0xffa0: "HANGUL FILLER",
    0xfffc: "OBJECT",
  }),
]);

/** Names by class for characters that `NAMES` does not list; the first match is used. */
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/\p{Surrogate}/u, "LONE SURROGATE"],
  [/[\u{e0000}-\u{e007f}]/u, "TAG"],
  [/\p{Variation_Selector}/u, "VARIATION SELECTOR"],
  [/\p{Space_Separator}/u, "SPACE"],
  [/\p{Private_Use}/u, "PRIVATE USE"],
  [/\p{Unassigned}/u, "UNASSIGNED"],
  [/\p{Control}/u, "CONTROL"],
  [/\p{Format}/u, "FORMAT"],
  [/[^]/u, "INVISIBLE"],
];

/**
 * Splits text into visible parts and marks, so that nothing in it is hidden from a reviewer. Nothing is removed: the joined
 * segment texts equal the original. Surfaces must render marks in a way that text cannot imitate.
 */
export function displaySegments(text: string, options: DisplayOptions = {}): DisplaySegment[] {
  const segments: DisplaySegment[] = [];
  const add = (segment: DisplaySegment): void => {
    const last = segments.at(-1);
    if (segment.kind === "text" && last?.kind === "text") last.text += segment.text;
    else if (segment.text !== "") segments.push(segment);
  };

  let shown = 0;
  const marksAll = options.newlines === "mark";
  for (const match of text.matchAll(marksAll ? UNSEEN_ON_A_LINE : UNSEEN)) {
    const [unseen] = match;
    add({ kind: "text", text: text.slice(shown, match.index) });
    shown = match.index + unseen.length;
    if (/^[ \t\n]/.test(unseen)) splitSpace(unseen, marksAll).forEach(add);
    else if (unseen === "\r\n") add({ kind: "mark", text: unseen, label: "CR↵", lineBreak: "line break with carriage return" });
    else add(characterMark(unseen));
  }
  add({ kind: "text", text: text.slice(shown) });
  return segments;
}

/**
 * Like `displaySegments`, as one string with marks such as `⟨U+202E RLO⟩`. An opening bracket in the text is itself marked, so
 * a typed `⟨U+202E RLO⟩` differs from the character, and different texts never look the same.
 */
export const displayText = (text: string, options: DisplayOptions = {}): string =>
  displaySegments(text, options)
    .map((segment) =>
      segment.kind === "mark" ? `⟨${segment.label}⟩` : segment.text.replaceAll("⟨", `⟨${characterMark("⟨").label}⟩`),
    )
    .join("");

/** Restores the text from the output of `displayText`. */
export const parseDisplayText = (shown: string): string =>
  shown.replace(
    /⟨(?:U\+([0-9A-F]+)[^⟩]*|(\d+) (space|tab|line break)s?|(CR)?↵)⟩/gu,
    (_mark, code?: string, count?: string, unit?: string, carriageReturn?: string) => {
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      if (count === undefined) return carriageReturn === undefined ? "\n" : "\r\n";
      return (unit === "space" ? " " : unit === "tab" ? "\t" : "\n").repeat(Number(count));
    },
  );

function characterMark(character: string): DisplaySegment & { kind: "mark" } {
  const code = character.codePointAt(0) ?? 0;
  const name = NAMES[code] ?? CLASSES.find(([pattern]) => pattern.test(character))?.[1];
  return { kind: "mark", text: character, label: `U+${code.toString(16).toUpperCase().padStart(4, "0")} ${name}` };
}

/** Leaves short runs of spaces, tabs and line breaks visible; longer runs become counted marks. */
function splitSpace(space: string, marksAll: boolean): DisplaySegment[] {
  const lines = space.split("\n");
  // Lines of spaces only are blank too, so the whole stretch is counted, except the line breaks at both ends.
  if (lines.length - 2 > MAX_BLANK_LINES && !marksAll) {
    const first = space.indexOf("\n") + 1;
    const last = space.lastIndexOf("\n");
    return [
      ...splitSpace(space.slice(0, first), false),
      ...countMarks(space.slice(first, last)),
      ...splitSpace(space.slice(last), false),
    ];
  }
  const hides = lines.length - 2 > MAX_BLANK_LINES || lines.some((line) => columns(line) > MAX_GAP_COLUMNS);
  if (hides && marksAll) return countMarks(space);
  if (marksAll) return [...space].map(markOnALine);
  return lines.flatMap((line, index): DisplaySegment[] => [
    ...(index > 0 ? [{ kind: "text" as const, text: "\n" }] : []),
    ...(columns(line) > MAX_GAP_COLUMNS ? countMarks(line) : [{ kind: "text" as const, text: line }]),
  ]);
}

function markOnALine(one: string): DisplaySegment {
  if (one === " ") return { kind: "text", text: one };
  return one === "\n" ? { kind: "mark", text: one, label: "↵", lineBreak: "line break" } : characterMark(one);
}

const columns = (line: string): number => line.length + (line.split("\t").length - 1) * (TAB_COLUMNS - 1);

/** Returns one mark for each run of the same character. */
const countMarks = (space: string): DisplaySegment[] =>
  [...space.matchAll(/ +|\t+|\n+/g)].map(([run]) => {
    const unit = run.startsWith(" ") ? "space" : run.startsWith("\t") ? "tab" : "line break";
    return { kind: "mark", text: run, label: `${run.length} ${unit}${run.length === 1 ? "" : "s"}` };
  });
