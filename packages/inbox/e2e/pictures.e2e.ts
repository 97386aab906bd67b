import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { fillWorkspace, type FilledWorkspace } from "./support/fill-workspace.ts";
import { applied, MEASURES_ALL, resumeSession, SCHEMES, signInFirstTime, whole } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { changedPart, thumbnailOf } from "./support/thumbnail.ts";

const FOLDER = join(import.meta.dirname, "pictures");
/** Each with the scheme in which it is compared; with COUNTERSIGN_TEST_LONG in both. */
const SIZES = [
  { width: 1440, height: 900, scheme: "light" },
  { width: 360, height: 780, scheme: "dark" },
] as const;
/** Part of a page that may differ from its picture: a moved line of text changes more, other times and ids change less. */
const TOLERANCE = 0.01;

/** Fonts differ between machines, so all text has the one that comes with the inbox. A text cursor blinks. */
const SAME_FONT = "* { font-family: 'Inter Variable' !important; caret-color: transparent !important; }";

let server: TestServer;
let workspace: FilledWorkspace;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
  workspace = await fillWorkspace(server);
});
test.afterAll(async () => {
  await workspace.close();
  await server.close();
});

// npx playwright test --project=rest pictures --update-snapshots=all: stores how the pages look now. Look at them before committing.
test("every page looks as in its picture, light and dark, on a phone and on a desk", async ({ browser }, testInfo) => {
  test.setTimeout(600_000);
  const isUpdate = testInfo.config.updateSnapshots === "all";
  mkdirSync(FOLDER, { recursive: true });
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce", locale: "en-GB" });
  const page = await context.newPage();
  const different: string[] = [];
  const look = async (name: string, path: string): Promise<void> => {
    await page.setViewportSize(SIZES[0]!);
    await page.goto(server.url + path);
    await whole(page);
    await page.addStyleTag({ content: SAME_FONT });
    for (const size of SIZES) {
      for (const colorScheme of isUpdate || MEASURES_ALL ? SCHEMES : [size.scheme]) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await applied(page, colorScheme);
        const file = join(FOLDER, `${name}-${size.width}-${colorScheme}.png`);
        if (isUpdate) writeFileSync(file, PNG.sync.write(thumbnailOf(await stillPicture(page)), { colorType: 2 }));
        const part = await changedSince(page, PNG.sync.read(readFileSync(file)));
        if (part <= TOLERANCE) continue;
        const now = testInfo.outputPath(`${name}-${size.width}-${colorScheme}.png`);
        await page.screenshot({ path: now });
        different.push(`${(part * 100).toFixed(1)} % of ${file}; now ${now}`);
      }
    }
  };
  await look("sign-in", "/sign-in");
  await resumeSession(page, server);
  for (const [name, path] of workspace.pages) await look(name, path);
  expect(different, "the pages that look different").toEqual([]);
});

test("a line of text that moves, and a button that is gone, are more than the tolerance", async ({ browser }) => {
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce", viewport: SIZES[1] });
  const page = await context.newPage();
  await resumeSession(page, server);
  await page.goto(`${server.url}/admin/groups`);
  await whole(page);
  const before = thumbnailOf(await stillPicture(page));
  expect(changedPart(before, thumbnailOf(await stillPicture(page)))).toBe(0);
  for (const content of ["h1 { padding-top: 24px }", "main button { visibility: hidden }"]) {
    const style = await page.addStyleTag({ content });
    expect(changedPart(before, thumbnailOf(await stillPicture(page))), content).toBeGreaterThan(TOLERANCE);
    await style.evaluate((element) => (element as unknown as { remove(): void }).remove());
  }
});

/** Returns which part of the page differs from its picture, once it does not differ too much or no longer changes. */
async function changedSince(page: Page, stored: PNG): Promise<number> {
  await sameDigits(page);
  const part = changedPart(stored, thumbnailOf(PNG.sync.read(await page.screenshot())));
  return part <= TOLERANCE ? part : changedPart(stored, thumbnailOf(await stillPicture(page)));
}

/** Returns the page once it no longer changes, with every digit the same: times and ids differ from run to run. */
async function stillPicture(page: Page): Promise<PNG> {
  let before = "";
  for (let tries = 0; tries < 40; tries += 1) {
    await sameDigits(page);
    const picture = await page.screenshot();
    const seen = picture.toString("base64");
    if (seen === before) return PNG.sync.read(picture);
    before = seen;
    await page.waitForTimeout(100);
  }
  throw new Error("the page never stands still");
}

/** The parts of the browser's document that are used; these tests are typed without a browser's globals. */
interface Text {
  nodeValue: string;
  parentElement: { closest(of: string): unknown } | null;
}
interface Globals {
  document: { body: unknown; createTreeWalker(root: unknown, show: number): { nextNode(): Text | null } };
}

const sameDigits = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { document } = globalThis as unknown as Globals;
    const texts = document.createTreeWalker(document.body, 4);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const isTime = Boolean(text.parentElement?.closest("time"));
      const next = isTime
        ? "a while"
        : text.nodeValue.replace(/[\w-]{16,}/g, (id) => "x".repeat(id.length)).replace(/\d/g, "0");
      if (next !== text.nodeValue) text.nodeValue = next;
    }
  });
