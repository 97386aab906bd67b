import blns from "big-list-of-naughty-strings/blns.json" with { type: "json" };

const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 0x20 || code > 0x7e);

/** `npm run test:long` uses every string of the big list, other runs every twelfth. */
export const LONG = Boolean(process.env["COUNTERSIGN_TEST_LONG"]);
const EACH = LONG ? 1 : 12;

/** The Big List of Naughty Strings, and more: control characters, what breaks text readers, and our own syntax. */
export const NAUGHTY: readonly string[] = [
  ...new Set([
    ...blns.filter((_, n) => n % EACH === 0),
    ...CONTROLS.filter((_, n) => n % EACH === 0).map((code) => `a${String.fromCodePoint(code)}b`),
    "\u0000",
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "\ufeffa\ufeff",
    "\ufffe\uffff\ufffd",
    "\u{10ffff}",
    "e\u0301 \u00e9",
    "\u202egnp.exe\u2066\u2069",
    "\\u0000 \\ud800 \\",
    "%00 %2e%2e%2f %",
    "a/b~c~1d",
    "a:b:c",
    "a,b",
    "$1 $$ ${a} :name ? @v",
    "\r\nSet-Cookie: a=b\r\n\r\n",
    "\n\nevent: action.created\ndata: {}",
    "x".repeat(200),
    "👩‍👩‍👧‍👦".repeat(18),
  ]),
];

/** No text field accepts NUL. */
export const hasNul = (text: string): boolean => text.includes("\u0000");
