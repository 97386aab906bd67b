import { expect, test } from "vitest";
import { findFaults } from "../src/find-faults.mjs";

const BASE = "/guide/";
const FILES = new Set(["/guide/assets/a.png", "/guide/assets/a.css"]);

/** A site of two pages that link to each other; `body` is added to the first. */
const faultsOf = (body: string, other = ""): string[] =>
  findFaults(
    new Map([
      [BASE, `<h1 id="home">Home</h1><a href="/guide/other/">Other</a>${body}`],
      ["/guide/other/", `<h1 id="other">Other</h1><h2 id="a-b">A, b</h2>${other}`],
    ]),
    FILES,
    BASE,
  );

test("a guide whose links, anchors and pictures exist has no faults", () => {
  expect(
    faultsOf(
      '<a href="/guide/other/#a-b">A</a><a href="#home">Up</a><a href="/docs">API</a><a href="https://example.com/x#y">Out</a>' +
        '<img src="/icon.svg"><picture><source srcset="/guide/assets/a.png"><img src="/guide/assets/a.png"></picture>' +
        '<link rel="stylesheet" href="/guide/assets/a.css">',
    ),
  ).toEqual([]);
});

test.each([
  ["a page that does not exist", '<a href="/guide/none/">None</a>', "/guide/ links to /guide/none/, which does not exist."],
  [
    "an address without its last slash",
    '<a href="/guide/other">Other</a>',
    "/guide/ links to /guide/other, which does not exist.",
  ],
  [
    "an anchor of another page",
    '<a href="/guide/other/#a--b">A</a>',
    "/guide/ links to /guide/other/#a--b, but there is no heading with that anchor.",
  ],
  [
    "an anchor of the page itself",
    '<a href="#none">A</a>',
    "/guide/ links to #none, but there is no heading with that anchor.",
  ],
  ["an id that occurs twice", '<p id="home">', "/guide/ has the id home twice."],
  ["a second h1", "<h1>Again</h1>", "/guide/ has 2 headings of the first level instead of one."],
  [
    "a missing picture",
    '<img src="/guide/assets/b.png">',
    "/guide/ shows /guide/assets/b.png, which is not a file of the guide.",
  ],
  [
    "a missing variant of a picture",
    '<picture><source srcset="/guide/assets/b.png"></picture>',
    "/guide/ shows /guide/assets/b.png, which is not a file of the guide.",
  ],
])("%s is a fault", (_what, body, fault) => {
  expect(faultsOf(body)).toEqual([fault]);
});

test("a page that no other page links to is a fault, unless it is named as one", () => {
  const pages = new Map([
    [BASE, '<h1>Home</h1><a href="/guide/">Home</a>'],
    ["/guide/lost/", '<h1>Lost</h1><a href="/guide/lost/">Itself</a>'],
  ]);
  expect(findFaults(pages, FILES, BASE)).toEqual(["No page links to /guide/lost/."]);
  expect(findFaults(pages, FILES, BASE, ["/guide/lost/"])).toEqual([]);
});
