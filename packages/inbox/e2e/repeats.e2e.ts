import { expect, test } from "@playwright/test";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

test.describe.configure({ timeout: 240_000 });

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

test("a person is told while they watch that a rejected call is repeated and pauses the tool, and lifts it", async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  const input = { path: "again.txt", content: "again\n" };
  const id = await propose(server, "write_file", input);
  const reason = "Not in this <b>folder</b>";
  await server.fetch(`/api/pending-actions/${id}/reject`, { body: { reason } });
  const told = page.getByRole("status", { name: "Retries of rejected calls" });
  await expect(told).toBeEmpty();

  await propose(server, "write_file", input);
  await expect(told).toContainText("1 tool retried after rejection");
  await propose(server, "write_file", input);
  await propose(server, "write_file", input);
  await expect(told).toContainText("1 tool paused");
  await told.getByRole("button").click();
  const paused = page.getByRole("article", { name: "write_file, paused" });
  await expect(paused).toContainText("retried a rejected call 3 times");
  await expect(paused).toContainText(reason);
  await expectAccessibleAtAllSizes(page, "repeats of rejected calls");
  await paused.getByRole("button", { name: "Resume tool" }).click();
  await expect(told).toBeEmpty();
  expect(await propose(server, "write_file", input)).toBe(id);
  await page.getByRole("dialog").getByRole("button", { name: "Allow retries" }).click();
  await expect(page.getByText("Nothing left to review.")).toBeVisible();
  expect(await propose(server, "write_file", input)).not.toBe(id);
  expect(complaints).toEqual([]);
});
