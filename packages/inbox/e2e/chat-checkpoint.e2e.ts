import { expect, test } from "@playwright/test";
import { beginChat, callsOf, press, readChat } from "./support/chat.ts";
import { expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { watchPage } from "./support/watch-page.ts";

test.describe.configure({ timeout: 240_000 });

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

test("a plain request for one decision opens a checkpoint in the conversation; the agent goes on when it is decided", async ({
  page,
}) => {
  const { faults } = watchPage(page, server.url);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInFirstTime(page, server);
  const words = 'write "A" to notes/a.md and write "B" to notes/b.md, then ask me for both together';
  const id = await beginChat(page, server, "First agent", words);
  const card = page.getByRole("article", { name: `Checkpoint: ${words}` });
  await expect(card).toContainText("2 of 2 proposals are waiting for a decision");
  await expect(page.getByText("The agent continues once all proposals are decided.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Select: Create notes/ })).toHaveCount(2);
  await expectAccessibleAtAllSizes(page, "a checkpoint in a conversation");

  await card.getByRole("link", { name: "Decide on 2 proposals together" }).click();
  const decision = page.getByRole("group", { name: "Decision" });
  await press(decision.getByRole("button", { name: "Approve 2 actions" }));
  await expect(page.getByText("Approved together")).toBeVisible();
  await page.goBack();
  await expect(card).toContainText("Approved together");
  await expect(card.getByRole("link", { name: "Open the checkpoint" })).toBeVisible();
  await expect(page.getByRole("article", { name: "From Countersign" })).toContainText("People have decided");
  await expect(page.getByRole("log")).toContainText("all is decided");
  const chat = await readChat(page, id);
  expect(callsOf(chat).map(({ toolName, outcome }) => [toolName, outcome?.status])).toEqual([
    ["approval_checkpoint", "executed"],
    ["write_file", "executed"],
    ["write_file", "executed"],
  ]);
  expect(faults).toEqual([]);
});
