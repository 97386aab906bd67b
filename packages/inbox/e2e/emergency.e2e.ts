import { expect, test } from "@playwright/test";
import { expectAccessibleAtAllSizes } from "./support/pages.ts";
import { addPerson, type Person } from "./support/people.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

let server: TestServer;
let ann: Person;
let ada: Person;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  await startWorker(server, [{ name: "send_letter", description: "Sends a letter", inputSchema: { type: "object" } }]);
  ann = await addPerson(browser, server, { name: "Ann Approves" });
  ada = await addPerson(browser, server, { name: "Ada Administers", role: "admin" });
});
test.afterAll(async () => {
  for (const { context } of [ann, ada]) await context.close();
  await server.close();
});

test("G21 one person stops everything, everybody sees it at once, and an administrator lets it go on", async () => {
  const id = await propose(server, "send_letter", {});
  const banner = (of: Person) => of.page.getByRole("status", { name: "Emergency stop" });
  const approve = ada.page.getByRole("region", { name: "Decision" }).getByRole("button", { name: "Approve", exact: true });
  await ada.page.goto(`${server.url}/actions/${id}`);
  await expect(approve).toBeVisible();

  await test.step("she has to say why", async () => {
    await ann.page.goto(`${server.url}/`);
    await ann.page.getByRole("button", { name: /Account and settings/ }).click();
    await ann.page.getByRole("link", { name: "Emergency stop" }).click();
    const stop = ann.page.getByRole("button", { name: "Stop everything" });
    await expect(stop).toBeDisabled();
    await expectAccessibleAtAllSizes(ann.page, "the emergency stop");
    await ann.page.getByLabel("Why").fill("Letters to <b>everybody</b>");
    await stop.click();
    await expect(ann.page.getByText("An administrator lifts it.")).toBeVisible();
  });

  await test.step("the other sees it without a reload, and can not approve", async () => {
    await expect(banner(ada)).toContainText("Ann Approves: Letters to <b>everybody</b>");
    await approve.click();
    await expect(ada.page.getByText(/Everything is stopped: .* Nothing was approved/)).toBeVisible();
  });

  await test.step("the administrator lifts it, and it can be approved", async () => {
    await banner(ada).getByRole("link", { name: "More" }).click();
    await expect(ada.page.getByLabel("What was done about it")).toBeVisible();
    await expectAccessibleAtAllSizes(ada.page, "everything stopped");
    await ada.page.getByLabel("What was done about it").fill("The agent's key is revoked");
    await ada.page.getByRole("button", { name: "Let executions begin again" }).click();
    await expect(ada.page.getByText("All systems running.")).toBeVisible();
    await expect(banner(ann)).toBeEmpty();
    await ada.page.goto(`${server.url}/actions/${id}`);
    await approve.click();
    await expect(ada.page.getByText(/Approved|Done|Running/).first()).toBeVisible();
  });
});
