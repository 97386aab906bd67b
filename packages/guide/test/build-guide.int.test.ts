import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../server/test/support/temp-folder.ts";
import { buildGuide } from "../src/build-guide.mjs";
import { sampleRepository } from "./support/sample-repository.ts";

/** Builds the sample with this page of the inbox, and returns the page's content. */
async function mainOf(inbox: string): Promise<string> {
  const output = await tempFolder("guide");
  await buildGuide(output, await sampleRepository({ "docs/inbox.md": `# The inbox\n\n${inbox}\n` }));
  const html = await readFile(join(output, "inbox/index.html"), "utf8");
  return html.slice(html.indexOf("</h1>") + 5, html.indexOf("</main>")).trim();
}

test("links to pages lead to the guide; other files of the repository are named by their path", async () => {
  expect(
    await mainOf(
      "[A](adapters/ai-sdk.md), [B](../SPEC.md#spec), [C](../examples/), [D](../examples/a.ts), [examples/a.ts](../examples/a.ts), [E](https://example.com/a.md)",
    ),
  ).toBe(
    '<p><a href="/docs/guide/adapters/ai-sdk/">A</a>, <a href="/docs/guide/spec/#spec">B</a>, <a href="/docs/guide/examples/">C</a>, ' +
      'D (<code>examples/a.ts</code>), <code>examples/a.ts</code>, <a href="https://example.com/a.md">E</a></p>',
  );
});

test("headings have the anchors of GitHub", async () => {
  const main = await mainOf(
    "## Where *what* is `approved`, & why\n\n## Twice\n\n## Twice\n\n### Über 1.5\n\n[a](#where-what-is-approved--why) [b](#twice-1)",
  );
  expect([...main.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    "where-what-is-approved--why",
    "twice",
    "twice-1",
    "über-15",
  ]);
});

test("a screenshot has variants for dark colours and phones; code and tables scroll by themselves", async () => {
  const main = await mainOf(
    '![A <queue>](screenshots/a-1440-light.png)\n\n```json\n{ "a": {{ 1 }} }\n```\n\n| | b |\n|---|---|\n| c | d |',
  );
  const url = String.raw`/docs/guide/assets/a-(\d+-\w+)-[0-9a-f]{8}\.png`;
  expect([...main.matchAll(new RegExp(`(?:srcset|src)="${url}"`, "g"))].map(([, name]) => name)).toEqual([
    "360-dark",
    "360-light",
    "1440-dark",
    "1440-light",
  ]);
  expect(main).toContain('width="360" height="780" alt="A &lt;queue&gt;" loading="lazy"');
  expect(main).toContain('<pre tabindex="0"><code><span class="hljs-punctuation">{</span> <span class="hljs-attr">');
  expect(main).toMatch(
    /<div class="table" role="group" aria-label="Table" tabindex="0"><table>[^]*<td><\/td>\s*<th scope="col">b<\/th>/,
  );
});

test.each([
  ["a page that does not exist", "[A](none.md)", "docs/inbox.md links to docs/none.md, which does not exist."],
  [
    "an anchor that does not exist",
    "[A](adapters/ai-sdk.md#none)",
    "/docs/guide/inbox/ links to /docs/guide/adapters/ai-sdk/#none",
  ],
  ["a file that does not exist", "[A](../examples/none.ts)", "docs/inbox.md links to examples/none.ts, which does not exist."],
  [
    "a picture that does not exist",
    "![A](screenshots/none.png)",
    "docs/inbox.md shows docs/screenshots/none.png, which is not a picture",
  ],
  ["a picture of another site", "![A](https://example.com/a.png)", "docs/inbox.md shows https://example.com/a.png"],
])("the build fails on %s, says where, and writes nothing", async (_what, inbox, fault) => {
  const output = await tempFolder("guide");
  const root = await sampleRepository({ "docs/inbox.md": `# The inbox\n\n${inbox}\n` });
  await expect(buildGuide(output, root)).rejects.toThrow(fault);
  expect(await readdir(output)).toEqual([]);
});

test("the build fails on a page that no page links to", async () => {
  const root = await sampleRepository({ "docs/lost.md": "# Lost" });
  await expect(buildGuide(await tempFolder("guide"), root)).rejects.toThrow("No page links to /docs/guide/lost/.");
});
