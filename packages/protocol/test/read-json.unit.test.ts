import type { Json } from "../src/json.ts";
import { fc, runs } from "../../../test/support/property.ts";
import { describe, expect, test } from "vitest";
import { readJson } from "../src/read-json.ts";

const nested = (depth: number, inner = ""): string => "[".repeat(depth) + inner + "]".repeat(depth);

const ACCEPTED = [
  "null",
  "true",
  "false",
  "0",
  "1",
  "-1",
  "1.0",
  "1e3",
  "1E+3",
  "1e-3",
  "0.1",
  "0e99999",
  "0.0",
  "10",
  "-12.5e-2",
  "1.50",
  "9007199254740991",
  "9007199254740992",
  "9007199254740994",
  "100000000000000000000000",
  "1e23",
  "5e-324",
  "1.7976931348623157e308",
  "123456789012345680000",
  "0.000001",
  "1e0000000000000000003",
  "1000e-3",
  '""',
  '"a"',
  '"\\u0061"',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
  '"\\ud83d\\ude00"',
  '"😀"',
  '"\\u0000"',
  '"\u007f\u2028\u2029\u00a0"',
  '"\\uFFFF\\ufffe"',
  "[]",
  "{}",
  "[[]]",
  "[{}]",
  '{"":0}',
  " \t\r\n[ 1 , 2 ]\n",
  '{"a":{"a":{"a":[]}}}',
  '{"a":1,"A":2,"á":3,"a\\u0301":4}',
  '[null,true,false,-0.5,"x"]',
];

const MALFORMED = [
  "",
  " ",
  "nul",
  "nulll",
  "True",
  "NaN",
  "Infinity",
  "-Infinity",
  "undefined",
  "01",
  "+1",
  ".5",
  "1.",
  "1.e3",
  "1e",
  "1e+",
  "-",
  "--1",
  "0x10",
  "1_000",
  "1 2",
  "'a'",
  '"a',
  '"\\',
  '"\\x41"',
  '"\\u12"',
  '"\\u12g4"',
  '"\\U0061"',
  '"\n"',
  '"\t"',
  '"\u0000"',
  '"\u001f"',
  "[",
  "]",
  "[1",
  "[1,",
  "[1,]",
  "[,1]",
  "[1 2]",
  "[1}",
  "{",
  "}",
  "{a:1}",
  "{'a':1}",
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  "{,}",
  '{"a":1 "b":2}',
  '{"a":1]',
  "{1:2}",
  '{"a"::1}',
  "[] []",
  "{}x",
  "null,",
  "// a\n1",
  "/**/1",
  "[1]#",
  "\ufeff1",
  "\u00a01",
  "\u000b1",
  "\u20281",
  '["a",\n4\n,1,',
  '{"a":"b"}}',
  '"a""b"',
  '["\\',
  '{"a',
  "\\u005b]",
  "\u0000",
  "[\u0000]",
  nested(64).slice(0, -1),
];

const REFUSED: readonly (readonly [string, string])[] = [
  ['{"a":1,"a":1}', "/a"],
  ['{"a":1,"\\u0061":2}', "/a"],
  ['{"x":[0,{"k":1,"b":{},"k":2}]}', "/x/1/k"],
  ['{"__proto__":1,"__proto__":2}', "/__proto__"],
  ['{"toString":1,"toString":2}', "/toString"],
  ['{"":1,"":2}', "/"],
  ['{"a/b":1,"a\\/b":2}', "/a~1b"],
  ['{"~":{"/":[1e400]}}', "/~0/~1/0"],
  ['"\\ud800"', ""],
  ['"\ud800"', ""],
  ['"\\udc00\\ud800"', ""],
  ['["a","x\\udfff"]', "/1"],
  ['"\\ud83d\ude00"', ""],
  ['"\ud83d\\ude00"', ""],
  ['{"a":{"\\ud800":1}}', "/a"],
  ['{"\udfff":1}', ""],
  ["-0", ""],
  ["-01", ""],
  ["[-0.0]", "/0"],
  ["-0e5", ""],
  ["-1e-400", ""],
  ["1e400", ""],
  ["-1e400", ""],
  ["1e-400", ""],
  ["1e99999999999999999999999999", ""],
  ["9007199254740993", ""],
  ["-9007199254740993", ""],
  ["9007199254740993.0", ""],
  ["12345678901234567890", ""],
  ["0.1000000000000000055", ""],
  ["0.10000000000000000001", ""],
  ["333333333.33333329", ""],
  ["4.9e-324", ""],
  ["1.7976931348623159e308", ""],
  ['{"a":[1,2,{"b":1e999}]}', "/a/2/b"],
  [nested(65), "/0".repeat(64)],
  ['{"a":'.repeat(65) + "1" + "}".repeat(65), "/a".repeat(64)],
];

