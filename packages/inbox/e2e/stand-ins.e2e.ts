import { expect, test } from "@playwright/test";
import type { Action, Me } from "@countersign/protocol";
import { expectAccessibleAtAllSizes } from "./support/pages.ts";
import { addPerson, type Person } from "./support/people.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

let server: TestServer;
let ann: Person;
let ben: Person;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  await startWorker(server, [{ name: "send_letter", description: "Sends a letter", inputSchema: { type: "object" } }]);
  ann = await addPerson(browser, server, { name: "Ann Away" });
  ben = await addPerson(browser, server, { name: "Ben Here" });
});
test.afterAll(async () => {
  for (const { context } of [ann, ben]) await context.close();
  await server.close();
});

const idOf = async ({ page }: Person): Promise<string> => {
  const response = await page.request.get(`${server.url}/api/me`);
  return ((await response.json()) as Me).principal.id;
};

test("G18 somebody who is away names who decides in their place; it is on the record, and ends by one of the two", async () => {
  const rule = await server.fetch("/api/tools/send_letter", {
    method: "PUT",
    body: { approverIds: [await idOf(ann)], confirm: true },
  });
  expect(rule.ok).toBe(true);
  const id = await propose(server, "send_letter", {});
  const approve = ben.page.getByRole("region", { name: "Decision" }).getByRole("button", { name: "Approve", exact: true });

  await test.step("she names him, until a time", async () => {
    await ann.page.goto(`${server.url}/`);
    await ann.page.getByRole("link", { name: "Settings" }).click();
    await ann.page.getByRole("link", { name: /^Delegates/ }).click();
    await expect(ann.page.getByText("No delegations yet")).toBeVisible();
    await ann.page.getByRole("button", { name: "Add delegate…" }).click();
    const dialog = ann.page.getByRole("dialog", { name: "Add delegate" });
    await dialog.getByLabel("Who decides").selectOption("Ben Here");
    await expect(dialog.getByLabel("On behalf of")).toHaveCount(0);
    await dialog.getByLabel("To").fill("2020-01-01T12:00");
    await dialog.getByRole("button", { name: "Add delegate" }).click();
    await expect(dialog.getByLabel("To")).toHaveAccessibleDescription(/is in the past/);
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16);
    await dialog.getByLabel("To").fill(soon);
    await expectAccessibleAtAllSizes(ann.page, "naming a stand-in");
    await dialog.getByRole("button", { name: "Add delegate" }).click();
    const asked = ann.page.getByRole("dialog", { name: "Add this delegate?" });
    await expect(asked).toContainText("an approval by Ben Here counts as an approval by Ann Away");
    await asked.getByRole("button", { name: "Add delegate" }).click();
    await expect(ann.page.getByRole("article", { name: "Ben Here for Ann Away" })).toContainText("Active");
    await expectAccessibleAtAllSizes(ann.page, "stand-ins");
  });

  await test.step("he approves in her place, and both are named", async () => {
    await ben.page.goto(`${server.url}/actions/${id}`);
    await expect(approve).not.toHaveAttribute("aria-disabled", "true");
    await approve.click();
    await expect(ben.page.getByText("on behalf of Ann Away").first()).toBeVisible();
    const action = (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
    expect(action.decisions[0]).toMatchObject({ by: { name: "Ben Here" }, onBehalfOf: { name: "Ann Away" } });
  });

  await test.step("he ends it", async () => {
    await ben.page.goto(`${server.url}/stand-ins`);
    await ben.page.getByRole("button", { name: "End Ben Here for Ann Away" }).click();
    await ben.page.getByRole("button", { name: "End delegation", exact: true }).click();
    await expect(ben.page.getByRole("article", { name: "Ben Here for Ann Away" })).toContainText("Ended");
    await expect(ben.page.getByRole("button", { name: "End Ben Here for Ann Away" })).toHaveCount(0);
  });
});
