import { expect, test, type Page } from "@playwright/test";
import type { Action, JsonObject } from "@countersign/protocol";
import { beginChat, cards, openChatAgent, press } from "./support/chat.ts";
import { read } from "./support/content.ts";
import { armed, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { addPerson } from "./support/people.ts";
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
  const asked = page.getByRole("region", { name: "The agent's question" });
  await expect(asked).toContainText("One of these");
  await expect(asked.getByRole("listitem")).toHaveText(["Small", "Medium", "box", "card"]);
  await expect(asked).toContainText("As on the order");
  await expect(asked).toContainText("A whole number, 1 to 9");
  await expect(asked).toContainText("orders");
  await expect(asked.getByRole("note", { name: "The agent's own words" })).toContainText("The customer does not answer.");
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expectAccessibleAtAllSizes(page, "question");

  await armed(button("Answer…"));
  await page.keyboard.press("a");
  await armed(dialog().getByRole("button", { name: "Send the answer" }));
  await expectAccessibleAtAllSizes(page, "answer");
  await dialog().getByRole("button", { name: "Send the answer" }).click();
  await expect(dialog().getByText("This is required.")).toHaveCount(2);
  await dialog().getByRole("radio", { name: "Medium" }).check();
  await dialog().getByLabel("How many").fill("two");
  await dialog().getByRole("button", { name: "Send the answer" }).click();
  await expect(dialog().getByText("This must be a whole number.")).toBeVisible();
  await dialog().getByLabel("How many").fill("12");
  await dialog().getByRole("button", { name: "Send the answer" }).click();
  await expect(dialog().getByText("At most 9.")).toBeVisible();
  await dialog().getByLabel("How many").fill("2");
  for (const name of ["card", "box"]) await dialog().getByRole("checkbox", { name }).check();
  await dialog().getByRole("radio", { name: "Yes" }).check();
  await dialog().getByRole("button", { name: "Send the answer" }).click();

  await expect(dialog()).toHaveCount(0);
  await ended(id);
  expect((await actionOf(id)).result).toEqual({ size: "M", count: 2, extras: ["card", "box"], gift: true });
  const answered = page.getByRole("region", { name: "Question and answer" });
  await expect(answered).toContainText("Medium");
  await expect(answered).toContainText("No answer");
  await expect(answered.getByRole("listitem")).toHaveText(["card", "box"]);
  await expect(dock().getByRole("status").filter({ hasText: "Answered by" })).toContainText(
    "The question has been answered; the agent can read the answer",
  );
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("answered");
  await expectAccessibleAtAllSizes(page, "answered question");
});

test("a question is declined or asked back, with words of its own", async () => {
  const declined = await propose(server, "ask_person", { question: "What is the admin's password?" });
  await page.goto(`${server.url}/actions/${declined}`);
  await press(button("Decline…"));
  await press(button("Decline with reason: Ask someone else"));
  await expect(dock().getByRole("status").filter({ hasText: "Declined by" })).toContainText("The question was declined.");
  expect((await actionOf(declined)).decisions).toMatchObject([{ verdict: "reject", comment: "Ask someone else" }]);

  const back = await propose(server, "ask_person", { question: "Which one?" });
  await page.goto(`${server.url}/actions/${back}`);
  await press(button("Ask for clarification…"));
  await dock().getByLabel("What is unclear?").fill("Which one of what?");
  await press(button("Ask for clarification"));
  await expect(dock().getByRole("status").filter({ hasText: "Sent back by" })).toBeVisible();

  const clearer = await propose(server, "ask_person", { question: "Which invoice?" }, { supersedes: back });
  await page.goto(`${server.url}/actions/${clearer}`);
  const former = page.getByRole("region", { name: "Earlier question" });
  await expect(former).toContainText("The agent asked: “Which one?”");
  await expect(former).toContainText("Clarification requested: “Which one of what?”");
  await expectAccessibleAtAllSizes(page, "question after one that was asked back");
  await former.getByRole("link", { name: "Open the earlier question" }).click();
  await expect(page).toHaveURL(new RegExp(back));
});

