import { expect, test, type Page } from "@playwright/test";
import type { Action, ContentElement } from "@countersign/protocol";
import { changeElement, findElement, openContentAgent, read } from "./support/content.ts";
import { expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { ALL_PAYLOADS } from "./support/payloads.ts";
import { addPerson } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { watchPage } from "./support/watch-page.ts";

test.describe.configure({ timeout: 400_000 });

const SOURCE = "<p>{{ name.en }} costs {{ price.amount }}</p>";

let server: TestServer;
let page: Page;
let faults: string[];
let agent: Awaited<ReturnType<typeof openContentAgent>>;
let label: ContentElement;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signInFirstTime(page, server);
  await server.fetch("/api/content/sample", { body: {} });
  ({ faults } = watchPage(page, server.url));
  agent = await openContentAgent(server);
  label = await findElement(server, "template", "/labels/price");
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
test.afterEach(() => expect(faults).toEqual([]));

const before = (on = page) => on.frameLocator('iframe[title="Current page"]').locator("body");
const after = (on = page) => on.frameLocator('iframe[title="Proposed page"]').locator("body");
const renderedOver = (on = page) => on.getByRole("combobox", { name: "Rendered with" });
const showOutput = async (action: string, on = page): Promise<void> => {
  await on.goto(`${server.url}/actions/${action}`);
  await on.getByRole("radiogroup", { name: "View" }).getByText("Output").click();
};

async function choose(path: string, on = page): Promise<void> {
  await on.getByRole("searchbox", { name: "Element: search" }).fill(path);
  await on.getByRole("list", { name: "Element: results" }).getByRole("button", { name: path }).click();
}

test("a reviewer sees a template before and after over elements of their choice; approval covers the template alone", async () => {
  const [action] = await agent.propose("propose_template", [{ path: label.path, source: SOURCE }], "labels");
  const { digest } = await read<Action>(server, `/api/pending-actions/${action}`);
  const [first, table] = await Promise.all([
    findElement(server, "object", "/products/beds/aarhus-bed"),
    findElement(server, "object", "/products/tables/bergen-table"),
  ]);

  await test.step("at first over the element that the template names", async () => {
    await showOutput(action!);
    await expect(before().getByText("Oslo chair", { exact: true })).toBeVisible();
    await expect(after().getByText(/^Oslo chair costs \d+\.00$/)).toBeVisible();
    await expect(renderedOver()).toHaveValue("object product");
    await expect(page.getByText("/products/chairs/oslo-chair")).toBeVisible();
    await expect(
      page.getByText("Choosing an element changes only this view. Your decision is about the template.", { exact: false }),
    ).toBeVisible();
    for (const frame of await page.locator("iframe").all()) await expect(frame).toHaveAttribute("sandbox", "");
    await expectAccessibleAtAllSizes(page, "a template over an element");
  });

  await test.step("then over the sample data, the first element of a type, and a found one as it is now", async () => {
    await renderedOver().selectOption("Sample data");
    await expect(after()).toHaveText("Oslo chair costs 189.00");
    await renderedOver().selectOption("Product");
    await expect(after()).toContainText(`${(first.value["name"] as { en: string }).en} costs `);
    await choose(table.path);
    await expect(after()).toContainText("Bergen table costs ");
    await expect(before()).toContainText("Bergen table");
    await changeElement(server, table.id, { price: { amount: "1.25", currency: "EUR" } });
    await expect(after()).toHaveText("Bergen table costs 1.25");
  });

  await test.step("an element that does not fit is said in words", async () => {
    await renderedOver().selectOption("Maker");
    await expect(after()).toContainText("This page cannot be rendered: line 1: ");
  });

  await test.step("approval takes the digest that it had", async () => {
    await page.getByRole("region", { name: "Decision" }).getByRole("button", { name: "Approve", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: /Approved by/ })).toBeVisible();
    expect((await read<Action>(server, `/api/pending-actions/${action}`)).digest).toBe(digest);
  });

  await test.step("the template's own page shows the stored version over an element", async () => {
    await page.goto(`${server.url}/content/${label.id}`);
    await page.getByRole("radiogroup", { name: "View" }).getByText("Output").click();
    const output = page.frameLocator('iframe[title="The current page"]').locator("body");
    await expect(output).toHaveText(/^Oslo chair costs \d+\.00$/);
    await choose(table.path);
    await expect(output).toHaveText("Bergen table costs 1.25");
    await page.getByRole("button", { name: `Remove: ${table.path}` }).click();
    await expect(renderedOver()).toHaveValue("");
    await expect(output).toHaveText("Oslo chair costs 189.00");
    await expectAccessibleAtAllSizes(page, "a stored template over its sample data");
  });
});

test("G11 payloads in an element's fields are text in the rendered template; nothing of it runs", async () => {
  const fields = [{ name: "text", kind: "code", title: "Text" }];
  await server.fetch("/api/content/types/object/hostile", { method: "PUT", body: { title: "Hostile", languages: [], fields } });
  const made = await server.fetch("/api/content/elements", {
    body: { kind: "object", type: "hostile", path: "/hostile/one", value: { text: ALL_PAYLOADS } },
  });
  expect(made.status).toBe(201);
  const source = "<pre title='{{ text }}'>{{ text }}</pre>";
  const proposal = { path: "/labels/hostile", source, context: { text: "sample" } };
  const [action] = await agent.propose("propose_template", [proposal], "hostile");
  await showOutput(action!);
  await expect(after()).toHaveText("sample");
  await renderedOver().selectOption("Hostile");
  for (const line of ALL_PAYLOADS.split("\n").filter((one) => one.trim() !== ""))
    await expect(after()).toContainText(line.trim());
  await expect(after().locator("script, img, iframe, svg, form, base, meta, [onclick], [onerror]")).toHaveCount(0);
});

test("who may not view the element that a template names is told so, and sees the sample data", async ({ browser }) => {
  const [action] = await agent.propose("propose_template", [{ path: label.path, source: "<i>{{ name.en }}</i>" }], "closed");
  const path = "/products/chairs/oslo-chair";
  const items = [{ folder: path, kind: null, who: { kind: "user", id: null }, rights: [] }];
  await server.fetch("/api/content/rights", { method: "PUT", body: { items, confirm: true } });
  const { page: other } = await addPerson(browser, server, { name: "Vera Viewer", role: "viewer" });
  await showOutput(action!, other);
  await expect(other.getByRole("note").filter({ hasText: "could not be read" })).toBeVisible();
  await expect(after(other)).toHaveText("Oslo chair");
  await expect(renderedOver(other)).toHaveValue("");
  await other.context().close();
  await server.fetch("/api/content/rights", { method: "PUT", body: { items: [], confirm: true } });
});
