import { fc, runs } from "../../../test/support/property.ts";
import { describe, expect, test } from "vitest";
import { displaySegments, displayText, parseDisplayText } from "../src/display.ts";

const allCodePoints = function* (): Generator<number> {
  for (let code = 0; code <= 0x10ffff; code++) yield code;
};

/** `npm run test:long` tests every code point in every position. */
const LONG = process.env["COUNTERSIGN_TEST_LONG"] !== undefined;
/** Private and unassigned planes, except their ends. */
const isAmongAlike = (code: number): boolean =>
  (code > 0x40000 && code < 0xdff00) || (code > 0xe1000 && (code & 0xffff) < 0xff00);

const joined = (text: string): string =>
  displaySegments(text)
    .map((segment) => segment.text)
    .join("");

/** Characters whose glyph alone makes them visible. */
const SHOWN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} \n\t]$/u;
const BLANK_GLYPHS = [0x2800, 0xfffc, 0x3164, 0x115f, 0x1160, 0xffa0, 0x34f, 0x13441, 0x13442, 0x16fe4, 0x1d159];

const NAMED: readonly (readonly [number, string])[] = [
  [0x00, "U+0000 NUL"],
  [0x08, "U+0008 BS"],
  [0x0d, "U+000D CR"],
  [0x1b, "U+001B ESC"],
  [0x7f, "U+007F DEL"],
  [0x9b, "U+009B CSI"],
  [0xa0, "U+00A0 NBSP"],
  [0xad, "U+00AD SHY"],
  [0x34f, "U+034F CGJ"],
  [0x378, "U+0378 UNASSIGNED"],
  [0x61c, "U+061C ALM"],
  [0x115f, "U+115F HANGUL FILLER"],
  [0x1160, "U+1160 HANGUL FILLER"],
  [0x1680, "U+1680 SPACE"],
  [0x180e, "U+180E FORMAT"],
  [0x2003, "U+2003 SPACE"],
  [0x200b, "U+200B ZWSP"],
  [0x200d, "U+200D ZWJ"],
  [0x2028, "U+2028 LINE SEPARATOR"],
  [0x2029, "U+2029 PARAGRAPH SEPARATOR"],
  [0x202e, "U+202E RLO"],
  [0x2066, "U+2066 LRI"],
  [0x2800, "U+2800 BRAILLE BLANK"],
  [0x3164, "U+3164 HANGUL FILLER"],
  [0xd83d, "U+D83D LONE SURROGATE"],
  [0xde00, "U+DE00 LONE SURROGATE"],
  [0xe000, "U+E000 PRIVATE USE"],
  [0xfe0f, "U+FE0F VARIATION SELECTOR"],
  [0xfeff, "U+FEFF BOM"],
  [0xfffc, "U+FFFC OBJECT"],
  [0x1bca0, "U+1BCA0 FORMAT"],
  [0x1d173, "U+1D173 FORMAT"],
  [0xe0041, "U+E0041 TAG"],
  [0xe0100, "U+E0100 VARIATION SELECTOR"],
  [0x10ffff, "U+10FFFF UNASSIGNED"],
];

