import { expect, test } from "@playwright/test";
import { collectComplaints, expectAccessibleAtAllSizes, PERSON, resumeSession, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(async () => server.close());

test("a rota is added, says who is on call, and its team is not given by hand", async ({ page }) => {
  const complaints = collectComplaints(page);
  await resumeSession(page, server);
  await page.goto(`${server.url}/admin/people`);
  await page.getByRole("button", { name: `Teams of ${PERSON.name}` }).click();
  const form = page.getByRole("dialog", { name: `Teams of ${PERSON.name}` });
  await form.getByLabel("New team").fill("ops");
  await form.getByRole("button", { name: "Save teams" }).click();
  await page.getByRole("button", { name: "Add to team" }).click();

  await page.goto(`${server.url}/admin/connections`);
  await page.getByRole("button", { name: "Add connection…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a connection" });
  await dialog.getByLabel("Service", { exact: true }).selectOption({ label: "On-call rota" });
  await dialog.getByLabel("Team", { exact: true }).fill("ops");
  await dialog.getByLabel("On-call team", { exact: true }).fill("ops-on-call");
  await dialog.getByLabel("People", { exact: true }).fill(`${PERSON.email}\n${PERSON.email.toUpperCase()}`);
  await dialog.getByLabel("First shift begins").fill("2026-02-30T09:00");
  await dialog.getByLabel("Time zone").fill("Europe/Zurich");
  await expect(dialog.getByLabel("Tool name prefix")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Add and test" }).click();
  await expect(dialog.getByText("is not a valid date and time")).toBeVisible();
  await expectAccessibleAtAllSizes(page, "adding a rota");
  await dialog.getByLabel("First shift begins").fill("2026-01-05T09:00");
  await dialog.getByRole("button", { name: "Add and test" }).click();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await expect(dialog.getByText("on call now:")).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();

  const card = page.getByRole("article", { name: "Connection On-call rota" });
  await expect(async () => {
    await page.reload();
    await expect(card.getByText(PERSON.name)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(card.getByText("Now in ops-on-call")).toBeVisible();
  await expectAccessibleAtAllSizes(page, "a rota");

  await page.goto(`${server.url}/admin/people`);
  await page.getByRole("button", { name: `Teams of ${PERSON.name}` }).click();
  await expect(form.getByLabel("ops-on-call")).toBeDisabled();
  await expect(form.getByText("Set by an on-call schedule (see Services)")).toBeVisible();
  expect(complaints).toEqual([]);
});
