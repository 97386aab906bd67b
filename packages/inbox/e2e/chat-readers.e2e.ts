import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./support/pages.ts";
import { addPerson, type Person } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
let ada: Person;
let bob: Person;
const faults: string[] = [];

test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  ada = await addPerson(browser, server, { name: "Ada First" });
  bob = await addPerson(browser, server, { name: "Bob <b>Second</b>" });
  for (const { page } of [ada, bob]) page.on("pageerror", (error) => faults.push(error.message));
});
test.afterAll(async () => {
  for (const { context } of [ada, bob]) await context.close();
  await server.close();
});
test.afterEach(() => expect(faults).toEqual([]));

const field = (page: Page) => page.getByRole("textbox", { name: "Message" });
const log = (page: Page) => page.getByRole("region", { name: "Conversation with an agent" });

test("an approver reads another person's conversation as it goes on, and cannot write; a viewer cannot open it", async ({
  browser,
}) => {
  await ada.page.goto(`${server.url}/chat/new`);
  await field(ada.page).fill("What can you do?");
  await field(ada.page).press("Enter");
  await expect(log(ada.page).getByRole("article", { name: "Agent" })).toContainText("I am a built-in script");

  const { page } = bob;
  await page.goto(`${server.url}/chat`);
  const conversation = page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: /What can you do/ });
  await expect(page.getByText("No conversations yet.")).toBeVisible();
  await expect(conversation).toHaveCount(0);
  await page.getByRole("switch", { name: "Everyone's conversations" }).check();
  await expect(conversation).toContainText("Ada First");
  await conversation.click();
  await expect(log(page).getByRole("article", { name: "Ada First" })).toContainText("What can you do?");
  await expect(log(page)).toContainText("This conversation belongs to Ada First. You can read it");
  await expect(field(page)).toHaveCount(0);
  await expect(log(page).getByRole("button", { name: "Rename" })).toHaveCount(0);
  await expectAccessible(page, "somebody else's conversation");

  await field(ada.page).fill("help");
  await field(ada.page).press("Enter");
  await expect(log(page).getByRole("article", { name: "Ada First" })).toHaveCount(2);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(log(page)).toContainText("only Ada First can write here");
  await expectAccessible(page, "somebody else's conversation on a phone");

  const viewer = await addPerson(browser, server, { name: "Vic Third", role: "viewer" });
  await viewer.page.goto(page.url());
  await expect(viewer.page.getByRole("heading", { name: "Conversation not found" })).toBeVisible();
  await viewer.page.goto(`${server.url}/chat`);
  await expect(viewer.page.getByText("No conversations yet.")).toBeVisible();
  await expect(viewer.page.getByRole("switch", { name: "Everyone's conversations" })).toHaveCount(0);
  await viewer.context.close();
});
