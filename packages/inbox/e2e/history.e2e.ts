import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import type { ActionPage, ActionSummary } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, PERSON, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const DAY_MS = 86_400_000;

let server: TestServer;
let page: Page;
let complaints: string[];
let rejected: ActionSummary;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  await server.cli("demo");
  const { items } = (await (await server.fetch("/api/pending-actions?toolName=move_file")).json()) as ActionPage;
  rejected = items[0]!;
  await server.fetch(`/api/pending-actions/${rejected.id}/reject`, { body: { reason: "Not today" } });
  // So that no midnight comes while the tests run.
  await setDaysLater(0);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});

/** Sets the browser's clock to a whole number of days after the proposals. */
const setDaysLater = (days: number) => page.clock.setFixedTime(Date.parse(rejected.createdAt) + days * DAY_MS);
const queue = () => page.getByRole("region", { name: "Queue" });
const rows = () => queue().getByRole("list", { name: "Actions" }).locator("a");
const chip = (text: string) => queue().getByRole("button", { name: `Remove the filter ${text}` });
const agentName = (): string => rejected.proposedBy.name;

async function download(format: RegExp): Promise<{ name: string; text: string }> {
  await queue().getByRole("button", { name: "Export list" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: format }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("what an agent did yesterday is listed by a link that keeps the filter", async () => {
  await page.goto(`${server.url}/admin/agents`);
  await page.getByRole("link", { name: `All actions by ${agentName()}` }).click();
  await expect(rows()).toHaveCount(8);
  await expect(chip(`Agent: ${agentName()}`)).toBeVisible();

  await queue().getByLabel("Date").selectOption("Yesterday");
  await expect(page).toHaveURL(/days=yesterday/);
  await expect(queue().getByText("No matches")).toBeVisible();
  await expect(queue().getByText(`No actions in the view All match Agent: ${agentName()}, Yesterday.`)).toBeVisible();
  await queue().getByLabel("Date").selectOption("Today");
  await expect(rows()).toHaveCount(8);

  // What was proposed today is of yesterday once the browser's clock is a day ahead.
  await queue().getByLabel("Date").selectOption("Yesterday");
  await setDaysLater(1);
  await page.goto(page.url());
  await expect(rows()).toHaveCount(8);
  await rows().first().click();
  await expect(page).toHaveURL(/\/actions\/.*days=yesterday/);
  await expect(rows()).toHaveCount(8);
  // From here on nothing is of today.
  await setDaysLater(3);
});

test("who decided, and how it ended; the empty list says what is filtered and clears it", async () => {
  await page.goto(`${server.url}/?status=decided`);
  await queue().getByLabel("Decided by", { exact: true }).selectOption(PERSON.name);
  await expect(rows()).toHaveCount(1);
  await expect(rows().first()).toContainText("Rejected");
  await page.reload();
  await expect(queue().getByLabel("Decided by", { exact: true })).toHaveValue(/./);
  await expect(rows()).toHaveCount(1);

  await queue().getByLabel("Date").selectOption("Today");
  await expect(queue().getByText(`No actions in the view Decided match Today, Decided by ${PERSON.name}.`)).toBeVisible();
  await expectAccessibleAtAllSizes(page, "list in which nothing matches", { all: true });
  await queue().getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\?status=decided$/);
  await expect(rows()).toHaveCount(1);
});

test("a custom range is entered by keyboard, and its days are part of the link", async () => {
  await page.goto(`${server.url}/?status=all`);
  await queue().getByLabel("Date").focus();
  await page.keyboard.type("Custom");
  await page.keyboard.press("Tab");
  await expect(queue().getByLabel("From", { exact: true })).toBeFocused();
  await queue().getByLabel("From", { exact: true }).fill("2001-01-01");
  await expect(page).toHaveURL(/days=custom&from=2001-01-01/);
  await expect(chip("From 1 Jan 2001")).toBeVisible();
  await queue().getByLabel("To", { exact: true }).fill("2001-01-02");
  await expect(page).toHaveURL(/until=2001-01-02/);
  await expect(queue().getByText("No matches")).toBeVisible();
  await chip("1 Jan 2001 to 2 Jan 2001").click();
  await expect(page).toHaveURL(/\?status=all$/);
  await expect(rows()).toHaveCount(8);
  await expectAccessibleAtAllSizes(page, "list of all actions", { all: true });
});

test("the filtered list is exported as CSV and as JSON Lines", async () => {
  await page.goto(`${server.url}/?status=rejected`);
  await expect(rows()).toHaveCount(1);
  const csv = await download(/CSV/);
  expect(csv.name).toBe("actions.csv");
  const lines = csv.text.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"${rejected.id}"`);
  const jsonl = await download(/JSON Lines/);
  expect(jsonl.name).toBe("actions.jsonl");
  expect(jsonl.text.trim().split("\n")).toHaveLength(1);
  expect(JSON.parse(jsonl.text)).toMatchObject({ id: rejected.id, status: "rejected", resolvedBy: { name: PERSON.name } });
});

test("the audit log is filtered by agent, person, tool, outcome and date", async () => {
  const entries = page.getByRole("region", { name: "Table of entries" }).getByRole("row");
  const filters = page.getByRole("search", { name: "Filter the log" });
  await page.goto(`${server.url}/audit`);
  await filters.getByLabel("Outcome").selectOption("Rejected");
  await expect(page).toHaveURL(/status=rejected/);
  await expect(entries.filter({ hasText: "proposed the action" })).toHaveCount(1);
  await expect(entries.filter({ hasText: "rejected the action" })).toHaveCount(1);
  await filters.getByLabel("Person").selectOption(PERSON.name);
  await expect(entries).toHaveCount(2);
  await filters.getByLabel("Tool").selectOption(rejected.toolName);
  await filters.getByLabel("Agent").selectOption({ label: agentName() });
  await expect(page).toHaveURL(/agent=/);
  await expect(entries).toHaveCount(2);
  await page.reload();
  await expect(entries).toHaveCount(2);
  await expect(entries.last()).toContainText("rejected the action");
  await expectAccessibleAtAllSizes(page, "filtered audit log", { all: true });

  await filters.getByLabel("Date").selectOption("Today");
  await expect(page.getByText("No entries match")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(entries.nth(3)).toBeVisible();
  expect(complaints).toEqual([]);
});
