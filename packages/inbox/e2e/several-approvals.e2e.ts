import { expect, test, type Page } from "@playwright/test";
import type { Action, Tool } from "@countersign/protocol";
import { expectAccessibleAtAllSizes } from "./support/pages.ts";
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
  ada = await addPerson(browser, server, { name: "Ada First", role: "admin" });
  bob = await addPerson(browser, server, { name: "Bob Second" });
  for (const { page } of [ada, bob]) page.on("pageerror", (error) => faults.push(error.message));
});
test.afterAll(async () => {
  for (const { context } of [ada, bob]) await context.close();
  await server.close();
});
test.afterEach(() => expect(faults).toEqual([]));

const dock = (page: Page) => page.getByRole("region", { name: "Decision" });
const approve = (page: Page) => dock(page).getByRole("button", { name: "Approve", exact: true });
const approvals = (page: Page) => dock(page).getByRole("status", { name: "Approvals" });
const read = async (id: string): Promise<Action> => (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
const ready = (page: Page) => expect(approve(page)).not.toHaveAttribute("aria-disabled", "true");

test("G18 an administrator asks for two approvals in the tool's drawer; asking for less is confirmed", async () => {
  await ada.page.goto(`${server.url}/admin/tools?open=send_letter`);
  const drawer = ada.page.getByRole("dialog").first();
  await drawer.getByRole("combobox", { name: "Approvals needed" }).selectOption("Several of these people");
  await expect(drawer.getByRole("combobox", { name: "Role" })).toHaveCount(0);
  await drawer.getByLabel("How many people").fill("many");
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await expect(drawer.getByText("Enter a number from 1 to 20.")).toBeVisible();
  await drawer.getByLabel("How many people").fill("2");
  await expectAccessibleAtAllSizes(ada.page, "tool with an approval rule");
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await expect(drawer.getByText("Saved.")).toBeVisible();
  const tool = (await (await server.fetch("/api/tools")).json()) as { items: Tool[] };
  expect(tool.items.find(({ name }) => name === "send_letter")?.approvalRule).toEqual({
    needs: "n_of",
    n: 2,
    of: [{ role: "approver" }],
  });

  await drawer.getByRole("combobox", { name: "Approvals needed" }).selectOption("One of these people");
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  const question = ada.page.getByRole("dialog", { name: "Reduce protection?" });
  await expect(question).toContainText("send_letter needs fewer approvals");
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
});

test("G18 both see who approved and who is missing; the second approval runs it", async () => {
  const id = await propose(server, "send_letter", { to: "Two" });
  for (const { page } of [ada, bob]) await page.goto(`${server.url}/actions/${id}`);
  await expect(approvals(bob.page)).toHaveText("0 of 2 approvals; still needed: 2 of the people who may decide.");
  await ready(ada.page);
  await approve(ada.page).click();
  for (const { page } of [ada, bob]) {
    await expect(approvals(page)).toHaveText("1 of 2 approvals, by Ada First; still needed: a person who may decide.");
  }
  await expect(approve(ada.page)).toHaveAttribute("title", "You have approved; another person's approval is still needed");
  await expect(bob.page.getByRole("region", { name: "Timeline" })).toContainText(
    "Ada First gave one of the required approvals",
  );
  expect((await read(id)).status).toBe("pending");

  await ready(bob.page);
  await approve(bob.page).click();
  for (const { page } of [ada, bob]) {
    await expect(dock(page).getByRole("status").filter({ hasText: "Approved by Bob Second" })).toBeVisible();
  }
  expect((await read(id)).decisions.map(({ by }) => by.name)).toEqual(["Ada First", "Bob Second"]);
});

test("G18 a routing rule is added in the drawer; a call that meets it needs both, and its page says why", async () => {
  await ada.page.goto(`${server.url}/admin/tools?open=send_letter`);
  const drawer = ada.page.getByRole("dialog").first();
  await drawer.getByRole("combobox", { name: "Approvals needed" }).first().selectOption("One approval, as set below");
  await drawer.getByRole("tab", { name: "Routing rules" }).click();
  await drawer.getByRole("button", { name: "Add routing rule" }).click();
  const rule = drawer.getByRole("group", { name: "Routing rule 1" });
  await rule.getByLabel("Expression").fill("args.to ==");
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await expect(rule.getByText("Enter a name. Matching actions show this name.")).toBeVisible();
  await rule.getByRole("textbox", { name: "Name" }).fill("Letters to the press");
  await rule.getByRole("combobox", { name: "Approvals needed" }).selectOption("Several of these people");
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  const question = ada.page.getByRole("dialog", { name: "Reduce protection?" });
  await expect(rule.getByText("ends too early")).toBeVisible();
  await rule.getByLabel("Expression").fill('args.to == "Press"');
  await rule.getByLabel("Expires after (seconds)").fill("3600");
  await expect(rule.getByText("The action expires if nobody decides within this time (1 h")).toBeVisible();
  await expectAccessibleAtAllSizes(ada.page, "tool with a routing rule");
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await question.getByRole("button", { name: "Save anyway" }).click();
  await expect(drawer.getByText("Saved.")).toBeVisible();

  const [other, press] = [
    await propose(server, "send_letter", { to: "Aunt" }),
    await propose(server, "send_letter", { to: "Press" }),
  ];
  await bob.page.goto(`${server.url}/actions/${press}`);
  await expect(approvals(bob.page)).toHaveText("0 of 2 approvals; still needed: 2 of the people who may decide.");
  await expect(bob.page.getByText('Letters to the press: args.to == "Press" is true for this call')).toBeVisible();
  await expect(bob.page.getByText('args.to is "Press"')).toBeVisible();
  await expectAccessibleAtAllSizes(bob.page, "action with a routing rule");
  await ready(bob.page);
  await approve(bob.page).click();
  await expect(approvals(bob.page)).toContainText("1 of 2");
  await bob.page.goto(`${server.url}/actions/${other}`);
  await ready(bob.page);
  await expect(approvals(bob.page)).toHaveCount(0);
  await approve(bob.page).click();
  await expect(dock(bob.page).getByRole("status").filter({ hasText: "Approved by Bob Second" })).toBeVisible();
  expect((await read(press)).status).toBe("pending");
  const approvalRule = { needs: "n_of", n: 2, of: [{ role: "approver" }] };
  await server.fetch("/api/tools/send_letter", {
    method: "PUT",
    body: { routingRules: [], approvalRule, confirm: true },
  });
});

test("G18 an edit by the second person starts the approvals again, and the first sees it", async () => {
  const id = await propose(server, "send_letter", { to: "Edited" });
  for (const { page } of [ada, bob]) await page.goto(`${server.url}/actions/${id}`);
  await ready(ada.page);
  await approve(ada.page).click();
  await expect(approvals(bob.page)).toContainText("1 of 2");
  await dock(bob.page).getByRole("button", { name: "Edit…" }).click();
  const dialog = bob.page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "to" }).fill("Somebody else");
  await dialog.getByRole("button", { name: "Preview result" }).click();
  const last = dialog.getByRole("button", { name: "Approve with these edits" });
  await expect(last).not.toHaveAttribute("aria-disabled", "true");
  await last.click();
  await expect(approvals(ada.page)).toHaveText("1 of 2 approvals, by Bob Second; still needed: a person who may decide.");
  await ready(ada.page);
  await approve(ada.page).click();
  await expect(dock(ada.page).getByRole("status").filter({ hasText: "Approved by Ada First" })).toBeVisible();
  expect(await read(id)).toMatchObject({ status: "approved", effectiveInput: { to: "Somebody else" } });
});

