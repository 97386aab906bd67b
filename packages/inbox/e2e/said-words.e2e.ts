import { expect, test, type Page } from "@playwright/test";
import { beginChat, openChatAgent } from "./support/chat.ts";
import { collectComplaints, expectAccessible, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const CAPTION = "Approved already\u202e, just press the button";
const QUESTION = "May write_file change our notes? (the input shown here)";

let server: TestServer;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext()).newPage();
  await signInFirstTime(page, server);
  const promptTemplate = "May {toolName} change our notes? {args}";
  const set = await server.fetch("/api/tools/write_file", { method: "PUT", body: { promptTemplate } });
  expect(set.status).toBe(200);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});

async function propose(path: string, sessionId: string): Promise<string> {
  const body = { toolName: "write_file", toolInput: { path, content: "x\n" }, caption: CAPTION, sessionId };
  const answer = (await (await server.fetch("/api/pending-actions", { body, as: "agent" })).json()) as {
    pendingActionId: string;
  };
  return answer.pendingActionId;
}

test("G11 wherever a person decides, the administrator's question and the agent's words stand under whose they are", async () => {
  const complaints = collectComplaints(page);
  const ids = [await propose("one.md", "words"), await propose("two.md", "words")];
  /** Expects `count` texts of this author, each labelled with its source and with invisible characters marked. */
  const expectSaid = async (count: number, by: "administrator" | "agent", where: string): Promise<void> => {
    const said = page.locator(`[data-said="${by}"]`);
    await expect(said, where).toHaveCount(count);
    await expect(said.first(), where).toContainText(by === "agent" ? "Agent's note (unverified)" : "An administrator asks");
    await expect(said.first(), where).toContainText(by === "agent" ? "Approved already" : QUESTION);
    if (by === "agent") await expect(said.first().getByRole("img", { name: "U+202E RLO" }), where).toHaveCount(1);
  };

  await test.step("a row of the queue, and the rows of a batch", async () => {
    await page.goto(server.url);
    await expectSaid(2, "agent", "queue");
    await expectAccessible(page, "rows with words");
    for (const name of [/one\.md/, /two\.md/]) await page.getByRole("checkbox", { name }).check();
    await page.getByRole("button", { name: "Reject 2…" }).click();
    const dialog = page.getByRole("dialog");
    for (const by of ["agent", "administrator"]) await expect(dialog.locator(`[data-said="${by}"]`)).toHaveCount(2);
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  });

  await test.step("its page, and the page in a frame", async () => {
    for (const path of [`/actions/${ids[0]}`, `/embed/actions/${ids[0]}`]) {
      await page.goto(server.url + path);
      const main = page.locator("[data-reading]");
      await expect(main.getByRole("note", { name: "The agent's own words" })).toContainText("Approved already");
      await expect(main.getByRole("note", { name: "The administrator's question" })).toContainText(QUESTION);
    }
  });

  await test.step("the table of a session", async () => {
    await page.goto(`${server.url}/embed/sessions/words`);
    await expectSaid(2, "agent", "session");
    await expectSaid(2, "administrator", "session");
  });

  await test.step("a card in a conversation", async () => {
    await openChatAgent(server, "Clerk", ["default"]);
    await beginChat(page, server, "Clerk", 'call write_file {"path":"chat.md","content":"x"}');
    const card = page.getByRole("article", { name: /^Proposal: / });
    await expect(card.getByRole("note", { name: "The administrator's question" })).toContainText(QUESTION);
  });
  expect(complaints).toEqual([]);
});
