import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { collectComplaints, expectAccessible, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

/** A zero-width space, a bidirectional override, a carriage return and a wide gap, which readers overlook. */
const HIDDEN = `pay\u200bment to \u202eevil\u202c${" ".repeat(60)}end\r`;
const lines = (amount: number): string[] => Array.from({ length: amount }, (_, n) => `line ${n + 1} of the policy`);

test("G11 a long text side by side: loaded on use, folds counted and opened, nothing invisible, copies are the original", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  const before = `${lines(200).join("\n")}\n`;
  const after = `${lines(200)
    .map((line, n) => (n === 99 ? HIDDEN : line))
    .join("\n")}\n`;
  await mkdir(join(server.dataFolder, "files"), { recursive: true });
  await writeFile(join(server.dataFolder, "files/long.md"), before);
  await writeFile(join(server.dataFolder, "files/short.md"), "one\n");
  const long = await propose(server, "write_file", { path: "long.md", content: after });
  const short = await propose(server, "write_file", { path: "short.md", content: "two\n" });
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("open-merge-view")) loaded.push(request.url());
  });

  await page.goto(`${server.url}/actions/${short}`);
  await expect(page.getByRole("table", { name: /before and after/ })).toBeVisible();
  expect(loaded).toEqual([]);

  await page.goto(`${server.url}/actions/${long}`);
  const changes = page.getByRole("group", { name: /content, before and after/i });
  const [left, right] = [
    changes.getByRole("textbox", { name: /: before$/ }),
    changes.getByRole("textbox", { name: /: after$/ }),
  ];
  await expect(left.getByText("line 100 of the policy")).toBeVisible();
  await expect(right.getByRole("img", { name: "U+200B ZWSP" })).toBeVisible();
  for (const mark of ["U+202E RLO", "U+202C PDF", "60 spaces", "U+000D CR"]) {
    await expect(right.getByRole("img", { name: mark })).toBeVisible();
  }
  expect(loaded).toHaveLength(1);
  await expectAccessible(page, "a long comparison");

  const copied = () => page.evaluate("navigator.clipboard.readText()");
  // A manual selection across the chips copies the original characters too.
  await right.getByText("line 99 of the policy", { exact: true }).click({ clickCount: 3 });
  await right.getByText("line 101 of the policy", { exact: true }).click({ modifiers: ["Shift"] });
  await page.keyboard.press("Control+c");
  await expect.poll(copied).toContain(HIDDEN);

  const folds = changes.getByRole("button", { name: /^Show \d+ unchanged lines \([\d,]+ characters\)$/ });
  await expect(folds).toHaveCount(2);
  await expect(left.getByText("line 1 of the policy", { exact: true })).toHaveCount(0);
  await folds.first().click();
  await expect(folds).toHaveCount(1);
  await expect(left.getByText("line 90 of the policy", { exact: true })).toBeVisible();
  await changes.hover();
  await page.mouse.wheel(0, -9000);
  for (const side of [left, right]) await expect(side.getByText("line 1 of the policy", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Copy after" }).click();
  await expect.poll(copied).toBe(after);
  await page.getByRole("button", { name: "Copy before" }).click();
  await expect.poll(copied).toBe(before);

  await page.setViewportSize({ width: 360, height: 780 });
  const table = page.getByRole("table", { name: /content, before and after/i });
  await expect(table).toBeVisible();
  await expect(table.getByRole("img", { name: "U+202E RLO" })).toBeVisible();
  await expect(left).toHaveCount(0);
  expect(complaints).toEqual([]);
});
