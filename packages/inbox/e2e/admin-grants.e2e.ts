import { expect, test } from "@playwright/test";
import type { Action } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

// Many accessibility checks; with COUNTERSIGN_TEST_LONG each runs at two sizes in two schemes.
test.describe.configure({ timeout: 400_000 });

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

test("an administrator sees what a grant would have let pass, writes it after a yes, and revokes it", async ({ page }) => {
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  const file = (name: string) => ({ path: name, content: "x\n" });
  const unwanted = await propose(server, "write_file", file("drafts/no.txt"));
  await server.fetch(`/api/pending-actions/${unwanted}/reject`, { body: {} });
  await propose(server, "write_file", file("other/a.txt"));

  await page.goto(`${server.url}/admin/grants`);
  await expect(page.getByText("No grants yet")).toBeVisible();
  await page.getByRole("button", { name: "New grant…" }).click();
  const form = page.getByRole("dialog", { name: "New grant" });
  await expect(form.getByRole("button", { name: "Create grant" })).toBeDisabled();
  await form.getByLabel("Tool", { exact: true }).selectOption("write_file");
  await form.getByLabel("Agent", { exact: true }).selectOption({ index: 1 });
  await form.getByLabel("Expression").fill('args.path.startsWith("drafts/"');
  await form.getByRole("button", { name: "Test against past calls" }).click();
  await expect(form.getByLabel("Expression")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("Expression").fill('args.path.startsWith("drafts/")');
  await form.getByLabel("Maximum uses").fill("1");
  await form.getByRole("button", { name: "Test against past calls" }).click();
  const preview = form.getByRole("region", { name: "Past calls that match" });
  await expect(preview).toContainText("Of 2 calls in the last 30 days, this grant would have approved 1.");
  await expect(preview).toContainText("People rejected 1 of these calls");
  await expectAccessibleAtAllSizes(page, "writing a grant");
  await form.getByRole("button", { name: "Create grant" }).click();
  const question = page.getByRole("dialog", { name: "Approve these calls in advance?" });
  await expect(question).toContainText('may call write_file without approval, once, where args.path.startsWith("drafts/")');
  await question.getByRole("button", { name: "Approve in advance" }).click();
  await expect(form).toBeHidden();
  const card = page.getByRole("article", { name: /^Grant: write_file for / });
  await expect(card).toContainText("Active");
  await expectAccessibleAtAllSizes(page, "grants");

  const id = await propose(server, "write_file", file("drafts/yes.txt"));
  await expect
    .poll(async () => ((await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action).status)
    .toBe("executed");
  await page.goto(`${server.url}/actions/${id}`);
  await expect(page.getByText("Standing grant of", { exact: false }).first()).toBeVisible();
  await page.goto(`${server.url}/admin/grants?state=all`);
  await expect(card).toContainText("Used up");
  await expect(card).toContainText("1 of 1");
  await card.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("dialog", { name: "Revoke this grant?" }).getByRole("button", { name: "Revoke grant" }).click();
  await expect(card).toContainText("Revoked");
  expect(complaints.filter((text) => !/status of 422/.test(text))).toEqual([]);
});
