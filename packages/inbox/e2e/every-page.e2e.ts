import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import type { ActionPage } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { readDigest } from "./support/read-digest.ts";

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
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

  await signInFirstTime(page, server);
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

test("the scripts that the first page loads are at most 270 kB with gzip, in all", async ({ request }) => {
  const html = await (await request.get(`${server.url}/sign-in`, { headers: { accept: "text/html" } })).text();
  const scripts = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!));
  let size = 0;
  for (const path of scripts) size += gzipSync(await (await request.get(server.url + path)).body()).length;
  expect(size).toBeGreaterThan(50_000);
  expect(size).toBeLessThanOrEqual(270_000);
});
