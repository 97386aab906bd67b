import { gzipSync } from "node:zlib";
import { expect, test, type APIRequestContext } from "@playwright/test";
import type { ActionPage } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, resumeSession, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { readDigest } from "./support/read-digest.ts";

let server: TestServer;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(() => server.close());

/** The pages for administrators have tests of their own, with data on them. */
test("no page has an accessibility fault or is wider than the window, light and dark, on a phone and on a desk", async ({
  page,
}) => {
  test.setTimeout(360_000);
  const complaints = collectComplaints(page);
  await page.goto(`${server.url}/sign-in`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessibleAtAllSizes(page, "sign-in", { all: true });

  await resumeSession(page, server);
  await server.cli("demo");
  const { items } = (await (await server.fetch("/api/pending-actions?limit=20")).json()) as ActionPage;
  const [first, second] = items.map(({ id }) => id) as [string, string];
  const approved = await server.fetch(`/api/pending-actions/${second}/approve`, {
    method: "POST",
    body: { digest: await readDigest(server, second) },
  });
  expect(approved.status).toBe(200);

  for (const path of [
    "/",
    `/actions/${first}`,
    `/actions/${second}`,
    `/actions/${second}/evidence`,
    "/actions/nothing",
    "/insights",
    "/safety",
    "/chat/nothing",
    "/audit",
    "/records",
    "/content",
    "/content/nothing",
    "/sessions/nothing",
    "/tokens",
    "/command-line",
    "/nowhere",
  ]) {
    await page.goto(server.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expectAccessibleAtAllSizes(page, path, { all: true });
  }
  // The API answers an unknown id with 404, which the browser logs as a console error.
  expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
});

const MAX_START_BYTES = 180_000;

test("the scripts that every page starts with are at most 180 kB with gzip, in all", async ({ request }) => {
  const html = await (await request.get(`${server.url}/sign-in`, { headers: { accept: "text/html" } })).text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => `${server.url}${path}`);
  const size = await compressedSize(request, scripts);
  expect(size).toBeGreaterThan(50_000);
  expect(size).toBeLessThanOrEqual(MAX_START_BYTES);
});

test("the scripts that the inbox loads before its first rows are at most 180 kB with gzip, in all", async ({ page }) => {
  await resumeSession(page, server);
  await server.cli("demo");
  const requested: string[] = [];
  page.on("request", (asked) => asked.url().endsWith(".js") && requested.push(asked.url()));
  const scripts = new Promise<string[]>((resolve) => {
    void page.exposeFunction("tellFirstRows", () => resolve([...requested]));
  });
  await page.addInitScript(TELL_FIRST_ROWS);
  await page.goto(server.url);
  expect(await compressedSize(page.request, await scripts)).toBeLessThanOrEqual(MAX_START_BYTES);
  // What a click needs next is read afterwards.
  await expect.poll(() => requested.some((url) => url.includes("/action-route-"))).toBe(true);
});

/** A string, because this file is typed without a browser's globals. */
const TELL_FIRST_ROWS = `
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('ul[aria-label="Actions"] a')) return;
    observer.disconnect();
    window.tellFirstRows();
  }).observe(document, { subtree: true, childList: true });`;

async function compressedSize(request: APIRequestContext, urls: Iterable<string>): Promise<number> {
  let size = 0;
  for (const url of new Set(urls)) size += gzipSync(await (await request.get(url)).body()).length;
  return size;
}
