import { exactNumber } from "./exact-number.ts";
import { jsonPointer } from "./json-pointer.ts";
import type { Json, JsonObject } from "./json.ts";

export type ReadJson =
  | { ok: true; value: Json }
  | { ok: false; code: "MALFORMED_JSON" | "INVALID_INPUT" | "TOO_LARGE"; errors: { path: string; message: string }[] };

type Frame = { items: Json[]; index: number } | { members: JsonObject; key: string };
type Expected = "value" | "value or ]" | "name" | "name or }" | ":" | "end of value";

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LITERALS = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Encodes only texts that may be too large: no character has more than three bytes per UTF-16 code unit. */
const isLarger = (text: string, maxBytes: number): boolean =>
  text.length > maxBytes || (text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes);

/**
 * Parses RFC 8259 text and refuses, with a path, everything that two parsers could understand differently: duplicate names,
 * lone surrogates, numbers that a double rounds, nesting that breaks recursive parsers. `JSON.parse` accepts all of these, so a
 * reviewer could be shown one value and the tool be sent another.
 */
export function readJson(text: string, limits: { maxBytes?: number; maxDepth?: number } = {}): ReadJson {
  const { maxBytes = MAX_BYTES, maxDepth = MAX_DEPTH } = limits;
  if (isLarger(text, maxBytes)) {
    return refused("TOO_LARGE", "", `is larger than ${maxBytes} bytes`);
  }

  const open: Frame[] = [];
  let root: Json = null;
  let expected: Expected = "value";
  let at = 0;

  const malformed = (wanted: string): ReadJson => refused("MALFORMED_JSON", "", `expected ${wanted} at offset ${at}`);
  const place = (value: Json): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = value;
    else if ("items" in parent) parent.items.push(value);
    else setOwn(parent.members, parent.key, value);
  };

  for (;;) {
    at = skipSpace(text, at);
    const character = text[at];
    const parent = open.at(-1);

    if (expected === "end of value") {
      if (parent === undefined) return at === text.length ? { ok: true, value: root } : malformed("the end of the text");
      const close = "items" in parent ? "]" : "}";
      if (character === close) open.pop();
      else if (character !== ",") return malformed(`"," or "${close}"`);
      else if ("items" in parent) {
        parent.index++;
        expected = "value";
      } else expected = "name";
      at++;
    } else if ((expected === "value or ]" && character === "]") || (expected === "name or }" && character === "}")) {
      open.pop();
      at++;
      expected = "end of value";
    } else if (expected === ":") {
      if (character !== ":") return malformed('":"');
      at++;
      expected = "value";
    } else if (expected === "name" || expected === "name or }") {
      if (character !== '"') return malformed("a name in double quotes");
      const name = readString(text, at);
      if (!name.ok) return refused("MALFORMED_JSON", "", name.message);
      if (parent === undefined || "items" in parent) throw new Error("a name is read inside an object only");
      if (name.lone) return refused("INVALID_INPUT", pathTo(open.slice(0, -1)), "has a name with a lone surrogate");
      parent.key = name.value;
      if (Object.hasOwn(parent.members, name.value)) return refused("INVALID_INPUT", pathTo(open), "is given twice");
      at = name.end;
      expected = ":";
    } else if (character === "{" || character === "[") {
      if (open.length === maxDepth) return refused("INVALID_INPUT", pathTo(open), `is nested deeper than ${maxDepth}`);
      const value: JsonObject | Json[] = character === "{" ? {} : [];
      place(value);
      open.push(Array.isArray(value) ? { items: value, index: 0 } : { members: value, key: "" });
      at++;
      expected = character === "{" ? "name or }" : "value or ]";
    } else {
      const scalar = readScalar(text, at);
      if ("wanted" in scalar) return malformed(scalar.wanted);
      if ("malformed" in scalar) return refused("MALFORMED_JSON", "", scalar.malformed);
      if ("unclear" in scalar) return refused("INVALID_INPUT", pathTo(open), scalar.unclear);
      place(scalar.value);
      at = scalar.end;
      expected = "end of value";
    }
  }
}

const refused = (code: "MALFORMED_JSON" | "INVALID_INPUT" | "TOO_LARGE", path: string, message: string): ReadJson => ({
  ok: false,
  code,
  errors: [{ path, message }],
});

type Scalar = { value: Json; end: number } | { wanted: string } | { malformed: string } | { unclear: string };

/** Reads a string, a number or a literal. */
function readScalar(text: string, at: number): Scalar {
  const character = text[at];
  if (character === '"') {
    const string = readString(text, at);
    if (!string.ok) return { malformed: string.message };
    return string.lone ? { unclear: "has a lone surrogate" } : string;
  }
  if (character === "-" || (character !== undefined && character >= "0" && character <= "9")) {
    NUMBER.lastIndex = at;
    const lexeme = NUMBER.exec(text)?.[0];
    if (lexeme === undefined) return { wanted: "a number" };
    const value = exactNumber(lexeme);
    if (value === undefined) return { unclear: "is a number that would be rounded; send it as a string" };
    return { value, end: at + lexeme.length };
  }
  const literal = LITERALS.find(([word]) => text.startsWith(word, at));
  return literal ? { value: literal[1], end: at + literal[0].length } : { wanted: "a value" };
}

const pathTo = (open: readonly Frame[]): string =>
  jsonPointer(open.map((frame) => ("items" in frame ? frame.index : frame.key)));

/** An assignment to `__proto__` would change the prototype instead of storing the value. */
function setOwn(members: JsonObject, key: string, value: Json): void {
  if (key === "__proto__") Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
  else members[key] = value;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at++;
  }
}

type ReadString = { ok: true; value: string; end: number; lone: boolean } | { ok: false; message: string };

/** `from` is the offset of the opening quote, `end` the one after the closing quote. */
function readString(text: string, from: number): ReadString {
  let value = "";
  let at = from + 1;
  let chunk = at;
  for (;;) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return { ok: false, message: `a string that starts at offset ${from} has no end` };
    if (code < 0x20) return { ok: false, message: `a control character must be escaped at offset ${at}` };
    if (code === 0x22) {
      value += text.slice(chunk, at);
      // Checks the source too: an escaped high surrogate before a raw low one would read as a pair.
      const lone = LONE_SURROGATE.test(value) || LONE_SURROGATE.test(text.slice(from, at));
      return { ok: true, value, end: at + 1, lone };
    }
    if (code !== 0x5c) {
      at++;
      continue;
    }
    value += text.slice(chunk, at);
    const escape = text[at + 1] ?? "";
    const hex = /^[0-9a-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0];
    const plain = Object.hasOwn(ESCAPES, escape) ? ESCAPES[escape] : undefined;
    if (plain !== undefined) {
      value += plain;
      at += 2;
    } else if (escape === "u" && hex !== undefined) {
      value += String.fromCharCode(Number.parseInt(hex, 16));
      at += 6;
    } else {
      return { ok: false, message: `unknown escape at offset ${at}` };
    }
    chunk = at;
  }
}
