import { expect, test } from "vitest";
import { displayText, type JsonObject } from "@countersign/protocol";
import { callTitle } from "../../src/core/call-title.ts";
import { createMask } from "../../src/core/mask-secrets.ts";

const TEXT = { type: "string" };
const invoice: JsonObject = {
  type: "object",
  properties: { amount: { type: "number" }, currency: TEXT, invoice: TEXT, memo: TEXT },
  required: ["invoice", "amount", "currency"],
};
const titleOf = (input: JsonObject, inputSchema: JsonObject = invoice, title: string | null = "Pay an invoice"): string =>
  callTitle({ name: "pay_invoice", title, inputSchema }, input, (text) => text);
const withText = (to: string): string => titleOf({ to }, { type: "object", properties: { to: TEXT } }, "Mail");

test("a title is the tool's title and the arguments that it requires, in the order of the schema", () => {
  expect(titleOf({ memo: "thanks", currency: "USD", amount: 250, invoice: "INV-7" })).toBe("Pay an invoice: INV-7, 250, USD");
  expect(titleOf({ amount: "250.00", invoice: "INV-7" })).toBe("Pay an invoice: INV-7, 250.00");
});

test("without a title the name stands as it is, and without arguments nothing follows", () => {
  expect(titleOf({ invoice: "INV-7" }, invoice, null)).toBe("pay_invoice: INV-7");
  expect(titleOf({})).toBe("Pay an invoice");
  expect(titleOf({ invoice: "INV-7" }, { type: "object" }, null)).toBe("pay_invoice");
  expect(titleOf({ a: 1 }, { properties: [], required: "a" }, null)).toBe("pay_invoice");
});

test("at most three arguments are in a title, required ones first, and none that the schema does not name", () => {
  const properties = { a: true, b: {}, c: TEXT, d: TEXT, constructor: TEXT, ["__proto__"]: TEXT };
  const schema = { type: "object", properties, required: ["d", "b", "unknown", 7] };
  expect(titleOf({ unknown: 9, a: 1, b: 2, c: "three", d: "four" }, schema)).toBe("Pay an invoice: four, 2, 1");
  expect(titleOf({ unknown: 9, extra: "x" }, schema)).toBe("Pay an invoice");
});

test("a yes or no has its name, and what has no short form is left out", () => {
  const properties = {
    list: {},
    object: {},
    none: {},
    empty: TEXT,
    blank: TEXT,
    lines: TEXT,
    body: TEXT,
    bell: TEXT,
    force: {},
  };
  const input = {
    list: ["a"],
    object: { a: 1 },
    none: null,
    empty: "",
    blank: " \u00a0",
    lines: "Dear all,\nthe office is closed.",
    body: "word ".repeat(50),
    bell: "a\u0007",
    force: true,
  };
  expect(titleOf(input, { type: "object", properties })).toBe("Pay an invoice: force: true");
  for (const lineBreak of ["\r", "\u0085", "\u2028", "\u2029"]) expect(withText(`a${lineBreak}b`)).toBe("Mail");
});

test.each([
  "password",
  "apiKey",
  "api_key",
  "client_secret",
  "access-token",
  "Authorization",
  "user_pin",
  "otp",
  "sessionCookie",
])("an argument named %s is left out, as it may be secret", (name) => {
  const schema = { type: "object", properties: { [name]: TEXT, account: TEXT }, required: [name] };
  expect(titleOf({ [name]: "hunter2", account: "a-7" }, schema)).toBe("Pay an invoice: a-7");
});

test("an argument that the schema declares as a password or as write-only is left out", () => {
  const properties = { door: { ...TEXT, format: "password" }, seat: { ...TEXT, writeOnly: true }, key: TEXT, shipping: TEXT };
  expect(titleOf({ door: "1234", seat: "5678", key: "PROJ-1", shipping: "air" }, { type: "object", properties })).toBe(
    "Pay an invoice: PROJ-1, air",
  );
});

test("a configured secret is masked before its text is cut", () => {
  const mask = createMask(["sesame-opens-the-door"]);
  const schema = { type: "object", properties: { url: TEXT } };
  const url = `https://example.com/a/long/path/sesame-opens-the-door`;
  expect(callTitle({ name: "get", title: null, inputSchema: schema }, { url }, mask)).toBe(
    "get: https://example.com/a/long/path/[secret]",
  );
});

test("long texts and long titles are cut, and never in half a character", () => {
  expect(withText("a".repeat(40))).toBe(`Mail: ${"a".repeat(40)}`);
  expect(withText("a".repeat(41))).toBe(`Mail: ${"a".repeat(39)}…`);
  expect(withText(`${"a".repeat(38)}😀${"b".repeat(9)}`)).toBe(`Mail: ${"a".repeat(38)}…`);
  expect(withText(`${"a".repeat(38)} ${"b".repeat(9)}`)).toBe(`Mail: ${"a".repeat(38)}…`);
  const long = { invoice: "i".repeat(50), amount: "a".repeat(50), currency: "c".repeat(50) };
  const title = titleOf(long);
  expect(title).toHaveLength(120);
  expect(title).toMatch(/^Pay an invoice: i{39}…, a{39}…, c{19}…$/);
  expect(titleOf(long, invoice, "T".repeat(200))).toBe(`${"T".repeat(119)}…`);
  const name = "n".repeat(128);
  expect(callTitle({ name, title: null, inputSchema: invoice }, long, (text) => text)).toBe(name);
});

test.each([
  ["several arguments", "INV-7, 250", '"INV-7, 250"'],
  ["several arguments, in other commas", "INV-7，250", '"INV-7，250"'],
  ["a flag", "force: true", '"force: true"'],
  ["the end of a quotation", 'a", "b', '"a\\", \\"b"'],
  ["a cut text", "INV-7…", '"INV-7…"'],
  ["what follows a blank", "INV-7 ", '"INV-7 "'],
  ["a text of another script and a sign", "größe 东京 €5 ~/a_b.md", "größe 东京 €5 ~/a_b.md"],
  ["an address", "https://example.com:8080/?a=1&b=2#c", "https://example.com:8080/?a=1&b=2#c"],
])("a text like %s is quoted where it could pass for something else", (_name, text, shown) => {
  expect(withText(text)).toBe(`Mail: ${shown}`);
});

test("characters that are not seen or turn the direction are kept, so that every page marks them", () => {
  const title = withText("a\u202etxt.exe\u200b");
  expect(title).toBe('Mail: "a\u202etxt.exe\u200b"');
  expect(displayText(title, { newlines: "mark" })).toBe('Mail: "a⟨U+202E RLO⟩txt.exe⟨U+200B ZWSP⟩"');
});
