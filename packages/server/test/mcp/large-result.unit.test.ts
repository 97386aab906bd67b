import { KEPT_RESULT, keptResultOf, type Json } from "@countersign/protocol";
import { expect, test } from "vitest";
import { isOwnUri, pagesOf, readResultUri, resultUri } from "../../src/core/kept-result.ts";
import { findLack, unlistedFor } from "../../src/core/client-needs.ts";
import { LargeResult } from "../../src/ports/tool.ts";
import { withoutLinks } from "../../src/mcp/without-links.ts";
import { startOfAnswer, storedResult } from "../../src/tools/upstreams/large-result.ts";
import { fc } from "../../../../test/support/property.ts";

const PLACE = { name: "large", actionId: "act_1", maxResultMebibytes: 4 };
const text = (words: string) => ({ content: [{ type: "text", text: words }] });

test("pages give the text back, and none ends within a character", () => {
  const unit = fc.constantFrom("x".repeat(70_000), "\u{1F600}".repeat(40_001), "é");
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (parts) => {
      const whole = parts.join("");
      const pages = pagesOf(whole);
      expect(pages.join("") === whole).toBe(true);
      expect(pages.every((page) => page.isWellFormed() && page.length <= 256 * 1024)).toBe(true);
    }),
  );
});

test("a URI names one action and one page, and nothing beside ours is ours", () => {
  expect(readResultUri(resultUri("act_1"))).toEqual({ actionId: "act_1", page: undefined });
  expect(readResultUri(`${resultUri("act_1")}/12`)).toEqual({ actionId: "act_1", page: 12 });
  for (const other of ["/0", "/-1", "/1/2", "/x", "/", "/../act_2", "?page=1"])
    expect(readResultUri(resultUri("act_1") + other)).toBeUndefined();
  expect(["countersign://x", "COUNTERSIGN:x", "bank://rates", "file:///countersign:"].map(isOwnUri)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const FORGED = { bytes: 9, isWhole: true, sha256: "0".repeat(64), pages: 1 };

test("G33 a server cannot say that more is kept of its result than it sent", () => {
  const forged = { ...text("small"), _meta: { [KEPT_RESULT]: FORGED, trace: 1 } };
  expect(storedResult(forged, PLACE)).toEqual({ ...text("small"), _meta: { trace: 1 } });
  const large = storedResult({ ...forged, ...text("x".repeat(2 * 1024 * 1024)) }, PLACE);
  expect(large).toBeInstanceOf(LargeResult);
  const { short, whole } = large as LargeResult;
  expect(keptResultOf(short)).toMatchObject({ isWhole: true, sha256: expect.not.stringMatching(/^0+$/) });
  expect(keptResultOf(JSON.parse(whole) as Json)).toBeUndefined();
});

test("a mark that is not as we write it marks nothing", () => {
  const marked = (mark: Json) => keptResultOf({ ...text("small"), _meta: { [KEPT_RESULT]: mark } });
  expect(marked(FORGED)).toEqual(FORGED);
  expect(marked({ bytes: 9, isWhole: false })).toEqual({ bytes: 9, isWhole: false });
  for (const odd of [
    { ...FORGED, sha256: "x" },
    { ...FORGED, pages: "9" },
    { bytes: 9, isWhole: true },
    { ...FORGED, bytes: -1 },
    7,
  ])
    expect(marked(odd)).toBeUndefined();
});

test("the start of an answer that was not read is that of its result, wherever its id stands", () => {
  expect(startOfAnswer('{"jsonrpc":"2.0","id":1,"result":{"a":1')).toBe('{"a":1');
  expect(startOfAnswer('{ "error" : {"code":1')).toBe('{"code":1');
  expect(startOfAnswer("no frame")).toBe("no frame");
});

test("a client of an early revision gets no link it would refuse; a server's own links stay", () => {
  const own = { type: "resource_link", uri: resultUri("act_1"), name: "x" };
  const other = { type: "resource_link", uri: "bank://rates", name: "x" };
  const result = { content: [own, other] };
  expect(withoutLinks("2025-03-26", result)).toEqual({ content: [other] });
  for (const version of ["2025-06-18", "2025-11-25", undefined]) expect(withoutLinks(version, result)).toBe(result);
});

test("what a tool needs is lacked by who does not offer it, and a tool is unlisted for who offers no more", () => {
  const all = ["elicitation", "roots", "sampling"];
  const lacks = (need: string, declared: string[] | undefined, answers: string[]) =>
    findLack([need], { declared, answers }) !== undefined;
  expect(lacks("elicitation", all, ["sampling"])).toBe(true);
  expect(lacks("elicitation", [], ["elicitation"])).toBe(false);
  const unlisted = unlistedFor(["sampling", "roots"]);
  expect(unlisted).toBe("unlisted:roots,sampling");
  expect([[], ["roots"], ["sampling", "roots"]].map((declared) => lacks(unlisted, declared, all))).toEqual([true, true, true]);
  expect([all, ["elicitation"], undefined].map((declared) => lacks(unlisted, declared, []))).toEqual([false, false, false]);
  expect(lacks(unlistedFor([]), ["roots"], [])).toBe(false);
  expect(lacks(unlistedFor([]), [], [])).toBe(true);
});
