import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { Action, ContentElement, Json } from "@countersign/protocol";
import { beginChat, callsOf, cards, groupsOf, messageBox, openChatAgent, press, readChat } from "./support/chat.ts";
import { findElement, read } from "./support/content.ts";
import { signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { watchPage } from "./support/watch-page.ts";

let server: TestServer;
let page: Page;
let faults: string[];

test.describe.configure({ mode: "serial", timeout: 240_000 });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  ({ faults } = watchPage(page, server.url));
  await signInFirstTime(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
/** Console errors of the deliberate kill, which differ before, during and after an answer, and while the server starts. */
const CUT = /net::ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE|SOCKET)|status of 503/;
test.afterEach(() => expect(faults.filter((fault) => !CUT.test(fault))).toEqual([]));

const actionOf = (id: string) => read<Action>(server, `/api/pending-actions/${id}`);
const call = (tool: string, input: Json): string => `call ${tool} ${JSON.stringify(input)}`;

test("G3 content is proposed in a conversation, sent back in words from the card and from the dialog, and approved, over a reload and a restart", async () => {
  expect((await server.fetch("/api/content/sample", { body: {} })).status).toBe(200);
  await openChatAgent(server, "Editor", await groupsOf(server, "content"));
  const bed = await findElement(server, "object", "/products/beds/alta-bed");
  const latest = cards(page).last();

  const id = await test.step("the first proposal is a card with what changes", async () => {
    const words = call("propose_data_object_update", { id: bed.id, fields: { stock: 11, width: 99 } });
    const begun = await beginChat(page, server, "Editor", words);
    const conversation = page.getByRole("region", { name: "Conversation with an agent" });
    await expect(conversation.getByText("A built-in script, not a model")).toBeVisible();
    await expect(cards(page)).toHaveCount(1);
    await expect(latest.getByRole("group", { name: /^In stock: / })).toContainText("11");
    await expect(latest.getByRole("button", { name: /^Copy digest / })).toBeVisible();
    await expect(page.getByRole("status", { name: "Waiting proposals" })).toContainText("1 proposal is waiting for you.");
    return begun;
  });

  await test.step("sent back from the card, the agent proposes again and the difference is shown", async () => {
    await latest.getByRole("button", { name: "Send back…" }).click();
    await latest.getByLabel("What should the agent change?").fill("set fields.stock to 22");
    await press(latest.getByRole("button", { name: "Send back", exact: true }));
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).first()).toContainText("Sent back");
    const since = latest.getByRole("group", { name: "Changes since the proposal was sent back" });
    await expect(since).toContainText("set fields.stock to 22");
    await expect(since.getByRole("group", { name: /^In stock: / })).toContainText("22");
  });

  await test.step("a reload shows the same; the next words come from the dialog", async () => {
    await messageBox(page).fill("half a thought");
    await page.reload();
    await expect(messageBox(page)).toHaveValue("half a thought");
    await messageBox(page).fill("");
    await expect(cards(page)).toHaveCount(2);
    await latest.getByRole("button", { name: /^View changes: / }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("region", { name: "Full input" })).toBeVisible();
    await dialog.getByRole("button", { name: "Send back…" }).click();
    await dialog.getByLabel("What should the agent change?").fill("set fields.stock to 33; set fields.width to 120");
    await press(dialog.getByRole("button", { name: "Send back", exact: true }));
    await expect(dialog.getByRole("status").filter({ hasText: "Sent back by" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(cards(page)).toHaveCount(3);
  });

  await test.step("the server dies while it waits; then it is approved and runs once", async () => {
    await server.killAndRestart();
    await expect(page.getByRole("status", { name: "Waiting proposals" })).not.toContainText("Reconnecting");
    await press(latest.getByRole("button", { name: "Approve", exact: true }));
    await expect(latest).toContainText("Done");
    await expect(page.getByRole("log")).toContainText("run once");
    const ids = callsOf(await readChat(page, id)).flatMap(({ actionIds }) => actionIds);
    const actions = await Promise.all(ids.map(actionOf));
    expect(actions.map(({ status }) => status)).toEqual(["refined", "refined", "executed"]);
    expect(actions.map(({ supersedes }) => supersedes)).toEqual([null, ids[0], ids[1]]);
    const { value } = await read<ContentElement>(server, `/api/content/elements/${bed.id}`);
    expect(value).toMatchObject({ stock: 33, width: 120 });
    expect(actions[2]?.attempts).toHaveLength(1);
  });
});

test("G3 ten writes of one turn are decided together, two of them edited and one left out, over a reload and a restart", async () => {
  const title = (n: number) => `Create note-${n}.md`;
  const numbers = Array.from({ length: 10 }, (_, n) => n);
  const rowButton = (does: string, n: number) => page.getByRole("button", { name: `${does}: ${title(n)}`, exact: true });

  const story = await test.step("ten writes of one turn are one table", async () => {
    const lines = numbers.map((n) => call("write_file", { path: `note-${n}.md`, content: `note ${n}\n` }));
    const begun = await beginChat(page, server, "First agent", lines.join("\n"));
    await expect(page.getByRole("checkbox", { name: /^Select: Create note-/ })).toHaveCount(10);
    await expect(page.getByRole("status", { name: "Waiting proposals" })).toContainText("10 proposals are waiting for you.");
    await rowButton("Changes", 4).click();
    await expect(page.getByRole("table", { name: /before and after/ }).getByText("note 4")).toBeVisible();
    return begun;
  });

  await test.step("two are edited; what was edited is there after a reload", async () => {
    for (const n of [2, 5]) {
      await rowButton("Edit", n).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "content" }).fill(`edited ${n}\n`);
      await dialog.getByRole("button", { name: "Preview result" }).click();
      await dialog.getByRole("button", { name: "Keep these edits" }).click();
      await expect(dialog).toHaveCount(0);
    }
    await page.reload();
    await expect(page.getByText("Edit again…")).toHaveCount(2);
    expect((await readChat(page, story)).session.waiting).toBe(10);
  });

  await test.step("after a restart, nine run as shown and the one left out is rejected", async () => {
    await server.killAndRestart();
    await expect(page.getByRole("status", { name: "Waiting proposals" })).not.toContainText("Reconnecting");
    await page.getByRole("checkbox", { name: "Select all waiting" }).check();
    await page.getByRole("button", { name: "Approve 10…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("with your edits")).toHaveCount(2);
    await dialog.getByRole("button", { name: `Remove from this batch: ${title(7)}` }).click();
    await dialog.getByRole("checkbox", { name: /Also reject the 1 action you did not select/ }).check();
    await press(dialog.getByRole("button", { name: "Approve 9 actions, reject 1" }));
    await expect(dialog.getByText("10 actions decided.")).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await expect(page.getByText("None of these is waiting for a decision")).toBeVisible();
    await expect(page.getByRole("log")).toContainText("run once");
  });

  await test.step("the files hold exactly what was approved, and each call ran once", async () => {
    const folder = join(server.dataFolder, "files");
    for (const n of numbers) {
      const text = await readFile(join(folder, `note-${n}.md`), "utf8").catch(() => null);
      expect([n, text]).toEqual([n, n === 7 ? null : `${n === 2 || n === 5 ? "edited" : "note"} ${n}\n`]);
    }
    const calls = callsOf(await readChat(page, story));
    expect(calls.map(({ outcome }) => outcome?.status)).toEqual(numbers.map((n) => (n === 7 ? "rejected" : "executed")));
    const attempts = await Promise.all(calls.map(async ({ actionIds }) => (await actionOf(actionIds[0]!)).attempts.length));
    expect(attempts).toEqual(numbers.map((n) => (n === 7 ? 0 : 1)));
  });
});
