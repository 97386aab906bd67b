import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { Action } from "@countersign/protocol";
import { findElement, openContentAgent } from "./support/content.ts";
import { expectAccessible, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signInFirstTime(page, server);
  await mkdir(join(server.dataFolder, "files"), { recursive: true });
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
test.afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

const LINES = Array.from({ length: 120 }, (_, n) => `line ${n + 1}`);
const LOADED_ON_USE = { diff: "**/open-merge-view*.js", content: "**/content-changes-view*.js" };

const statusOf = async (id: string) => ((await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action).status;
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function proposeLongChange(name: string): Promise<string> {
  await writeFile(join(server.dataFolder, "files", name), LINES.join("\n"));
  return propose(server, "write_file", { path: name, content: LINES.map((line) => line.replace("100", "C")).join("\n") });
}

async function proposeStock(stock: number): Promise<string> {
  const agent = await openContentAgent(server, `Editor ${stock}`);
  const bed = await findElement(server, "object", "/products/beds/kalmar-bed");
  const [id] = await agent.propose("propose_data_object_update", [{ id: bed.id, fields: { stock } }], `stock ${stock}`);
  return id!;
}

/** Delays the page's requests for these files until the returned function is called. */
async function hold(files: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("G24 approval waits for a comparison that is still loading, by click and by key; a no does not", async () => {
  const id = await proposeLongChange("late.md");
  const release = await hold(LOADED_ON_USE.diff);
  await page.goto(`${server.url}/actions/${id}`);
  await expect(page.getByRole("status", { name: "Loading the comparison" })).toBeVisible();
  await expect(button("Approve")).toBeDisabled();
  await expect(button("Approve")).toHaveAttribute("title", /^Waiting until everything is shown/);
  await expect(page.getByText("Waiting until everything is shown.")).toBeVisible();
  await expect(button("Reject…")).not.toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page, "an action that is not drawn yet");
  await page.keyboard.press("a");
  await expect(button("Approve")).not.toBeFocused();
  await page.keyboard.press("Enter");
  expect(await statusOf(id)).toBe("pending");
  release();
  await expect(page.getByText("line 100").first()).toBeVisible();
  await expect(button("Approve")).toBeEnabled();
  await expect(button("Approve")).not.toHaveAttribute("aria-disabled", "true");
  await button("Approve").click();
  await expect.poll(() => statusOf(id)).toBe("executed");
});

test("G24 a comparison that does not arrive is drawn by the page's own, and is approved then", async () => {
  const id = await proposeLongChange("own.md");
  await page.route(LOADED_ON_USE.diff, (route) => route.abort());
  await page.goto(`${server.url}/actions/${id}`);
  await expect(page.getByRole("table", { name: /content, before and after/ })).toBeVisible();
  await expect(button("Approve")).toBeEnabled();
});

test("G24 a part that cannot be drawn says so and blocks approval here; the page stays, and a no is taken", async () => {
  await server.fetch("/api/content/sample", { body: {} });
  const id = await proposeStock(5);
  const release = await hold(LOADED_ON_USE.content);
  await page.goto(`${server.url}/actions/${id}`);
  await expect(page.getByRole("status", { name: "Loading: Changes" })).toBeVisible();
  await expect(button("Approve")).toHaveAttribute("title", /^Waiting until everything is shown/);
  release();
  await expect(button("Approve")).toBeEnabled();

  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(LOADED_ON_USE.content, (route) => route.abort());
  await page.reload();
  const told = page.getByRole("alert").filter({ hasText: "“Changes” could not be displayed" });
  await expect(told).toBeVisible();
  await expect(page.getByRole("region", { name: "Full input" })).toBeVisible();
  await expect(button("Approve")).toBeDisabled();
  await expect(button("Approve")).toHaveAttribute("title", /“Changes” could not be displayed/);
  await expectAccessible(page, "a part that could not be displayed");
  await button("Reject…").click();
  await expect(button("Reject")).not.toHaveAttribute("aria-disabled", "true");
  await button("Reject").click();
  await expect.poll(() => statusOf(id)).toBe("rejected");
});

test("G24 of many, what is not shown in full is no part of an approval until it was opened and drawn", async () => {
  const short = await propose(server, "write_file", { path: "short.md", content: "a line\n" });
  const long = await propose(server, "write_file", { path: "long.md", content: LINES.join("\n") });
  await page.goto(`${server.url}/`);
  await page.getByRole("checkbox", { name: /short\.md/ }).check();
  await page.getByRole("checkbox", { name: /long\.md/ }).check();
  await page.getByRole("button", { name: "Approve 2…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("a line")).toBeVisible();
  await expect(dialog.getByText("1 action not shown in full")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Approve 1 action", exact: true })).toBeEnabled();
  await expectAccessible(page, "many, not all of them shown");
  await dialog.getByRole("button", { name: /^Show all changes: .*long\.md/ }).click();
  await expect(dialog.getByText("line 120")).toBeVisible();
  const both = dialog.getByRole("button", { name: "Approve 2 actions", exact: true });
  await expect(both).not.toHaveAttribute("aria-disabled", "true");
  await both.click();
  await expect(dialog.getByText("2 actions decided.")).toBeVisible();
  for (const id of [short, long]) await expect.poll(() => statusOf(id)).toBe("executed");
});

test("G24 showing all of many opens those, too, that are still being read", async () => {
  const early = await propose(server, "write_file", { path: "early.md", content: LINES.join("\n") });
  const late = await propose(server, "write_file", { path: "later.md", content: LINES.join("\n") });
  const release = await hold(`**/api/pending-actions/${late}`);
  await page.goto(`${server.url}/`);
  await page.getByRole("checkbox", { name: /early\.md/ }).check();
  await page.getByRole("checkbox", { name: /later\.md/ }).check();
  await page.getByRole("button", { name: "Approve 2…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 action not shown in full")).toBeVisible();
  await expect(dialog.getByRole("status", { name: "Loading changes" })).toBeVisible();
  await dialog.getByRole("button", { name: "Show all changes in all actions" }).click();
  await expect(dialog.getByRole("button", { name: "Approve 1 action", exact: true })).toBeEnabled();
  release();
  const both = dialog.getByRole("button", { name: "Approve 2 actions", exact: true });
  await expect(both).not.toHaveAttribute("aria-disabled", "true");
  await both.click();
  await expect(dialog.getByText("2 actions decided.")).toBeVisible();
  for (const id of [early, late]) await expect.poll(() => statusOf(id)).toBe("executed");
});