describe("readJson", () => {
  test.each(ACCEPTED)("accepts %j as JSON.parse does", (text) => {
    expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as Json });
  });

  test.each(MALFORMED)("refuses %j as malformed, with the offset", (text) => {
    const read = readJson(text);
    expect(read).toMatchObject({ ok: false, code: "MALFORMED_JSON" });
    expect(read.ok ? "" : read.errors[0]?.message).toMatch(/at offset \d+/);
    expect(() => JSON.parse(text) as Json).toThrow(SyntaxError);
  });

  test.each(REFUSED)("refuses %j at %j", (text, path) => {
    const read = readJson(text);
    expect(read).toMatchObject({ ok: false, code: "INVALID_INPUT", errors: [{ path }] });
  });

  test("nesting of 64 is read, 65 is not, and a million levels end no process", () => {
    expect(readJson(nested(64, "1")).ok).toBe(true);
    expect(readJson("[".repeat(1_000_000))).toMatchObject({ ok: false, code: "INVALID_INPUT" });
    expect(readJson("[[1]]", { maxDepth: 1 })).toMatchObject({ ok: false, errors: [{ path: "/0" }] });
  });

  test("size is counted in UTF-8 bytes", () => {
    expect(readJson(`"${"a".repeat(1024 * 1024 - 2)}"`).ok).toBe(true);
    expect(readJson(`"${"a".repeat(1024 * 1024 - 1)}"`)).toMatchObject({ ok: false, code: "TOO_LARGE" });
    expect(readJson(`"${"é".repeat(1024 * 512)}"`)).toMatchObject({ ok: false, code: "TOO_LARGE" });
    expect(readJson('"é"', { maxBytes: 4 }).ok).toBe(true);
    expect(readJson('"é"', { maxBytes: 3 })).toMatchObject({ ok: false, code: "TOO_LARGE" });
  });

  test("a number of a million digits is refused, not waited for", () => {
    expect(readJson("1".repeat(1_000_000))).toMatchObject({ ok: false, code: "INVALID_INPUT" });
    expect(readJson(`1.${"0".repeat(1_000_000)}`)).toEqual({ ok: true, value: 1 });
    expect(readJson(`0.${"0".repeat(1_000_000)}1e1000001`)).toEqual({ ok: true, value: 1 });
  });

  test("a key named __proto__ is data and nothing becomes a prototype", () => {
    const read = readJson('{"__proto__":{"admin":true},"constructor":{"prototype":1},"a":{"__proto__":null}}');
    if (!read.ok) throw new Error("refused");
    const value = read.value as { [key: string]: Json };
    expect(Object.keys(value)).toEqual(["__proto__", "constructor", "a"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(value["a"])).toBe(Object.prototype);
    expect(value["admin"]).toBeUndefined();
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true},"constructor":{"prototype":1},"a":{"__proto__":null}}');
  });

  test("reads what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary", maxDepth: 30 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as Json });
      }),
      { numRuns: runs(1000) },
    );
  });

  test("whatever it accepts, JSON.parse reads the same, and what JSON.parse refuses, it refuses", () => {
    const soup = fc.array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"a"',
        '"b"',
        '"__proto__"',
        "1",
        "-",
        "0",
        ".",
        "e",
        "5",
        "true",
        "null",
        " ",
        "\\",
        '"',
        "\\u0061",
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(soup, (pieces) => {
        const text = pieces.join("");
        const read = readJson(text);
        let parsed: { value: Json } | undefined;
        try {
          parsed = { value: JSON.parse(text) as Json };
        } catch {
          parsed = undefined;
        }
        if (read.ok) expect(parsed).toEqual({ value: read.value });
        if (parsed === undefined) expect(read.ok).toBe(false);
        else if (!read.ok) expect(read.code).toBe("INVALID_INPUT");
      }),
      { numRuns: runs(20_000) },
    );
  });

  test("every double reads back", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = JSON.stringify(value);
        expect(readJson(text)).toEqual({ ok: true, value: value === 0 ? 0 : value });
      }),
      { numRuns: runs(5000) },
    );
  });
});
