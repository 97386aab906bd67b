import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./support/pages.ts";
import { addPerson, type Person } from "./support/people.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

let server: TestServer;
let ada: Person;
let bob: Person;
const faults: string[] = [];

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const inputSchema = { type: "object", properties: { to: { type: "string" } } };
  await startWorker(server, [{ name: "send_letter", description: "Sends a letter", inputSchema }]);
  await propose(server, "send_letter", { to: "Eve" });
  ada = await addPerson(browser, server, { name: "Ada First" });
  bob = await addPerson(browser, server, { name: "Bob <b>Second</b>" });
  for (const { page } of [ada, bob]) page.on("pageerror", (error) => faults.push(error.message));
});
test.afterAll(async () => {
  for (const { context } of [ada, bob]) await context.close();
  await server.close();
});
test.afterEach(() => expect(faults).toEqual([]));

const links = (page: Page) => page.getByRole("navigation", { name: "Saved views" });
const link = (page: Page, name: string) => links(page).getByRole("link", { name });
const panel = (page: Page) => page.getByRole("group", { name: "Saved views" });
const save = async (page: Page, name: string, visibleTo: "Only me" | "Everyone in the workspace") => {
  await panel(page).getByLabel("Save view as").fill(name);
  await panel(page).getByLabel("Visible to").selectOption(visibleTo);
  await panel(page).getByRole("button", { name: "Save view" }).click();
};
const choose = async (page: Page, view: string, item: string) => {
  await panel(page)
    .getByRole("button", { name: `Change view ${view}` })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
};

test("views of this browser from an earlier version move to the server once, without loss", async () => {
  const { page } = ada;
  await page.goto(`${server.url}/settings`);
  const { principal } = (await (await page.request.get(`${server.url}/api/me`)).json()) as { principal: { id: string } };
  const old = [
    { name: "Letters", search: { tool: "send_letter", status: "all" } },
    { name: "letters", search: { q: "a & b" } },
    "no view",
  ];
  const key = `countersign-views-${principal.id}`;
  await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, JSON.stringify(old)]);
  await page.goto(server.url);
  await expect(links(page).getByRole("link")).toHaveText(["Letters", "letters (2)"]);
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
  await page.reload();
  await expect(links(page).getByRole("link")).toHaveText(["Letters", "letters (2)"]);
  await link(page, "letters (2)").click();
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("a & b");
});

test("a shared view appears on the other's page, which changes with it; a private one does not", async () => {
  await bob.page.goto(server.url);
  const { page } = ada;
  await page.goto(`${server.url}/?status=failed`);
  await page.getByRole("button", { name: "More filters" }).click();
  await save(page, "Failed", "Everyone in the workspace");
  await expect(link(page, "Failed")).toBeVisible();
  await link(bob.page, "Failed").click();
  await expect(bob.page).toHaveURL(/status=failed/);
  await expect(links(bob.page).getByRole("link")).toHaveCount(1);

  await bob.page.getByRole("button", { name: "More filters" }).click();
  await expect(panel(bob.page).getByRole("listitem")).toHaveText(/Failed.*Shared by Ada First/);
  await expect(panel(bob.page).getByRole("button", { name: "Change view Failed" })).toHaveCount(0);
  await save(bob.page, "failed", "Everyone in the workspace");
  await expect(panel(bob.page).getByRole("alert")).toContainText("A view shared in the workspace already has this name");
  await expectAccessible(bob.page, "saved views with a refusal");

  await choose(page, "Failed", "Rename view…");
  await page.getByLabel("New name").fill("Broken <i>calls</i>");
  await expectAccessible(page, "renaming a view");
  await page.getByRole("button", { name: "Rename view" }).click();
  await expect(link(bob.page, "Broken <i>calls</i>")).toBeVisible();

  await page.goto(`${server.url}/?status=failed&tool=send_letter`);
  await page.getByRole("button", { name: "More filters" }).click();
  await choose(page, "Broken <i>calls</i>", "Update with current filters");
  await expect(link(bob.page, "Broken <i>calls</i>")).toHaveAttribute("href", /tool=send_letter/);
  await choose(page, "Broken <i>calls</i>", "Make private");
  await expect(link(bob.page, "Broken <i>calls</i>")).toHaveCount(0);
  await choose(page, "Broken <i>calls</i>", "Share with everyone");
  await expect(link(bob.page, "Broken <i>calls</i>")).toBeVisible();
  await choose(page, "Broken <i>calls</i>", "Delete view…");
  await expect(page.getByRole("dialog")).toContainText("The view will be deleted for everyone in the workspace");
  await page.getByRole("button", { name: "Delete view" }).click();
  await expect(link(page, "Broken <i>calls</i>")).toHaveCount(0);
  await expect(link(bob.page, "Broken <i>calls</i>")).toHaveCount(0);
});

test("filters of the audit log are saved too, and the command palette opens them", async () => {
  const { page } = ada;
  await page.goto(`${server.url}/audit?tool=send_letter&days=week`);
  await page.getByRole("button", { name: "Saved views" }).click();
  await save(page, "Letters this week", "Everyone in the workspace");
  await expect(link(page, "Letters this week")).toBeVisible();
  await expectAccessible(page, "saved views of the audit log");
  await bob.page.goto(server.url);
  await expect(bob.page.getByRole("region", { name: "Queue" }).getByRole("list", { name: "Actions" })).toBeVisible();
  await expect(link(bob.page, "Letters this week")).toHaveCount(0);
  await bob.page.keyboard.press("Control+k");
  await bob.page.getByRole("combobox", { name: "Find a page, a tool, an agent or an action" }).fill("Letters this week");
  await bob.page.getByRole("option", { name: /Letters this week/ }).click();
  await expect(bob.page).toHaveURL(/\/audit\?tool=send_letter&days=week/);
  await expect(link(bob.page, "Letters this week")).toHaveAttribute("aria-current", "page");
});

test("a removed member's shared views stay, on a phone too", async ({ browser }) => {
  const carl = await addPerson(browser, server, { name: "Carl Third" });
  await carl.page.goto(`${server.url}/?status=decided`);
  await carl.page.getByRole("button", { name: "More filters" }).click();
  await save(carl.page, "Decided by anybody in the whole of this workspace at any time", "Everyone in the workspace");
  await expect(links(carl.page).getByRole("link")).toHaveCount(1);
  const { principal } = (await (await carl.page.request.get(`${server.url}/api/me`)).json()) as { principal: { id: string } };
  expect((await server.fetch(`/api/members/${principal.id}`, { method: "DELETE" })).status).toBe(200);
  await carl.context.close();

  const { page } = bob;
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(server.url);
  await page.getByRole("button", { name: "More filters" }).click();
  await expect(panel(page).getByRole("listitem")).toHaveText(/Shared by Carl Third \(former member\)/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, "saved views on a phone");
});
