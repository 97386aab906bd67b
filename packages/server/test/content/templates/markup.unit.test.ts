import { fc, runs } from "../../../../../test/support/property.ts";
import { parse, parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { describe, expect, it } from "vitest";
import {
  findMarkupFaults,
  findPageFaults,
  RICH_TEXT,
  TEMPLATE_PAGE,
  type MarkupRules,
} from "../../../src/tools/connectors/content/markup.ts";

const RUNS = "globalThis.ran = true";

/** Markup that is refused in a template's page, with the reason. */
const REFUSED_PAGES: [markup: string, named: RegExp][] = [
  [`<script>${RUNS}</script>`, /<script> is not allowed/],
  [`<SCRIPT\n>${RUNS}</SCRIPT>`, /<script> is not allowed/],
  [`<p><script src="//evil.example/x.js">`, /<script> is not allowed/],
  [`<title></title><script>${RUNS}</script>`, /<script> is not allowed/],
  [`<style>p { background: url&lpar;//evil.example/x) }</style>`, /<style> may not hold/],
  [`<style>&#64;import "//evil.example/x.css";</style>`, /<style> may not hold/],
  [`<title>A <b>bold</b> title</title>`, /<title> may hold no tags/],
  [`<col><title><col onclick="${RUNS}">`, /<title> may hold no tags/],
  [`<style></style><script>${RUNS}</script>`, /<script> is not allowed/],
  [`<iframe src="/"></iframe>`, /<iframe> is not allowed/],
  [`<iframe srcdoc="<script>${RUNS}</script>"></iframe>`, /<iframe> is not allowed/],
  [`<object data="/x"></object>`, /<object> is not allowed/],
  [`<embed src="/x">`, /<embed> is not allowed/],
  [`<form action="https://evil.example"><input></form>`, /<form> is not allowed/],
  [`<button formaction="javascript:${RUNS}">x</button>`, /<button> is not allowed/],
  [`<base href="https://evil.example/">`, /<base> is not allowed/],
  [`<link rel="stylesheet" href="https://evil.example/x.css">`, /<link> is not allowed/],
  [`<meta http-equiv="refresh" content="0;url=https://evil.example">`, /<meta> may not have the attribute http-equiv/],
  [`<meta name="referrer" content="unsafe-url">`, /name of <meta> may be one of/],
  [`<meta charset="utf-7">`, /charset of <meta> must be utf-8/],
  [`<svg><a xlink:href="javascript:${RUNS}"></a></svg>`, /<svg> is not allowed/],
  [`<svg/onload=${RUNS}>`, /<svg> is not allowed/],
  [`<math><mi></mi></math>`, /<math> is not allowed/],
  [`<template><b></b></template>`, /<template> is not allowed/],
  [`<noscript><p title="</noscript><img src=x onerror=1>">`, /<noscript> is not allowed/],
  [`<textarea></textarea>`, /<textarea> is not allowed/],
  [`<video src="/x"></video>`, /<video> is not allowed/],
  [`<frameset onload="${RUNS}">`, /<frameset> is not allowed/],
  [`<x-own></x-own>`, /<x-own> is not allowed/],
  [`<p onclick="${RUNS}">x</p>`, /<p> may not have the attribute onclick/],
  [`<img src=x OnErRoR=${RUNS}>`, /<img> may not have the attribute onerror/],
  [`<img/src=x/onerror=${RUNS}>`, /onerror|not well-formed/],
  [`<body onload="${RUNS}">`, /<body> may not have the attribute onload/],
  // A parser gives a second `html`'s attributes to the first one, so the tree shows no second element.
  [`<p>x</p><html onclick="${RUNS}">`, /<html> may not have the attribute onclick/],
  // A parser drops a row outside a table with its attributes, but in another context may keep it.
  [`<tr onclick="${RUNS}"></tr>`, /<tr> may not have the attribute onclick/],
  [`<img srcset="javascript:1 1x">`, /attribute srcset/],
  [`<a ping="https://evil.example" href="/">x</a>`, /attribute ping/],
  [`<p style="background: url(https://evil.example/x)">x</p>`, /style of <p> may not use url\(\)/],
  [`<p style="background: URL('x')">x</p>`, /may not use URL\(\)/],
  [`<p style="background: u\\72l(x)">x</p>`, /may not hold \\/],
  [`<p style="background: u&#x5c;72l(x)">x</p>`, /may not hold \\/],
  [`<p style="background: image-set('https://evil.example/x' 1x)">x</p>`, /image-set\(\)/],
  [`<p style="width: expression(${RUNS})">x</p>`, /expression\(\)/],
  [`<style>@import "https://evil.example/x.css";</style>`, /<style> may not use @import/],
  [`<style>@font-face { src: local(x) }</style>`, /<style> may not use/],
  [`<style>p { background: url(x) }`, /<style> may not use url\(\)/],
  [`<td background="javascript:${RUNS}">`, /background of <td> must be/],
  [`<a href="javascript:${RUNS}">x</a>`, /href of <a> must be/],
  [`<a href=" jAvAsCrIpT:${RUNS}">x</a>`, /href of <a> must be/],
  [`<a href="java\tscript:${RUNS}">x</a>`, /href of <a> must be/],
  [`<a href="java\nscr\r\nipt:${RUNS}">x</a>`, /href of <a> must be/],
  [`<a href="javascript&colon;${RUNS}">x</a>`, /href of <a> must be/],
  [`<a href="java&Tab;script&#58;${RUNS}">x</a>`, /href of <a> must be/],
  [`<a href="&#106;ava&NewLine;script&#x3a;${RUNS}">x</a>`, /href of <a> must be/],
  [`<a href="&#1;javascript:${RUNS}">x</a>`, /href of <a> must be/],
  [`<a href="java\u200bscript:${RUNS}">x</a>`, /href of <a> must be/],
  [`<a href="vbscript:x">x</a>`, /href of <a> must be/],
  [`<a href="file:///etc/passwd">x</a>`, /href of <a> must be/],
  [`<a href="blob:https://a.example/1">x</a>`, /href of <a> must be/],
  [`<a href="data:text/html,<script>">x</a>`, /href of <a> must be/],
  [`<a href="data:image/png;base64,AA==">x</a>`, /href of <a> must be/],
  [`<img src="data:image/svg+xml,<svg>">`, /src of <img> must be/],
  [`<img src="data:text/html;image/png,x">`, /src of <img> must be/],
  [`<img src="mailto:a@b.example">`, /src of <img> must be/],
  [`<q cite="javascript:${RUNS}">x</q>`, /cite of <q> must be/],
  [`<a href="/" href="javascript:${RUNS}">x</a>`, /duplicate-attribute/],
  [`<p>x\0</p>`, /unexpected-null-character/],
  [`<a href="https://a.example`, /eof-in-tag/],
  [`<!-- never closed`, /eof-in-comment/],
  [`<!--><img src=x>-->`, /abrupt-closing-of-empty-comment/],
  [`<!--[if mso]><p>only in one program</p><![endif]-->`, /Conditional comments/],
  [`<![if !mso]><p>x</p><![endif]>`, /Conditional comments|not well-formed/],
  [`<?xml version="1.0"?>`, /not well-formed/],
  [`<![CDATA[<script>]]>`, /not well-formed/],
];

const ALLOWED_PAGES = [
  "",
  "plain & simple, 1 < 2, &copy 2026, &unknown;",
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
   <title>A & B &lt;b> stays text, 1 < 2</title><style>@media (min-width: 40em) { p:not(.a) { color: rgb(0 0 0 / 50%); width: calc(1px + 2em) } }</style>
   </head><body bgcolor="#fff"><!-- a note --><p class="lead" id="top" data-x="1" aria-label="y">x<br/>y</p></body></html>`,
  `<a href="https://a.example/?a=1&copy=2">x</a><a href="HTTP://a.example">x</a><a href="mailto:a@b.example">x</a><a href="tel:+1">x</a>`,
  `<a href="">x</a><a href="#top">x</a><a href="/a:b">x</a><a href="?q=a:b">x</a><a href="a/b">x</a><a href="//a.example/x" rel="nofollow">x</a>`,
  `<img src="data:image/png;base64,AA==" alt="x" width="1" height=1><img src="/a.webp">`,
  `<table border=0 cellpadding=0 width="100%"><tr><td align="center" valign=top style="padding: 0 4px">x</td></tr></table>`,
];

describe("markup of a template", () => {
  it.each(REFUSED_PAGES)("refuses %j", (markup, named) => {
    const messages = findMarkupFaults(markup, TEMPLATE_PAGE).map(({ message }) => message);
    expect(messages.join("\n")).toMatch(named);
  });

  it.each(ALLOWED_PAGES)("allows %j", (markup) => {
    expect(findMarkupFaults(markup, TEMPLATE_PAGE)).toEqual([]);
  });

  it("is the same read in steps, wherever they end", async () => {
    for (const markup of [
      ...REFUSED_PAGES.map(([refused]) => refused),
      ...ALLOWED_PAGES,
      "a\r\n<x>",
      "👍<p title='👍👍'><x>",
    ]) {
      const faults = findMarkupFaults(markup, TEMPLATE_PAGE);
      for (const step of [1, 2, 3, 7]) expect(await findPageFaults(markup, TEMPLATE_PAGE, step)).toEqual(faults);
    }
    expect(await findPageFaults("<x>".repeat(10_000), TEMPLATE_PAGE)).toHaveLength(20);
  });

  it("names line, element and attribute, and no more than 20 faults", () => {
    expect(findMarkupFaults(`<p>\n<a\n  class="x"\n  onclick="1">x</a>`, TEMPLATE_PAGE)).toEqual([
      { line: 4, element: "a", attribute: "onclick", message: "<a> may not have the attribute onclick." },
    ]);
    const many = findMarkupFaults(`<${"x".repeat(1000)}>`.repeat(100), TEMPLATE_PAGE);
    expect(many).toHaveLength(20);
    expect(many[0]?.message.length).toBeLessThan(100);
  });
});

it.each([
  ["attributes", `<p ${Array.from({ length: 90_000 }, (_, n) => `x${n}`).join(" ")}>`],
  ["one attribute again and again", `<p ${"x ".repeat(250_000)}>`],
  ["tags", "<b>".repeat(170_000)],
  ["ends of tags", "</b>".repeat(125_000)],
  ["starts of tags", "<".repeat(500_000)],
  ["references", "&".repeat(500_000)],
  ["comments", "<!--[if".repeat(70_000)],
  ["a comment", `<!--${"[ ".repeat(250_000)}-->`],
  ["a style", `<style>${"a".repeat(500_000)}</style>`],
  ["a style's groups", `<style>${"a(".repeat(250_000)}</style>`],
  ["an address", `<a href="${" ".repeat(500_000)}x">`],
  ["a text", "a".repeat(500_000)],
])("is read in one pass, whatever there is half a million characters of: %s", (_, markup) => {
  for (const rules of [TEMPLATE_PAGE, RICH_TEXT]) expect(findMarkupFaults(markup, rules).length).toBeLessThanOrEqual(20);
});

describe("markup of a rich text field", () => {
  const all = `<h2>T</h2><p>a <b>b</b> <strong>c</strong><br><i>d</i> <em>e</em> <u>f</u> <s>g</s> <a href="https://a.example">h</a></p>
    <ul><li>a</li></ul><ol><li>b</li></ol><h3>x</h3><h4>y</h4><blockquote>z</blockquote><pre><code>w</code></pre>
    <table><caption>c</caption><thead><tr><th scope="col">1</th></tr></thead><tbody><tr><td colspan="2">2</td></tr></tbody></table>`;

  it("allows what editors write", () => expect(findMarkupFaults(all, RICH_TEXT)).toEqual([]));

  it.each<[string, RegExp]>([
    [`<img src="/x.png" alt="x">`, /<img> is not allowed/],
    [`<div>x</div>`, /<div> is not allowed/],
    [`<p class="x">x</p>`, /<p> may not have the attribute class/],
    [`<p style="position:fixed">x</p>`, /<p> may not have the attribute style/],
    [`<p id="x">x</p>`, /<p> may not have the attribute id/],
    [`<a href="/" target="_top">x</a>`, /<a> may not have the attribute target/],
    [`<a href="javascript:1">x</a>`, /href of <a> must be/],
    [`<title>x</title>`, /<title> is not allowed/],
    [`<style>p{}</style>`, /<style> is not allowed/],
    [`<!-- hidden -->`, /Comments are not allowed/],
    [`<!doctype html>`, /A doctype is not allowed/],
    [`</p>`, /<\/p> stands where nothing is open/],
    [`<b>x</p></b>`, /<\/p> stands where <b> is to be closed first/],
    [`<b>x`, /<b> is never closed/],
    [`<p/>x`, /<p> is never closed/],
    [`x</div>y`, /<\/div> is not allowed/],
    [`${"<b>".repeat(101)}${"</b>".repeat(101)}`, /nested deeper than 100/],
    [`<p>x</p><`, /eof-before-tag-name/],
  ])("refuses %j", (markup, named) => {
    const messages = findMarkupFaults(markup, RICH_TEXT).map(({ message }) => message);
    expect(messages.join("\n")).toMatch(named);
  });
});

/** Yields every element of a tree, with its attributes. */
function* elementsOf(node: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ("attrs" in node) yield node;
  if ("content" in node) yield* elementsOf(node.content);
  if ("childNodes" in node) for (const child of node.childNodes) yield* elementsOf(child);
}

describe("what has no fault", () => {
  const names = [
    ...TEMPLATE_PAGE.elements.keys(),
    "script",
    "svg",
    "math",
    "noscript",
    "select",
    "template",
    "foreignObject",
    "mtext",
  ];
  const attribute = fc.constantFrom(
    ` onclick="1"`,
    ` href="javascript:1"`,
    ` class="a"`,
    ` title='>"'`,
    ` title="<script>"`,
    "",
  );
  const soup = fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...names), attribute).map(([name, more]) => `<${name}${more}>`) },
        { weight: 4, arbitrary: fc.constantFrom(...names).map((name) => `</${name}>`) },
        {
          weight: 1,
          arbitrary: fc.constantFrom("x", "<", "<!--", "-->", "--!>", "<![CDATA[", "]]>", "&lt;", '"', "'", "/>", "\n"),
        },
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""));

  /** Elements that a parser adds by itself. */
  const implied = new Set(["html", "head", "body", "tbody", "tr", "colgroup"]);

  const check = (rules: MarkupRules, html: string): boolean => {
    if (findMarkupFaults(html, rules).length > 0) return false;
    const trees = [parse(html), parse(html, { scriptingEnabled: false }), parseFragment(html)];
    for (const element of trees.flatMap((tree) => [...elementsOf(tree)])) {
      expect(rules.elements.has(element.tagName) || implied.has(element.tagName)).toBe(true);
      expect(element.namespaceURI).toBe("http://www.w3.org/1999/xhtml");
      for (const { name, value } of element.attrs) expect(`${name}=${value}`).not.toMatch(/^on|javascript:/);
    }
    return true;
  };

  it("is a tree of allowed elements to a browser, however the tags are strewn", () => {
    let passed = 0;
    fc.assert(
      fc.property(soup, (html) => {
        if (check(TEMPLATE_PAGE, html)) passed += 1;
      }),
      { numRuns: runs(5000) },
    );
    // Too few accepted inputs would make the property meaningless.
    expect(passed).toBeGreaterThan(200);
  });

  it("stays inside the element it is put into, where it is a rich text", () => {
    const tags = fc.constantFrom("p", "b", "a", "i", "table", "tr", "td", "ul", "li", "h2", "pre", "caption", "tbody", "br");
    const { nested } = fc.letrec<{ nested: string }>((tie) => ({
      nested: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom("x", "&amp;", ""),
        fc
          .tuple(tags, fc.array(tie("nested"), { maxLength: 3 }))
          .map(([name, inside]) => (name === "br" ? "<br>" : `<${name}>${inside.join("")}</${name}>`)),
      ),
    }));
    fc.assert(
      fc.property(nested, (html) => {
        expect(findMarkupFaults(html, RICH_TEXT)).toEqual([]);
        const main = [...elementsOf(parse(`<main><div>${html}</div><aside>after</aside></main>`))].find(
          ({ tagName }) => tagName === "main",
        );
        expect(main?.childNodes.map(({ nodeName }) => nodeName)).toEqual(["div", "aside"]);
        expect(main?.parentNode?.childNodes).toHaveLength(1);
      }),
      { numRuns: runs(1000) },
    );
  });
});
