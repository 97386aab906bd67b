import { describe, expect, test } from "vitest";
import { findWidgetFault, MAX_WIDGET_BYTES, toolDefinitionSchema, widgetMessageSchema } from "../src/index.ts";

const tool = { name: "draw", description: "d", inputSchema: { type: "object" } };
const messagesOf = (widget: unknown): string[] =>
  toolDefinitionSchema
    .safeParse({ ...tool, widget })
    .error?.issues.map(({ path, message }) => `${path.join("/")} ${message}`) ?? [];

describe("a widget as a tool declares it", () => {
  test("may have scripts, styles and pictures of its own, links and a height", () => {
    const html = `<!doctype html><title>t</title><style>@font-face { src: url(data:font/woff2;base64,AA) } p { background: url("data:,") }</style>
      <script>let src = "https://a.test"; draw()</script><img src="data:image/png;base64,AA"><img alt="" src='blob:x'>
      <svg><use href="#a" /></svg><a href="https://a.test/terms">terms</a>`;
    for (const widget of [{ html }, { html, height: 40 }, { html, height: 2000 }]) expect(messagesOf(widget)).toEqual([]);
  });

  test.each([
    ['<script src="https://cdn.test/d3.js"></script>', "https://cdn.test/d3.js with <script>"],
    ["<SCRIPT async\n SRC=//cdn.test/d3.js></SCRIPT>", "//cdn.test/d3.js with <script>"],
    ["<link rel=stylesheet href='style.css'>", "style.css with <link>"],
    ['<img alt="x" srcset="/a.png 2x">', "/a.png with <img>"],
    ['<iframe src="https://a.test"></iframe>', "https://a.test with <iframe>"],
    ['<style>@import url("https://a.test/x.css")</style>', "https://a.test/x.css with @import"],
  ])("is refused if it loads something: %s", (html, said) => {
    expect(findWidgetFault(html)).toBe(
      `loads ${said}; a widget loads nothing: write scripts and styles into the document, and images as data: URLs`,
    );
    expect(messagesOf({ html })).toEqual([`widget/html ${findWidgetFault(html)}`]);
  });

  test("is refused if it is too large, empty, no text, of another height or has other keys", () => {
    expect(findWidgetFault("x".repeat(MAX_WIDGET_BYTES))).toBeUndefined();
    expect(findWidgetFault("é".repeat(MAX_WIDGET_BYTES / 2 + 1))).toBe("has 262146 bytes; at most 262144 are allowed");
    for (const html of ["", 7, null, {}, ["<p>"], "a\u0000b"]) expect(messagesOf({ html })).not.toEqual([]);
    for (const height of [39, 2001, 100.5, "100"]) expect(messagesOf({ html: "<p>", height })).not.toEqual([]);
    for (const widget of ["<p>", null, {}, { html: "<p>", allow: "camera" }]) expect(messagesOf(widget)).not.toEqual([]);
  });
});

describe("a message of a widget", () => {
  test("says that it is ready, or its height within the limits", () => {
    expect(widgetMessageSchema.parse({ type: "countersign:ready" })).toEqual({ type: "countersign:ready" });
    const heights = [120, 120.2, 0, -5, 1e9].map((px) => widgetMessageSchema.parse({ type: "countersign:height", px }));
    expect(heights.map((message) => message.type === "countersign:height" && message.px)).toEqual([120, 121, 40, 40, 2000]);
  });

  test.each([
    null,
    "countersign:ready",
    [],
    {},
    { type: "ready" },
    { type: "countersign:ready", approve: true },
    { type: "countersign:approve" },
    { type: "countersign:show", version: 1 },
    { type: "countersign:height" },
    { type: "countersign:height", px: "120" },
    { type: "countersign:height", px: Number.NaN },
    { type: "countersign:height", px: Number.POSITIVE_INFINITY },
    { type: "countersign:height", px: 120, width: 1 },
  ])("of any other form is none: %j", (message) => {
    expect(widgetMessageSchema.safeParse(message).success).toBe(false);
  });
});