describe("display", () => {
  test("every code point shows itself or is marked, and comes back", () => {
    const wrong: string[] = [];
    const looks = new Set<string>();
    for (const code of allCodePoints()) {
      const character = String.fromCodePoint(code);
      const shown = displayText(character);
      const hidden = shown !== character;
      const expectHidden =
        !SHOWN.test(character) || /\p{DI}|\p{VS}/u.test(character) || BLANK_GLYPHS.includes(code) || character === "⟨";
      if (
        hidden !== expectHidden ||
        parseDisplayText(shown) !== character ||
        looks.has(shown) ||
        /[^\x20-\x7e⟨⟩]/.test(hidden ? shown : "")
      ) {
        wrong.push(code.toString(16));
      }
      looks.add(shown);
    }
    expect(wrong).toEqual([]);
    expect(looks.size).toBe(0x110000);
  });

  test("every marked code point is marked at the start, in the middle and at the end", () => {
    const wrong: string[] = [];
    for (const code of allCodePoints()) {
      if (!LONG && isAmongAlike(code) && code % 64 !== 0) continue;
      const character = String.fromCodePoint(code);
      const mark = displayText(character);
      if (mark === character) continue;
      const text = `${character}a${character}b${character}`;
      const shown = displayText(text);
      if (shown !== `${mark}a${mark}b${mark}` || parseDisplayText(shown) !== text || joined(text) !== text)
        wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test.each(NAMED)("%i is named", (code, label) => {
    const text = String.fromCodePoint(code);
    expect(displaySegments(`a${text}b`)).toEqual([
      { kind: "text", text: "a" },
      { kind: "mark", text, label },
      { kind: "text", text: "b" },
    ]);
  });

  test("ordinary text is one segment, unchanged", () => {
    const text = "Grüße, 世界 \u05e9\u05dc\u05d5\u05dd e\u0301 😀 <b>&amp;</b>\n\tif (a) {\n\t\treturn;\n\t}\n";
    expect(displaySegments(text)).toEqual([{ kind: "text", text }]);
    expect(displaySegments("")).toEqual([]);
  });

  test("a typed mark reads differently from the character", () => {
    expect(displayText("\u202e")).toBe("⟨U+202E RLO⟩");
    expect(displayText("⟨U+202E RLO⟩")).toBe("⟨U+27E8 BRACKET⟩U+202E RLO⟩");
    expect(parseDisplayText(displayText("⟨⟨240 spaces⟩⟩"))).toBe("⟨⟨240 spaces⟩⟩");
  });

  test("on one line, line breaks and tabs are marked too", () => {
    expect(displayText("a\n\tb c", { newlines: "mark" })).toBe("a⟨↵⟩⟨U+0009 TAB⟩b c");
    expect(displayText("a\r\nb")).toBe("a⟨U+000D CR⟩\nb");
  });

  test("on one line, only ordinary line breaks are discreet; other characters that break lines show their code points", () => {
    const line = (text: string) => displaySegments(text, { newlines: "mark" });
    expect(line("a\nb")).toEqual([
      { kind: "text", text: "a" },
      { kind: "mark", text: "\n", label: "↵", lineBreak: "line break" },
      { kind: "text", text: "b" },
    ]);
    expect(line("\r\n")).toEqual([{ kind: "mark", text: "\r\n", label: "CR↵", lineBreak: "line break with carriage return" }]);
    for (const [text, label] of [
      ["\r", "U+000D CR"],
      ["\v", "U+000B VT"],
      ["\f", "U+000C FF"],
      ["\u0085", "U+0085 NEL"],
      ["\u2028", "U+2028 LINE SEPARATOR"],
      ["\u2029", "U+2029 PARAGRAPH SEPARATOR"],
    ] as const) {
      expect(line(text)).toEqual([{ kind: "mark", text, label }]);
    }
    const mixed = "\r\r\n\n\r↵⟨↵⟩";
    const shown = displayText(mixed, { newlines: "mark" });
    expect(shown).toBe("⟨U+000D CR⟩⟨CR↵⟩⟨↵⟩⟨U+000D CR⟩↵⟨U+27E8 BRACKET⟩↵⟩");
    expect(parseDisplayText(shown)).toBe(mixed);
  });

  test("gaps wider than 40 columns are counted, narrower ones kept", () => {
    expect(displayText(`a${" ".repeat(40)}b`)).toBe(`a${" ".repeat(40)}b`);
    expect(displayText(`a${" ".repeat(240)}b`)).toBe("a⟨240 spaces⟩b");
    expect(displayText(`a\n${" ".repeat(41)}b`)).toBe("a\n⟨41 spaces⟩b");
    expect(displayText(`a${"\t".repeat(11)}b`)).toBe("a⟨11 tabs⟩b");
    expect(displayText(`a${" \t".repeat(10)}b`)).toBe(`a${"⟨1 space⟩⟨1 tab⟩".repeat(10)}b`);
  });

  test("more than 10 blank lines are counted, also when they hold spaces", () => {
    expect(displayText(`a${"\n".repeat(11)}b`)).toBe(`a${"\n".repeat(11)}b`);
    expect(displayText(`a${"\n".repeat(12)}b`)).toBe("a\n⟨10 line breaks⟩\nb");
    expect(displayText(`a${"\n ".repeat(12)}b`)).toBe(`a\n${"⟨1 space⟩⟨1 line break⟩".repeat(10)}⟨1 space⟩\n b`);
    expect(displayText(`a${"\n".repeat(300)}b`, { newlines: "mark" })).toBe("a⟨300 line breaks⟩b");
  });

  test("different texts never look the same", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("⟨", "⟩", "⟨U+202E RLO⟩", "⟨41 spaces⟩", "↵", "⟨CR↵⟩", "\u202e", "\ud83d", "\ude00", "\r\n", "\ufe0f"),
      fc
        .tuple(fc.constantFrom(" ", "\t", "\n", "\n "), fc.integer({ min: 1, max: 60 }))
        .map(([unit, count]) => unit.repeat(count)),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, fc.constantFrom("keep" as const, "mark" as const), (original, newlines) => {
        expect(joined(original)).toBe(original);
        const shown = displayText(original, { newlines });
        expect(parseDisplayText(shown)).toBe(original);
        expect(shown).not.toMatch(/ {41}|\n{13}|\t{11}|[\p{Cf}\p{Cs}\p{Co}]/u);
      }),
      { numRuns: runs(2000) },
    );
  });
});
