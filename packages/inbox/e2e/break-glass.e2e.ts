import { expect, test, type Page } from "@playwright/test";
import type { Action } from "@countersign/protocol";
import { press } from "./support/chat.ts";
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
  await startWorker(server, [{ name: "restart_site", description: "Restarts the site", inputSchema }]);
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

test("G46 an administrator gives the right, its holder breaks the glass with a reason, and somebody else reviews it", async () => {
  const rule = { approvalRule: { needs: "n_of", n: 2, of: [{ role: "approver" }] } };
  await server.fetch("/api/tools/restart_site", { method: "PUT", body: rule });
  const id = await propose(server, "restart_site", { to: "main" });

  await test.step("without the right there is no such button", async () => {
    await bob.page.goto(`${server.url}/actions/${id}`);
    await expect(dock(bob.page).getByRole("button", { name: "Reject…" })).toBeVisible();
    await expect(dock(bob.page).getByRole("button", { name: "Break glass…" })).toHaveCount(0);
  });

  await test.step("the right is given", async () => {
    await ada.page.goto(`${server.url}/admin/people`);
    await ada.page.getByRole("button", { name: "Emergency approval by Bob Second" }).click();
    const question = ada.page.getByRole("dialog", { name: "Allow emergency approval?" });
    await expect(question).toContainText("all approvers are notified");
    await question.getByRole("button", { name: "Allow emergency approval" }).click();
    await expect(ada.page.getByRole("article", { name: "Bob Second" })).toContainText(/Emergency approval\s*allowed/);
    await expectAccessibleAtAllSizes(ada.page, "people who may approve in an emergency");
  });

  await test.step("the glass is broken", async () => {
    await bob.page.reload();
    await dock(bob.page).getByRole("button", { name: "Break glass…" }).click();
    const send = dock(bob.page).getByRole("button", { name: "Approve alone and run now" });
    await expect(send).toBeDisabled();
    await dock(bob.page).getByLabel("Why is this urgent?").fill("The site is down, and Ada sleeps");
    await expectAccessibleAtAllSizes(bob.page, "breaking the glass");
    await press(send);
    await expect(dock(bob.page)).toContainText("Approved by one person in an emergency");
    await expect(dock(bob.page)).toContainText("This emergency approval has not been reviewed yet.");
    await expect(dock(bob.page).getByRole("button", { name: "Review…" })).toHaveCount(0);
    const { decisions } = (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
    expect(decisions).toMatchObject([{ channel: "break_glass", by: { name: "Bob Second" } }]);
  });

  await test.step("somebody else reviews it", async () => {
    await ada.page.goto(server.url);
    await ada.page.getByRole("button", { name: "1 emergency approval to review…" }).click();
    await ada.page.getByRole("menuitem").first().click();
    await expect(dock(ada.page)).toContainText("The site is down, and Ada sleeps");
    await dock(ada.page).getByRole("button", { name: "Review…" }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Review the emergency approval" });
    await dialog.getByRole("radio", { name: "Justified", exact: true }).check();
    await dialog.getByLabel("What did you find?").fill("It was down for nine minutes");
    await expectAccessibleAtAllSizes(ada.page, "review");
    await press(dialog.getByRole("button", { name: "Save review" }));
    await expect(dock(ada.page)).toContainText("It was down for nine minutes");
    await expect(ada.page.getByRole("region", { name: "Timeline" })).toContainText("reviewed the emergency approval");
    await ada.page.goto(server.url);
    await expect(ada.page.getByRole("button", { name: /to review/ })).toHaveCount(0);
  });
});
