import { expect, test, type Page } from "@playwright/test";
import { expectAccessibleAtAllSizes, PERSON, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
test.beforeAll(async () => (server = await startTestServer()));
test.afterAll(() => server.close());

const choice = (page: Page) => page.getByRole("combobox", { name: "Workspace" });

test("G9 G35 a person of two workspaces switches between them, and each tab stays in the one that it shows", async ({
  page,
}) => {
  await signInFirstTime(page, server);
  await expect(choice(page)).toHaveCount(0);
  await propose(server, "write_file", { path: "first.txt", content: "of the first" });
  let made: { workspaceId: string; agentKey: string } | undefined;
  await server.killAndRestart(async () => {
    const { email, name } = PERSON;
    const words = ["create", "Second <b>team</b>", "--admin-email", email, "--admin-name", name, "--json"];
    made = JSON.parse(await server.cli("workspace", ...words));
  });
  const authorization = `Bearer ${made?.agentKey}`;
  const toolInput = { path: "second.txt", content: "of the second" };
  const headers = { authorization, "content-type": "application/json" };
  const body = JSON.stringify({ toolName: "write_file", toolInput });
  expect((await fetch(`${server.url}/api/pending-actions`, { method: "POST", headers, body })).status).toBe(202);

  await page.goto(server.url);
  await expect(page.getByText(/first\.txt/).first()).toBeVisible();
  await expect(page.getByText(/second\.txt/)).toHaveCount(0);
  const other = await page.context().newPage();
  await other.goto(server.url);
  await choice(other).selectOption({ label: "Second <b>team</b>" });
  await expect(other.getByText(/second\.txt/).first()).toBeVisible();
  await expect(other.getByText(/first\.txt/)).toHaveCount(0);
  await expectAccessibleAtAllSizes(other, "the choice of a workspace");

  await test.step("the first tab still shows and decides in the first workspace", async () => {
    await page
      .getByText(/first\.txt/)
      .first()
      .click();
    await page.getByRole("region", { name: "Decision" }).getByRole("button", { name: "Approve", exact: true }).click();
    await expect(page.getByRole("region", { name: "Result" })).toBeVisible();
  });

  await test.step("the choice outlives a reload; in the second, an action of the first is not there", async () => {
    await other.reload();
    await expect(choice(other)).toHaveValue(made!.workspaceId);
    await other.goto(page.url());
    await expect(other.getByText(/not found|no such|there is no/i).first()).toBeVisible();
  });
});
