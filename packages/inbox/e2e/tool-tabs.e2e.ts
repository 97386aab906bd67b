import { expect, test, type Page } from "@playwright/test";
import type { Tool } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

const inputSchema = { type: "object", properties: { to: { type: "string" } } };

// Many accessibility checks; with COUNTERSIGN_TEST_LONG each runs at two sizes in two schemes.
test.describe.configure({ timeout: 400_000 });

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
  await startWorker(server, [
    { name: "send_letter", description: "Sends a letter", inputSchema },
    { name: "drop_database", description: "Drops a database", inputSchema, risk: 5 },
  ]);
});
test.afterAll(() => server.close());

const drawer = (page: Page) => page.getByRole("dialog").first();
const tab = (page: Page, name: string) => drawer(page).getByRole("tab", { name }).click();
const save = (page: Page) => drawer(page).getByRole("button", { name: "Save", exact: true }).click();
const read = async (name: string): Promise<Tool> => (await (await server.fetch(`/api/tools/${name}`)).json()) as Tool;

test("the tabs of a tool have addresses, keep what is typed, and open where the server finds a fault", async ({ page }) => {
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  await server.fetch("/api/tools/drop_database", { method: "PUT", body: { alias: "drop_db" } });
  const tabs = drawer(page).getByRole("tab");
  const names = ["Approval", "Routing rules", "Time limits", "Access", "Names and texts", "Definition"];
  await page.goto(`${server.url}/admin/tools?open=send_letter&tab=nonsense`);
  await expect(tabs).toHaveText(names);
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await tabs.first().focus();
  for (const _ of ["Routing rules", "Time limits", "Access", "Names and texts"]) await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/tab=texts/);
  await drawer(page).getByLabel("Alias").fill("drop_db");
  await tab(page, "Definition");
  await expect(drawer(page).getByText("Input schema")).toBeVisible();
  await expectAccessibleAtAllSizes(page, "a tool's definition beside unsaved changes");
  // The server refuses it: another tool has the alias.
  await save(page);
  await expect(page).toHaveURL(/tab=texts/);
  await expect(drawer(page).getByLabel("Alias")).toBeFocused();
  await expect(drawer(page).getByLabel("Alias")).toHaveValue("drop_db");
  await expect(drawer(page).getByRole("tab", { name: "Names and texts (has errors)" })).toBeVisible();
  // Where only a line tells of the fault, the field beside the line is focused.
  await tab(page, "Access");
  for (const { group } of (await read("send_letter")).groups)
    await drawer(page)
      .getByRole("button", { name: `Remove from ${group}` })
      .click();
  await tab(page, "Approval");
  await save(page);
  await expect(page).toHaveURL(/tab=access/);
  await expect(drawer(page).getByLabel("Add group")).toBeFocused();
  await drawer(page).getByRole("button", { name: "Undo" }).click();
  await expect(drawer(page).getByRole("tab", { name: /unsaved|errors/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/admin\/tools$/);

  for (const name of ["approval", "routing", "limits", "access", "texts", "definition"]) {
    await page.goto(`${server.url}/admin/tools?open=drop_database&tab=${name}`);
    await expect(drawer(page).getByRole("tabpanel")).toBeVisible();
    await expectAccessibleAtAllSizes(page, `tab ${name}`);
  }
  expect(complaints).toEqual([]);
});
