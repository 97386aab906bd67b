import { expect, test, type Page } from "@playwright/test";
import type { Action } from "@countersign/protocol";
import { press } from "./support/chat.ts";
import { collectComplaints, expectAccessibleAtAllSizes } from "./support/pages.ts";
import { addPerson, type Person } from "./support/people.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

let server: TestServer;
let ada: Person;
let complaints: string[];

test.describe.configure({ mode: "serial", timeout: 200_000 });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const inputSchema = { type: "object", properties: { to: { type: "string" } } };
  await startWorker(server, [{ name: "send_letter", description: "Sends a letter", inputSchema }]);
  ada = await addPerson(browser, server, { name: "Ada First", role: "admin" });
  complaints = collectComplaints(ada.page);
});
test.afterAll(async () => {
  await ada.context.close();
  await server.close();
});

const dock = (page: Page) => page.getByRole("region", { name: "Decision" });
const NOTE = "This agent acts for you. You are confirming its call yourself; no second person will check it.";

test("G61 a person whom an administrator allows it confirms the calls of an agent that acts for them, and every page says so", async () => {
  const { page } = ada;
  const { items } = (await (await server.fetch("/api/agents")).json()) as { items: { id: string; name: string }[] };
  const { name: agent } = items[0]!;

  await test.step("an administrator sets for whom it acts and what that person may confirm", async () => {
    await page.goto(`${server.url}/admin/agents`);
    await page.getByRole("button", { name: `Edit ${agent}` }).click();
    await expect(page.getByRole("combobox", { name: "Self-confirmation" })).toHaveCount(0);
    await page.getByRole("combobox", { name: "Acts for" }).selectOption("Ada First");
    await page.getByRole("combobox", { name: "Self-confirmation" }).selectOption("Up to risk level 3");
    await expectAccessibleAtAllSizes(page, "what a person may confirm");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Grant this agent more permissions?" })).toContainText(
      `the person ${agent} acts for can self-confirm its calls up to risk level 3, without a second person`,
    );
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect(page.getByRole("article", { name: `Agent ${agent}` })).toContainText("Self-confirmationup to risk level 3");
  });

  await test.step("that person is told before they confirm", async () => {
    const id = await propose(server, "send_letter", { to: "Bob" });
    await page.goto(`${server.url}/actions/${id}`);
    await expect(dock(page)).toContainText(NOTE);
    await expectAccessibleAtAllSizes(page, "a call that its agent's person confirms");
    await press(dock(page).getByRole("button", { name: "Approve", exact: true }));
    await expect(dock(page)).toContainText("Self-confirmed by Ada First");
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText(
      "self-confirmed the action of an agent that acts for them",
    );
    const { decisions } = (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
    expect(decisions).toMatchObject([{ by: { name: "Ada First" }, selfConfirmed: true }]);
    await page.goto(`${server.url}/audit`);
    await expect(page.getByRole("main")).toContainText("self-confirmed the action of an agent that acts for them");
    const csv = await (await server.fetch("/api/pending-actions/export?format=csv")).text();
    const [head, row] = csv.trim().split("\r\n");
    expect(row!.split(",")[head!.split(",").indexOf('"selfConfirmed"')]).toBe('"true"');
  });

  expect(complaints).toEqual([]);
  await test.step("a tool can always require a second person", async () => {
    await page.goto(`${server.url}/admin/tools?open=send_letter`);
    await page.getByLabel("Always require a second person").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(async () => ((await (await server.fetch("/api/tools")).json()) as { items: { name: string }[] }).items)
      .toContainEqual(expect.objectContaining({ name: "send_letter", needsSecondPerson: true }));
    const id = await propose(server, "send_letter", { to: "Eve" });
    await page.goto(`${server.url}/actions/${id}`);
    await press(dock(page).getByRole("button", { name: "Approve", exact: true }));
    await expect(dock(page)).toContainText("Somebody else must decide");
    await expect(dock(page)).not.toContainText(NOTE);
  });
});