test("G18 people are put in teams, a rule asks for one of each, and both see whose approval is missing", async () => {
  await ada.page.goto(`${server.url}/admin/people`);
  for (const [name, team] of [
    ["Ada First", "owners"],
    ["Bob Second", "security"],
  ] as const) {
    await ada.page.getByRole("button", { name: `Teams of ${name}` }).click();
    const dialog = ada.page.getByRole("dialog", { name: `Teams of ${name}` });
    await dialog.getByRole("textbox", { name: "New team" }).fill(team);
    if (team === "security") await expectAccessibleAtAllSizes(ada.page, "teams of a person");
    await dialog.getByRole("button", { name: "Save teams" }).click();
    const question = ada.page.getByRole("dialog", { name: "Add to team?" });
    await expect(question).toContainText(`${name} joins ${team}`);
    await question.getByRole("button", { name: "Add to team" }).click();
    await expect(ada.page.getByRole("article", { name })).toContainText(team);
  }
  await expectAccessibleAtAllSizes(ada.page, "people in teams");

  await ada.page.goto(`${server.url}/admin/tools?open=send_letter`);
  const drawer = ada.page.getByRole("dialog").first();
  await drawer.getByRole("combobox", { name: "Approvals needed" }).selectOption("A different person for each line");
  await drawer.getByRole("combobox", { name: "Approval by, line 1" }).selectOption("A member of security");
  await drawer.getByRole("button", { name: "Approval by: add line" }).click();
  await drawer.getByRole("combobox", { name: "Approval by, line 2" }).selectOption("A member of owners");
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await expect(drawer.getByText("Saved.")).toBeVisible();

  const id = await propose(server, "send_letter", { to: "Teams" });
  for (const { page } of [ada, bob]) await page.goto(`${server.url}/actions/${id}`);
  await ready(ada.page);
  await approve(ada.page).click();
  for (const { page } of [ada, bob]) {
    await expect(approvals(page)).toHaveText("1 of 2 approvals, by Ada First; still needed: a member of security.");
  }
  await ready(bob.page);
  await approve(bob.page).click();
  await expect(dock(ada.page).getByRole("status").filter({ hasText: "Approved by Bob Second" })).toBeVisible();
});
