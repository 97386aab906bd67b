import { createHash } from "node:crypto";
import { readJson, type JsonObject, type ToolDefinition } from "@countersign/protocol";
import { fc } from "../../../../test/support/property.ts";
import { describe, expect, test } from "vitest";
import { canonicalJson, canonicalWith } from "../../src/core/canonical-json.ts";
import { actionDigest, definitionHash, sha256Hex } from "../../src/core/digest.ts";

describe("canonical JSON", () => {
  test("RFC 8785, section 3.2.2: the example", () => {
    const text = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(text))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test("RFC 8785, section 3.2.3: names are sorted by UTF-16 code units", () => {
    const text = String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`;
    const read = readJson(text);
    const order = read.ok ? [...canonicalJson(read.value).matchAll(/:"([^"]+)"/g)].map((match) => match[1]) : [];
    expect(order).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  test.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("RFC 8785, appendix B: %s is %s", (bits, text) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${bits}`));
    expect(canonicalJson(view.getFloat64(0))).toBe(text);
  });

  test("what has no canonical text throws", () => {
    expect(() => canonicalJson(Number.NaN)).toThrow();
    expect(() => canonicalJson(Number.POSITIVE_INFINITY)).toThrow();
    expect(() => canonicalJson("\ud800")).toThrow();
    expect(() => canonicalJson({ "\udfff": 1 })).toThrow();
  });

  test("a key named __proto__ is kept, at any depth", () => {
    const text = '{"__proto__":{"__proto__":[{"__proto__":1}]},"a":1}';
    const read = readJson(text);
    expect(read.ok && canonicalJson(read.value)).toBe(text);
  });

  test("an object whose members are canonical texts already has the same text", () => {
    const whole = { toolName: "é", "\ud83d\ude00": 1, "\ufb33": null, toolInput: { b: 1, a: ["x"] }, z: 2 };
    const { toolInput, ...rest } = whole;
    const texts = { toolInput: canonicalJson(toolInput) };
    expect(canonicalWith(rest, texts)).toBe(canonicalJson(whole));
    expect(canonicalWith({ ...rest, toolInput: "not this" }, texts)).toBe(canonicalJson(whole));
    expect(canonicalWith({}, { constructor: "1" })).toBe(canonicalWith({ constructor: 1 }, {}));
  });

  test("reading the canonical text gives the same text again, in whatever order the keys came", () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: "large", maxDepth: 20, stringUnit: "binary" }), (value) => {
        // RFC 8785 writes `-0` as `0`, so it has no canonical text of its own.
        const text = canonicalJson(value as JsonObject);
        const read = readJson(text);
        if (!read.ok) throw new Error(read.errors[0]?.message);
        expect(canonicalJson(read.value)).toBe(text);
        expect(canonicalJson(reversed(read.value as JsonObject))).toBe(text);
      }),
    );
  });
});

const reversed = (value: JsonObject): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner as JsonObject)]),
      )
    : value;

const call = { workspaceId: "w", toolName: "t", toolHash: "h", input: '{"a":1,"b":[2]}', target: "file:a", snapshot: "s" };

describe("digest", () => {
  test("is SHA-256 over the canonical text of exactly what would run", () => {
    const text = '{"definition":"h","input":{"a":1,"b":[2]},"snapshot":"s","target":"file:a","tool":"t","workspace":"w"}';
    expect(actionDigest(call)).toBe(createHash("sha256").update(text).digest("hex"));
    expect(actionDigest({ ...call, input: canonicalJson({ b: [2], a: 1 }) })).toBe(actionDigest(call));
  });

  test("changes with every part, and nothing reads like no target", () => {
    const variants = [
      call,
      { ...call, workspaceId: "w2" },
      { ...call, toolName: "t2" },
      { ...call, toolHash: "h2" },
      { ...call, input: '{"a":1,"b":["2"]}' },
      { ...call, target: null },
      { ...call, target: "" },
      { ...call, target: "null" },
      { ...call, snapshot: null },
      { ...call, snapshot: "" },
    ];
    expect(new Set(variants.map(actionDigest)).size).toBe(variants.length);
  });

  test("differs whenever the input differs", () => {
    const input = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(input, input, (first, second) => {
        const [a, b] = [canonicalJson(first as JsonObject), canonicalJson(second as JsonObject)];
        expect(actionDigest({ ...call, input: a }) === actionDigest({ ...call, input: b })).toBe(a === b);
      }),
    );
  });

  test("sha256Hex hashes UTF-8", () => {
    expect(sha256Hex("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256Hex("é")).toBe(
      createHash("sha256")
        .update(Buffer.from([0xc3, 0xa9]))
        .digest("hex"),
    );
  });
});

describe("definition hash", () => {
  const tool: ToolDefinition = { name: "send", description: "Sends", inputSchema: { type: "object" } };

  test("a default written out is the same definition", () => {
    expect(definitionHash({ ...tool, effect: "unsafe", protectedKeys: [], timeoutSeconds: 300 })).toBe(definitionHash(tool));
    expect(definitionHash({ ...tool, protectedKeys: ["b", "a", "a"] })).toBe(
      definitionHash({ ...tool, protectedKeys: ["a", "b"] }),
    );
  });

  test("changes with everything a reviewer relies on, and with nothing else", () => {
    const changed: ToolDefinition[] = [
      tool,
      { ...tool, name: "send2" },
      { ...tool, title: "Send" },
      { ...tool, description: "Sends now" },
      { ...tool, inputSchema: { type: "object", properties: {} } },
      { ...tool, effect: "idempotent" },
      { ...tool, protectedKeys: ["to"] },
      { ...tool, timeoutSeconds: 301 },
    ];
    expect(new Set(changed.map(definitionHash)).size).toBe(changed.length);
    expect(definitionHash({ ...tool, risk: 5, group: "ops", previews: true })).toBe(definitionHash(tool));
  });
});
