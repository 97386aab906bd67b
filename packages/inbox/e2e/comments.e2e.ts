import { expect, test } from "@playwright/test";
import type { Outcome } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

test.describe.configure({ timeout: 240_000 });

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

test("a person comments on an action and asks its agent, which replies while the page is open", async ({ page }) => {
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  const id = await propose(server, "write_file", { path: "asked.txt", content: "asked\n" });
  await page.goto(`${server.url}/actions/${id}`);
  const comments = page.getByRole("region", { name: "Comments" });
  const field = comments.getByRole("textbox", { name: "Your comment" });
  await expect(comments.getByRole("button", { name: "Comment" })).toBeDisabled();
  await field.fill("Looks odd <b>to me</b>");
  await comments.getByRole("button", { name: "Comment" }).click();
  await expect(comments.getByRole("listitem").filter({ hasText: "Looks odd <b>to me</b>" })).toBeVisible();
  await expect(field).toHaveValue("");

  await field.fill("Why this file?");
  await comments.getByRole("button", { name: "Ask the agent" }).click();
  const asked = comments.getByRole("listitem").filter({ hasText: "Why this file?" });
  await expect(asked).toContainText("It is told when it next asks");
  const { comments: read = [] } = (await (await server.fetch(`/api/pending-actions/${id}?wait=0`, { as: "agent" })).json()) as {
    comments?: Outcome["comments"];
  };
  expect(read.map(({ text }) => text)).toEqual(["Why this file?"]);
  await expect(asked).toContainText("which was told");
  const text = "Because of \u202Ethe list";
  await server.fetch(`/api/pending-actions/${id}/comments/${read[0]!.id}/reply`, { body: { text }, as: "agent" });
  const reply = asked.getByRole("note", { name: "The agent's reply" });
  await expect(reply).toContainText("the list");
  await expect(reply.getByRole("img", { name: /U\+202E|right-to-left/i })).toBeVisible();
  await expectAccessibleAtAllSizes(page, "comments on an action");

  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /3 comments/ })).toBeVisible();
  expect(complaints).toEqual([]);
});