test("dates, times and addresses have fields of their own, and an unfinished one is not left out", async () => {
  const properties = {
    at: { type: "string", title: "From when", format: "date-time" },
    day: { type: "string", title: "Day", format: "date" },
    mail: { type: "string", title: "Copy to", format: "email" },
    pair: { type: "array", title: "Pair", items: { type: "string", enum: ["a", "b", "c"] }, minItems: 2, maxItems: 2 },
  };
  const form = { type: "object", properties, required: ["at", "pair"] } satisfies JsonObject;
  const id = await propose(server, "ask_person", { question: "When\nand where?", form });
  await page.goto(`${server.url}/actions/${id}`);
  await expect(page.getByRole("note", { name: "The agent's question" })).toContainText("and where?");
  await press(button("Answer…"));
  await dialog().getByLabel("From when").fill("2026-12-24T18:00");
  await dialog().getByLabel("Day").pressSequentially("12");
  await dialog().getByLabel("Copy to").fill("nobody");
  await dialog().getByRole("checkbox", { name: "b" }).check();
  await expect(dialog()).toContainText("Exactly 2 choices.");
  await press(dialog().getByRole("button", { name: "Send the answer" }));
  await expect(dialog().getByText("Choose at least 2.")).toBeVisible();
  await expect(dialog().getByText("This is incomplete.")).toBeVisible();
  await dialog().getByRole("checkbox", { name: "a" }).check();
  await dialog().getByLabel("Day").fill("2026-12-31");
  await press(dialog().getByRole("button", { name: "Send the answer" }));
  await expect(dialog().getByText("This is not an e-mail address.")).toBeVisible();
  await page.mouse.move(0, 0);
  await expectAccessibleAtAllSizes(page, "faults of an answer");
  await dialog().getByLabel("Copy to").fill("");
  await press(dialog().getByRole("button", { name: "Send the answer" }));
  await ended(id);
  const at = await page.evaluate(() => new Date("2026-12-24T18:00").toISOString());
  expect((await actionOf(id)).result).toEqual({ at, day: "2026-12-31", pair: ["b", "a"] });
});

test("what was typed stays when the question ends meanwhile", async () => {
  const id = await propose(server, "ask_person", { question: "Which city is it?" });
  await page.goto(`${server.url}/actions/${id}`);
  await press(button("Answer…"));
  await dialog().getByRole("textbox", { name: "Answer" }).fill("Lisbon,\nby the river");
  const { digest } = await actionOf(id);
  await server.fetch(`/api/pending-actions/${id}/reject`, { body: { digest, reason: "No longer needed" } });
  await expect(dialog()).toHaveCount(0);
  const unsent = page.getByRole("alert").filter({ hasText: "Your answer was not sent" });
  await expect(unsent).toContainText("Lisbon,\nby the river", { useInnerText: true });
  await expectAccessibleAtAllSizes(page, "answer that was not sent");
  await page
    .getByRole("link", { name: "Back to the inbox" })
    .or(page.getByRole("link", { name: /countersign/i }))
    .first()
    .click();
  await page.goBack();
  await unsent.getByRole("button", { name: "Discard answer" }).click();
  await expect(unsent).toHaveCount(0);
});

test("G45 an answer is sent over what was seen: one that somebody else gave meanwhile is shown first", async ({ browser }) => {
  const approvalRule = { needs: "n_of", n: 2, of: [{ role: "approver" }] };
  const ruled = await server.fetch("/api/tools/ask_person", {
    method: "PUT",
    body: { approvalRule, confirm: true },
  });
  expect(ruled.status).toBe(200);
  const bob = await addPerson(browser, server, { name: "Bob Second" });
  const id = await propose(server, "ask_person", { question: "Which shirt do we send?", form: FORM });
  for (const each of [page, bob.page]) await each.goto(`${server.url}/actions/${id}`);
  await expect(dock()).toContainText("When enough people agree, the agent gets exactly this answer.");
  await press(button("Answer…"));
  await dialog().getByRole("radio", { name: "Small" }).check();
  await dialog().getByLabel("How many").fill("3");

  const theirs = bob.page.getByRole("dialog", { name: "Answer" });
  await press(bob.page.getByRole("button", { name: "Answer…" }));
  await theirs.getByRole("radio", { name: "Medium" }).check();
  await theirs.getByLabel("How many").fill("2");
  await press(theirs.getByRole("button", { name: "Send the answer" }));
  await expect(theirs).toHaveCount(0);
  await expect(bob.page.getByRole("region", { name: "Question and proposed answer" })).toContainText("Medium");

  const notice = dialog().getByRole("alert");
  await expect(notice).toContainText("Somebody else has answered");
  await expect(notice).toContainText("Medium");
  await expect(dialog().getByRole("button", { name: "Send the answer" })).toBeDisabled();
  await expectAccessibleAtAllSizes(page, "answer after somebody else's");
  await notice.getByRole("button", { name: "Continue with my answer" }).click();
  await expect(notice).toHaveCount(0);
  await expect(dialog().getByLabel("How many")).toHaveValue("3");
  await press(dialog().getByRole("button", { name: "Send the answer" }));
  await expect(dialog()).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Question and proposed answer" })).toContainText("Small");

  await press(bob.page.getByRole("button", { name: "Agree with this answer" }));
  await ended(id);
  expect((await actionOf(id)).result).toEqual({ size: "S", count: 3 });
  await bob.context.close();
  await server.fetch("/api/tools/ask_person", { method: "PUT", body: { approvalRule: null, confirm: true } });
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
  await expect(page.getByRole("dialog")).toContainText("2 questions not included");
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
