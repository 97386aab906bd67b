import { expect, test, type Page } from "@playwright/test";
import type { ProposeManyRequest } from "@countersign/protocol";
import { armed, collectComplaints, expectAccessible, pressUntil, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

/** Exceeds the delay in which a new page ignores keys and clicks that were meant for the previous one. */
const INERT_MS = 1000;

let server: TestServer;
let page: Page;
let complaints: string[];

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  await server.cli("demo");
  await expect(rows()).toHaveCount(8);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});

const queue = () => page.getByRole("region", { name: "Queue" });
const rows = () => queue().getByRole("list", { name: "Actions" }).locator("a");
const dock = () => page.getByRole("region", { name: "Decision" });

async function propose(names: readonly string[], batchId?: string): Promise<void> {
  const items: ProposeManyRequest["items"] = names.map((name) => ({
    toolName: "write_file",
    toolInput: { path: `${name}.txt`, content: `${name}\n` },
    missionId: "notes",
  }));
  const answer = await server.fetch("/api/pending-actions/batch", {
    as: "agent",
    body: { items, ...(batchId ? { batchId } : {}) },
  });
  expect(answer.status).toBe(202);
}

/** Presses the second key inside the page once the first has brought the heading; a key from outside may come too late. */
const pressAsItAppears = (first: string, heading: string, second: string): Promise<void> =>
  page.evaluate(
    (keys) =>
      new Promise<void>((resolve) => {
        const press = (key: string): void =>
          void document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const watch = new MutationObserver(() => {
          const title = document.querySelector("h1")?.textContent ?? "";
          if (!title.includes(keys.heading) || !document.querySelector(`button[aria-keyshortcuts="${keys.second}"]`)) return;
          watch.disconnect();
          press(keys.second);
          resolve();
        });
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
        press(keys.first);
      }),
    { first, heading, second },
  );

test("what waits is listed by risk, the oldest first within it; filters stand in the address", async () => {
  await expect(rows().first()).toContainText("roadmap-draft");
  await expect(rows().nth(1)).toContainText("2023-offsite");
  // The actions of one batch share a creation time, so their order is arbitrary.
  await expect(rows().nth(2)).toContainText(/pricing|support-hours|onboarding/);

  await page.getByRole("button", { name: "More filters" }).click();
  const more = page.getByRole("group", { name: "More filters" });
  await more.getByLabel("Risk").selectOption("5");
  await expect(page).toHaveURL(/risk=5/);
  await expect(rows()).toHaveCount(1);
  await expectAccessible(page, "more filters");
  await page.getByRole("button", { name: "Remove the filter Risk: 5" }).click();
  await expect(rows()).toHaveCount(8);

  await more.getByLabel("Age", { exact: true }).selectOption("3600");
  await expect(queue().getByText("No matches")).toBeVisible();
  await more.getByLabel("Age", { exact: true }).selectOption("");
  await expect(rows()).toHaveCount(8);
  await more.getByLabel("Sort by").selectOption("newest");
  await expect(rows().first()).not.toContainText("roadmap-draft");
  await page.goto(`${server.url}/?status=rejected,pending&tool=move_file`);
  await expect(rows()).toHaveCount(1);
});

test("a batch is ticked by its heading, and a view is kept under a name", async () => {
  await page.goto(`${server.url}/`);
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("group", { name: "More filters" }).getByLabel("Group by").selectOption("batch");
  const headings = queue().getByRole("checkbox", { name: /^Select group: / });
  await expect(headings).toHaveCount(2);
  await headings.first().check();
  await expect(queue().getByLabel("4 selected")).toBeVisible();
  await expectAccessible(page, "grouped by batch");
  await headings.first().uncheck();

  await page.getByLabel("Save view as").fill("My batches");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.goto(`${server.url}/`);
  await page.getByRole("navigation", { name: "Saved views" }).getByRole("link", { name: "My batches" }).click();
  await expect(page).toHaveURL(/group=batch/);
  await expect(headings).toHaveCount(2);
});

test("keys move, select and lead to the buttons, and decide nothing by themselves", async () => {
  await page.goto(`${server.url}/`);
  await expect(rows()).toHaveCount(8);
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("roadmap-draft");
  const approve = dock().getByRole("button", { name: "Approve", exact: true });
  await armed(dock().getByRole("button", { name: "Reject…" }));
  await page.keyboard.press("a");
  await expect(approve).not.toBeFocused();

  // A key pressed as the page appears was meant for the previous one and is ignored.
  await pressAsItAppears("j", "2023-offsite", "a");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2023-offsite");
  await expect(approve).toBeVisible();
  await expect(approve).not.toBeFocused();
  await armed(approve);
  await page.keyboard.press("x");
  await expect(queue().getByLabel("1 selected")).toBeVisible();
  await page.keyboard.press("x");
  await expect(queue().getByLabel(/^Select all/)).toBeVisible();
  await page.keyboard.press("a");
  await expect(approve).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /Approved by/ })).toBeVisible();

  await page.keyboard.press("j");
  const third = /pricing|support-hours|onboarding/;
  await expect(page.getByRole("heading", { level: 1 })).toContainText(third);
  await pressUntil(page, "r", page.getByLabel(/^Reason/));
  await expect(page.getByLabel(/^Reason/)).toBeFocused();
  await page.keyboard.type("jkx?");
  await expect(page.getByLabel(/^Reason/)).toHaveValue("jkx?");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(third);
  await dock().getByRole("button", { name: "Cancel", exact: true }).click();
  await pressUntil(page, "e", page.getByRole("dialog"));
  await page.getByRole("button", { name: "Close without deciding" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await pressUntil(page, "f", page.getByLabel("What should the agent change?"));
  await expect(page.getByLabel("What should the agent change?")).toBeFocused();
});

