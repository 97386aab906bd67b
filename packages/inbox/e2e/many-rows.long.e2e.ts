import { expect, test } from "@playwright/test";
import { measureHeap, proposeMany, scrollFrames, scrollToEnd, timeFirstRows } from "./support/many-rows.ts";
import { collectComplaints, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const ROWS = 10_000;
/** The list is virtualised: the document holds only the visible rows and some around them. */
const MAX_DRAWN = 60;
const MAX_HEAP_MB = 250;

let server: TestServer;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await startTestServer();
  await proposeMany(server, ROWS);
});
test.afterAll(() => server.close());

/** `npm run bench:inbox` measures speed; this test only prints it. */
test("10,000 rows wait: few are drawn, each is reached by scrolling, and memory is bounded", async ({ page }) => {
  test.setTimeout(300_000);
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  const firstRows = await timeFirstRows(page, `${server.url}/?sort=newest`);
  await expect(page).toHaveTitle("(10000) Countersign");
  const rows = page.getByRole("list", { name: "Actions" }).getByRole("listitem");
  await expect(rows.first()).toContainText(/notes\/\d+\.md/);

  const frames = await scrollFrames(page, 2);
  expect(await rows.count()).toBeLessThan(MAX_DRAWN);
  await scrollToEnd(page);
  expect(await rows.count()).toBeLessThan(MAX_DRAWN);
  await expect(rows.last()).toHaveAttribute("aria-posinset", String(ROWS));

  // Scrolling to any position draws the rows that belong there.
  const frame = page.getByRole("list", { name: "Actions" }).locator("..");
  for (const part of [0.1, 0.37, 0.5, 0.83, 0]) {
    await frame.evaluate((element, at) => (element.scrollTop = at * element.scrollHeight), part);
    await expect
      .poll(() => rows.evaluateAll((items) => items.map((item) => Number(item.getAttribute("aria-posinset")))))
      .toContain(Math.min(Math.round(part * ROWS) + 3, ROWS));
    const shown = await rows.evaluateAll((items) =>
      items.map((item) => [Number(item.ariaPosInSet), item.textContent] as const),
    );
    for (const [place, text] of shown) {
      // The rows of one request share a creation time; the requests follow each other.
      const number = Number(/notes\/(\d+)\.md/.exec(text ?? "")?.[1]);
      expect(Math.floor((number - 1) / 200)).toBe(Math.floor((ROWS - place) / 200));
    }
  }
  const heap = await measureHeap(page);
  expect(heap).toBeLessThan(MAX_HEAP_MB);
  expect(complaints).toEqual([]);
  const rate = (1000 * frames.length) / frames.reduce((sum, time) => sum + time, 0);
  console.log(`first rows after ${firstRows.toFixed(0)} ms, ${rate.toFixed(0)} frames a second, ${heap.toFixed(0)} MB`);
});
