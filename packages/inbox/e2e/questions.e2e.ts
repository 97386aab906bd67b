import { expect, test, type Page } from "@playwright/test";
import type { Action, JsonObject } from "@countersign/protocol";
import { beginChat, cards, openChatAgent, press } from "./support/chat.ts";
import { read } from "./support/content.ts";
import { armed, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { watchPage } from "./support/watch-page.ts";

let server: TestServer;
let page: Page;
let faults: string[];

test.describe.configure({ mode: "serial" });
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
test.afterEach(() => expect(faults).toEqual([]));

const FORM = {
  type: "object",
  properties: {
    size: {
      type: "string",
      title: "Size",
      description: "As on the order",
      oneOf: [
        { const: "S", title: "Small" },
        { const: "M", title: "Medium" },
      ],
    },
    count: { type: "integer", title: "How many", minimum: 1, maximum: 9 },
    note: { type: "string", title: "Note for the packer", maxLength: 1000 },
    extras: { type: "array", title: "Extras", items: { type: "string", enum: ["box", "card"] } },
    gift: { type: "boolean", title: "As a gift" },
  },
  required: ["size", "count"],
} satisfies JsonObject;

const dock = () => page.getByRole("region", { name: "Decision" });
const button = (name: string) => dock().getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog", { name: "Answer" });
const actionOf = (id: string) => read<Action>(server, `/api/pending-actions/${id}`);
const ended = (id: string) => expect.poll(async () => (await actionOf(id)).status).toBe("executed");

test("G45 a question stands in the queue, is answered by its form, and shows the answer", async () => {
  const context = "The order names two sizes.\nThe customer does not answer.";
  const id = await propose(server, "ask_person", { question: "Which shirt do we send?", context, topic: "orders", form: FORM });
  await page.goto(server.url);
  await page.getByRole("link", { name: /^Question: Which shirt/ }).click();
  const asked = page.getByRole("region", { name: "What the agent asks" });
  await expect(asked).toContainText("One of: Small, Medium. As on the order");
  await expect(asked).toContainText("orders");
  await expect(asked.getByRole("note", { name: "The agent's own words" })).toContainText("The customer does not answer.");
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expectAccessibleAtAllSizes(page, "question");

  await armed(button("Answer…"));
  await page.keyboard.press("a");
  await armed(dialog().getByRole("button", { name: "Send the answer" }));
  await expectAccessibleAtAllSizes(page, "answer");
  await dialog().getByRole("button", { name: "Send the answer" }).click();
  await expect(dialog().getByText("This is needed.")).toHaveCount(2);
  await dialog().getByRole("radio", { name: "Medium" }).check();
  await dialog().getByLabel("How many").fill("two");
  await dialog().getByRole("button", { name: "Send the answer" }).click();
  await expect(dialog().getByText("This has to be a whole number.")).toBeVisible();
  await dialog().getByLabel("How many").fill("12");
  await dialog().getByRole("button", { name: "Send the answer" }).click();
  await expect(dialog().getByText("must be <= 9")).toBeVisible();
  await dialog().getByLabel("How many").fill("2");
  await dialog().getByRole("checkbox", { name: "card" }).check();
  await dialog().getByRole("radio", { name: "Yes" }).check();
  await dialog().getByRole("button", { name: "Send the answer" }).click();

  await expect(dialog()).toHaveCount(0);
  await ended(id);
  expect((await actionOf(id)).result).toEqual({ size: "M", count: 2, extras: ["card"], gift: true });
  const answered = page.getByRole("region", { name: "Question and answer" });
  await expect(answered).toContainText("Medium");
  await expect(answered).toContainText("No answer");
  await expect(dock().getByRole("status").filter({ hasText: "Answered by" })).toContainText("It has its answer");
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("answered");
  await expectAccessibleAtAllSizes(page, "answered question");
});

test("a question is declined or asked back, with words of its own", async () => {
  const declined = await propose(server, "ask_person", { question: "What is the admin's password?" });
  await page.goto(`${server.url}/actions/${declined}`);
  await press(button("Decline…"));
  await dock().getByRole("button", { name: "Ask somebody else" }).click();
  await press(button("Decline to answer"));
  await expect(dock().getByRole("status").filter({ hasText: "Declined by" })).toContainText("It was declined.");
  expect((await actionOf(declined)).decisions).toMatchObject([{ verdict: "reject", comment: "Ask somebody else" }]);

  const back = await propose(server, "ask_person", { question: "Which one?" });
  await page.goto(`${server.url}/actions/${back}`);
  await press(button("Ask back…"));
  await dock().getByLabel("What is unclear?").fill("Which one of what?");
  await press(button("Ask back"));
  await expect(dock().getByRole("status").filter({ hasText: "Sent back by" })).toBeVisible();
});

test("G45 a batch leaves questions out", async () => {
  await propose(server, "ask_person", { question: "First?" });
  await propose(server, "ask_person", { question: "Second?" });
  await page.goto(server.url);
  for (const title of ["Question: First?", "Question: Second?"])
    await page.getByRole("checkbox", { name: `Select: ${title}` }).check();
  await page
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toContainText("2 questions left out");
});

test("G45 a question in a conversation is answered on its card", async () => {
  await openChatAgent(server, "Helper", ["default"]);
  await beginChat(page, server, "Helper", `call ask_person {"question":"Which city is it?"}`);
  const card = cards(page).last();
  await expect(card).toContainText("Which city is it?");
  await press(card.getByRole("button", { name: "Answer…" }));
  await dialog().getByRole("textbox", { name: "Answer" }).fill("Lisbon");
  await expectAccessibleAtAllSizes(page, "answer in a conversation");
  await press(dialog().getByRole("button", { name: "Send the answer" }));
  await expect(card).toContainText("Lisbon");
  await expect(card).toContainText("Answered");
});