test("the map of keys, the palette and the switch that turns keys off", async () => {
  await page.goto(`${server.url}/`);
  await expect(rows()).not.toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page, "map of keys");
  await page.keyboard.press("j");
  await expect(page).toHaveURL(`${server.url}/`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.waitForTimeout(INERT_MS);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find a page, a tool, an agent or an action" }).fill("pricing");
  await expect(page.getByRole("listbox", { name: "Commands" }).getByRole("option")).toHaveCount(1);
  await expectAccessible(page, "palette");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("pricing.md");

  await page.waitForTimeout(INERT_MS);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.getByRole("button", { name: "Account" }).click();
  const keys = page.getByRole("switch", { name: "Keyboard shortcuts" });
  await expect(keys).toBeVisible();
  await expectAccessible(page, "account panel");
  await keys.uncheck();
  await page.keyboard.press("Escape");
  await page.goto(`${server.url}/`);
  await expect(rows()).not.toHaveCount(0);
  await page.keyboard.press("j");
  await page.waitForTimeout(INERT_MS);
  await expect(page).toHaveURL(`${server.url}/`);
  await page.getByRole("button", { name: "Account" }).click();
  await keys.check();
  await page.keyboard.press("Escape");
});

test("what arrives while the pointer is over the list waits behind a button; of another view nothing is told", async () => {
  let reads = 0;
  page.on("response", (response) => void (reads += response.url().includes("/api/pending-actions?limit=50") ? 1 : 0));
  await page.mouse.move(0, 0);
  const firstStream = page.waitForResponse(/\/api\/events\?/);
  await page.goto(`${server.url}/`);
  await firstStream;
  // The list is read again once the event stream is open, unless the pointer is over it.
  await expect.poll(() => reads).toBeGreaterThan(1);
  await rows().first().hover();
  const before = await rows().allTextContents();
  await propose(["one", "two", "three"]);
  const show = queue().getByRole("button", { name: "3 new · Refresh" });
  await expect(show).toBeVisible();
  expect(await rows().count()).toBe(before.length);
  await expectAccessible(page, "new rows wait");
  await show.click();
  await expect(rows()).toHaveCount(before.length + 3);

  const stream = page.waitForResponse(/\/api\/events\?/);
  await page.goto(`${server.url}/?tool=move_file&status=all`);
  await stream;
  await expect(rows()).toHaveCount(1);
  await rows().first().hover();
  // The page reads the newest actions of its view after each event.
  const looked = page.waitForResponse((answer) => answer.url().includes("limit=11"));
  await propose(["four"]);
  await looked;
  await expect(queue().getByRole("button", { name: /new · Refresh/ })).toBeHidden();
});

test("many are sent back with one text, and one that was left out goes on waiting", async () => {
  await page.goto(`${server.url}/?q=one.txt`);
  await page.goto(`${server.url}/?mission=notes`);
  await expect(rows()).toHaveCount(4);
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await page.getByRole("button", { name: "Send 4 back…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Remove from this batch: .*four/ }).click();
  const send = dialog.getByRole("button", { name: "Send 3 actions back" });
  await expect(send).toHaveAttribute("title", "Enter a message first");
  await dialog.getByLabel("What should the agent change?").fill("Put them in the folder notes");
  await expectAccessible(page, "sending many back");
  await send.click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Sent back" })).toHaveCount(3);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.goto(`${server.url}/?mission=notes`);
  await expect(rows()).toHaveCount(1);
  await expect(rows().first()).toContainText("four");
});

test("who asked for it is told by the browser of new actions of the view", async () => {
  await page.context().grantPermissions(["notifications"], { origin: server.url });
  await page.addInitScript(() => {
    document.hasFocus = () => false;
    const told: string[] = [];
    const Shown = window.Notification;
    Object.assign(window, { told });
    window.Notification = class extends Shown {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        told.push(`${title}: ${options?.body ?? ""}`);
      }
    };
  });
  let reads = 0;
  page.on("response", (response) => void (reads += response.url().includes("missionId=notes") ? 1 : 0));
  await page.goto(`${server.url}/?mission=notes`);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("switch", { name: "Desktop notifications" }).check();
  await page.keyboard.press("Escape");
  // The list is fetched again once the event stream is open; it tells of no action that was proposed before.
  await expect.poll(() => reads).toBeGreaterThan(1);
  await propose(["five", "six"]);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { told: string[] }).told))
    .toEqual([expect.stringMatching(/^2 new actions waiting: .*(five|six)/)]);
});

test("on a phone every part has room, and no page has an accessibility fault", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/?group=mission`);
  await expect(rows()).not.toHaveCount(0);
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await expectAccessible(page, "queue on a phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const manifest = (await (await server.fetch("/manifest.webmanifest")).json()) as { icons: { src: string; type: string }[] };
  for (const { src, type } of manifest.icons) {
    const icon = await server.fetch(src);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, type]);
  }
  expect(complaints).toEqual([]);
});
