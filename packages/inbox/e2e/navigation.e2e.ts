import { expect, test, type Page } from "@playwright/test";
import type { ActionPage } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
let page: Page;
let complaints: string[];
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext()).newPage();
  complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  await server.cli("demo");
});
test.afterEach(() => expect(complaints).toEqual([]));
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});

const pages = () => page.getByRole("navigation", { name: "Pages" });
const settings = () => page.getByRole("navigation", { name: "Settings" });
const find = () => page.getByRole("combobox", { name: "Find a page, a tool, an agent or an action" });
const options = () => page.getByRole("listbox", { name: "Commands" }).getByRole("option");
/** Role, id and name of the focused element. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement } = (globalThis as unknown as { document: { activeElement: Focused } }).document;
    return `${activeElement.tagName} ${activeElement.id || activeElement.getAttribute("href") || ""}`;
  });
interface Focused {
  tagName: string;
  id: string;
  getAttribute(name: string): string | null;
}

test("the side bar leads to every page, marks the current one, and says how many actions wait", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(server.url);
  await expect(pages().getByRole("link", { name: "Inbox, 8 waiting" })).toHaveAttribute("aria-current", "page");
  for (const name of ["Chat", "Content", "Records", "Insights", "Audit", "Settings"]) {
    await pages().getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(pages().locator("[aria-current=page]")).toHaveAccessibleName(name);
  }
  await page.goto(`${server.url}/admin/tools`);
  await expect(pages().locator("[aria-current=page]")).toHaveAccessibleName("Settings");
  await expect(settings().locator("[aria-current=page]")).toHaveText("Tools");

  await page.getByRole("button", { name: "Collapse side bar" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand side bar" })).toBeVisible();
  await expectAccessibleAtAllSizes(page, "a narrow side bar");
  await page.getByRole("button", { name: "Expand side bar" }).click();
});

test("the first row of the list is three keys away, and the page's content two", async () => {
  await page.goto(server.url);
  const first = page.getByRole("list", { name: "Actions" }).locator("a").first();
  await expect(first).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the list" })).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("DIV actions");
  // A checkbox stands before the title of each row.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await expect(page).toHaveURL(`${server.url}/`);

  await page.goto(`${server.url}/insights`);
  await expect(page.getByRole("heading", { name: "Insights" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("MAIN content");
});

test("the palette reaches a setting, a tool, an agent and an action from every page", async () => {
  const choose = async (from: string, typed: string, option: RegExp): Promise<void> => {
    await page.goto(server.url + from);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await page.keyboard.press("Control+k");
    await find().fill(typed);
    await options().filter({ hasText: option }).first().click();
  };
  await choose("/insights", "standing approvals", /Grants/);
  await expect(page).toHaveURL(/admin\/grants$/);
  await choose("/chat", "tool move_file", /move_file/);
  await expect(page).toHaveURL(/admin\/tools\?open=move_file$/);
  await choose("/audit", "agent first", /First agent/);
  await expect(page).toHaveURL(/\/\?status=all&agent=/);
  // By a word of its arguments, which is in no title.
  await choose("/settings", "competition", /refund-policy/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("refund-policy");

  // Also while something is typed, and an action that opens from another page does not take its filters along.
  await page.goto(`${server.url}/audit?tool=edit_file`);
  await page.getByRole("searchbox", { name: "Search" }).focus();
  await page.keyboard.press("Control+k");
  await find().fill("competition");
  await options().filter({ hasText: "refund-policy" }).first().click();
  await expect(page).toHaveURL(/\/actions\/[\w-]+$/);

  await page.goto(`${server.url}/records`);
  await page.getByRole("button", { name: /^Find/ }).click();
  await find().fill("no such thing anywhere");
  await expect(page.getByText("Nothing found.")).toBeVisible();
  await page.keyboard.press("Escape");
});

test("settings are searched by what they do, and a page of them leads back on a phone", async () => {
  await page.goto(`${server.url}/settings`);
  await expectAccessibleAtAllSizes(page, "settings");
  await page.getByRole("searchbox", { name: "Search settings" }).fill("webhooks");
  await expect(settings().getByRole("link")).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search settings" }).fill("nothing like it");
  await expect(page.getByText("No settings match.")).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/stand-ins`);
  await page.getByRole("link", { name: "All settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  const more = page.getByRole("navigation", { name: "More pages" });
  await expect(more).toBeVisible();
  await expectAccessibleAtAllSizes(page, "the settings page again");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Menu" }).click();
  await more.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  await expect(more).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: /Account/ }).click();
  await page.getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.getByText("System", { exact: true }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("a new workspace says what it still needs, until it is done or hidden", async () => {
  await page.goto(server.url);
  const steps = page.getByRole("region", { name: "First steps" });
  // The demo's agent used its key.
  await expect(steps).toContainText("1 of 5 done");
  await steps.getByRole("link", { name: "Connect an MCP server" }).click();
  await expect(page.getByRole("heading", { name: "MCP servers", exact: true })).toBeVisible();

  const { items } = (await (await server.fetch("/api/pending-actions?toolName=move_file")).json()) as ActionPage;
  await server.fetch(`/api/pending-actions/${items[0]!.id}/reject`, { body: {} });
  await page.goto(server.url);
  await expect(steps).toContainText("2 of 5 done");
  await expect(
    steps.getByRole("listitem").filter({ hasText: "Decide on your first action" }).getByRole("img"),
  ).toHaveAccessibleName("Done");
  await expectAccessibleAtAllSizes(page, "first steps");
  await steps.getByRole("button", { name: "Hide" }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "7 actions need a decision" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("Shift ticks a range of rows, and never one that was taken out again", async () => {
  await page.goto(server.url);
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  const shift = { modifiers: ["Shift" as const] };
  await expect(boxes).toHaveCount(7);
  await boxes.nth(4).click();
  await boxes.nth(1).click(shift);
  await expect(page.getByText("4 selected")).toBeVisible();
  await boxes.nth(2).click();
  await boxes.nth(5).click(shift);
  await expect(boxes.nth(2)).not.toBeChecked();
  await expect(page.getByText("4 selected")).toBeVisible();
});

test("the inbox brings its own typeface", async () => {
  await page.goto(server.url);
  await expect(page.getByRole("list", { name: "Actions" }).locator("a").first()).toBeVisible();
  const loaded = await page.evaluate(() => {
    const { fonts } = (globalThis as unknown as { document: { fonts: Iterable<{ family: string; status: string }> } }).document;
    return [...fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
  });
  expect(new Set(loaded)).toEqual(new Set(["Inter Variable"]));
});
