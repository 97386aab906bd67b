import { expect, test, type Locator, type Page } from "@playwright/test";
import type { Json, JsonObject } from "@countersign/protocol";
import { signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** Positions of the markers, as fractions of an input. */
const PLACES = [0, 0.25, 0.5, 0.75, 1];
const MARKERS = PLACES.map((_place, index) => `MARKER${index}HERE`);

/** Makes this many pieces of text, with the markers at their positions. */
function pieces(amount: number, make: (index: number) => string): string[] {
  const all = Array.from({ length: amount }, (_piece, index) => make(index));
  PLACES.forEach((place, index) => (all[Math.round(place * (amount - 1))] += ` ${MARKERS[index]} `));
  return all;
}

const WORDS = "lorem ipsum dolor sit amet consectetur ";
const nest = (texts: readonly string[], levels: number): Json =>
  levels === 0 || texts.length <= 1
    ? { text: texts.join("|") }
    : { [texts[0] ?? ""]: 1, deeper: nest(texts.slice(1), levels - 1), "after it": texts.length };

/** Inputs of about `size` bytes with five markers each, in five shapes. */
const SHAPES: Record<string, (size: number) => JsonObject> = {
  "one long line": (size) => ({ text: pieces(Math.ceil(size / 48), () => WORDS).join("") }),
  "many lines": (size) => ({ text: pieces(Math.ceil(size / 52), (index) => `${index} ${WORDS}\n`).join("") }),
  "many keys": (size) =>
    Object.fromEntries(
      pieces(Math.ceil(size / 46), (index) => `key${index}`).map((key, index) => [key, index % 2 === 0 ? WORDS : index]),
    ),
  "long lists": (size) => ({
    list: pieces(Math.ceil(size / 60), (index) => `${index}`).map((text, index) => [{ text }, [index, null, true, "x"]]),
  }),
  "deep inside": (size) => {
    const levels = 55;
    const texts = pieces(levels, (index) => `${index}${"_".repeat(Math.ceil(size / levels))}`);
    return { top: nest(texts, levels), last: texts.at(-1) ?? "" };
  },
};

let server: TestServer;
let page: Page;
const pageErrors: string[] = [];

test.describe.configure({ mode: "serial", timeout: 300_000 });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  await startWorker(server, [
    { name: "critical_tool", description: "Takes anything", risk: 5, inputSchema: { type: "object" } },
  ]);
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  // The unified layout draws every line. The side-by-side editor draws only visible lines and has tests of its own.
  await page.addInitScript(() => localStorage.setItem("countersign-diff-layout", JSON.stringify("unified")));
  page.on("pageerror", (error) => pageErrors.push(error.message));
  await signInFirstTime(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
test.afterEach(() => expect(pageErrors).toEqual([]));

const dock = () => page.getByRole("region", { name: "Decision" });
const approve = () => dock().getByRole("button", { name: "Approve", exact: true });

/** Opens every collapsed part, including parts that opening reveals; returns how many there were. */
const openAll = (scope: Locator): Promise<number> =>
  scope.evaluate(async (root) => {
    let opened = 0;
    for (;;) {
      const parts = root.querySelectorAll<HTMLElement>("[data-unopened]");
      if (parts.length === 0) return opened;
      for (const part of parts) part.click();
      opened += parts.length;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });

/** Returns the markers that a person can scroll to and see: drawn, large enough, and not covered. */
const seenMarkers = (scope: Locator): Promise<string[]> =>
  scope.evaluate((root, markers) => {
    const isSeen = (node: Text, start: number, length: number): boolean => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + length);
      for (let frame = node.parentElement; frame; frame = frame.parentElement) {
        // A person can scroll an element with scroll bars, but not one that only clips.
        if (!/auto|scroll/.test(getComputedStyle(frame).overflow)) continue;
        const [box, text] = [frame.getBoundingClientRect(), range.getBoundingClientRect()];
        frame.scrollTop += text.top - box.top - Math.min(frame.clientHeight, innerHeight) / 3;
        if (text.right > box.right || text.left < box.left) frame.scrollLeft += text.left - box.left - 20;
      }
      const { left, top, width, height } = range.getClientRects()[0] ?? range.getBoundingClientRect();
      if (width < 8 || height < 8) return false;
      const above = document.elementFromPoint(left + 4, top + height / 2);
      return above !== null && (above === node.parentElement || (node.parentElement?.contains(above) ?? false));
    };
    const seen = new Set<string>();
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      for (const marker of markers) {
        const start = seen.has(marker) ? -1 : node.data.indexOf(marker);
        if (start >= 0 && isSeen(node, start, marker.length)) seen.add(marker);
      }
    }
    return [...seen].sort();
  }, MARKERS);

/** Approve stays disabled while a marker is out of sight; once all parts are open, every marker is visible. */
async function expectReadOrBlocked(what: string): Promise<void> {
  const box = dock().getByRole("checkbox", { name: /I have reviewed every argument/ });
  // A busy machine takes a while to load and draw a megabyte.
  await expect(box).toBeVisible();
  await box.check();
  const atOnce = await seenMarkers(page.getByRole("article"));
  if (atOnce.length < MARKERS.length) await expect(approve(), what).toBeDisabled();
  const opened = await openAll(page.getByRole("article"));
  expect(await seenMarkers(page.getByRole("article")), `${what}, ${opened} parts opened`).toEqual(MARKERS);
  await expect(approve(), what).toBeEnabled();
  await box.uncheck();
  await expect(approve(), what).toBeDisabled();
}

for (const [shape, make] of Object.entries(SHAPES)) {
  test(`G11 ${shape}: a marker at any of 20 places is in sight, or nothing can be approved`, async () => {
    for (const size of SIZES) {
      const id = await propose(server, "critical_tool", make(size));
      await page.goto(`${server.url}/actions/${id}`);
      await expectReadOrBlocked(`${shape}, ${size} bytes`);
    }
  });
}
