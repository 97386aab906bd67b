import { expect, test, type Page } from "@playwright/test";
import type { ContentElement } from "@countersign/protocol";
import { changeElement, findElement, openContentAgent, read } from "./support/content.ts";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { addPerson } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

// Many accessibility checks; with COUNTERSIGN_TEST_LONG each runs at two sizes in two schemes.
test.describe.configure({ timeout: 400_000 });

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let server: TestServer;
let page: Page;
let complaints: string[];
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  await server.fetch("/api/content/sample", { body: {} });
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
// The browser logs expected refusals, and the offline state of one test, as console errors.
const EXPECTED = /status of (404|412)|net::ERR_(INTERNET_DISCONNECTED|FAILED)/;
test.afterEach(() => expect(complaints.filter((text) => !EXPECTED.test(text))).toEqual([]));

const elementOf = (id: string) => read<ContentElement>(server, `/api/content/elements/${id}`);
const meanwhile = () => page.getByRole("note").filter({ hasText: "in the meantime" });
const save = () => page.getByRole("button", { name: "Save", exact: true });

test("content is found by kind, folder and words; what waits on an element is named and leads to it", async () => {
  const agent = await openContentAgent(server, "Pages agent");
  const bed = await findElement(server, "object", "/products/beds/kalmar-bed");
  const [id] = await agent.propose("propose_data_object_update", [{ id: bed.id, fields: { stock: 5 } }], "browse");
  await page.goto(`${server.url}/content`);
  await page
    .getByRole("navigation", { name: "Folders" })
    .getByRole("button", { name: /^products/ })
    .click();
  await expect(page).toHaveURL(/folder=%2Fproducts/);
  await page.getByRole("button", { name: /^beds/ }).click();
  await expect(page.getByRole("link", { name: "Bark", exact: true })).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search objects" }).fill("kalmar");
  const row = page.getByRole("row").filter({ hasText: bed.path });
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(row).toContainText("1 open");
  await expectAccessibleAtAllSizes(page, "content");
  await row.getByRole("link", { name: "Kalmar bed" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kalmar bed" })).toBeVisible();
  await expectAccessibleAtAllSizes(page, "an element");
  await page.getByRole("region", { name: "Open proposals" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/actions/${id}`));

  await page.goto(`${server.url}/content?kind=object&folder=%2Fproducts`);
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByRole("row")).toHaveCount(101);
  for (const kind of ["asset", "document", "tag", "template"]) {
    await page.goto(`${server.url}/content?kind=${kind}`);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await expectAccessibleAtAllSizes(page, `content, ${kind}`);
  }
});

test("the next page of a list comes although a live change refetches the list meanwhile", async () => {
  const agent = await openContentAgent(server, "Meanwhile agent");
  const bed = await findElement(server, "object", "/products/beds/mora-bed");
  await page.goto(`${server.url}/content?kind=object&folder=%2Fproducts`);
  await expect(page.getByRole("row")).toHaveCount(51);
  const ofNextPage = /elements\?.*cursor=/;
  const cancelled = page.waitForEvent("requestfailed", (request) => ofNextPage.test(request.url()));
  await page.route(ofNextPage, () => undefined, { times: 1 });
  await page.getByRole("button", { name: "Show more" }).click();
  await agent.propose("propose_data_object_update", [{ id: bed.id, fields: { stock: 6 } }], "meanwhile");
  await cancelled;
  await expect(page.getByRole("row")).toHaveCount(101);
});

test("an editor by the kind of each field: what is typed is saved over the version it was made from", async () => {
  const { id } = await findElement(server, "object", "/products/beds/mora-bed");
  await page.goto(`${server.url}/content/${id}/edit`);
  await expect(save()).toBeDisabled();
  await page.getByLabel("Name, de", { exact: true }).fill("Mora, das Bett");
  await page.getByLabel("Price *", { exact: true }).fill("1234.50");
  await page.getByLabel("In stock", { exact: true }).fill("many");
  await expect(page.getByText("This is not a number.")).toBeVisible();
  await expect(save()).toBeDisabled();
  await page.getByLabel("In stock", { exact: true }).fill("-1");
  await page.getByLabel("Material", { exact: true }).selectOption({ index: 2 });
  await page.getByRole("checkbox", { name: "red" }).check();
  await page.getByRole("searchbox", { name: "Maker: search" }).fill("havn");
  await page
    .getByRole("list", { name: "Maker: results" })
    .getByRole("button", { name: /\/makers\/havn/ })
    .click();
  await page.getByRole("searchbox", { name: "Tags: search" }).fill("cork");
  await page.getByRole("list", { name: "Tags: results" }).getByRole("button", { name: /cork/ }).click();
  await page.getByLabel("Description, de", { exact: true }).fill("<p>Ein <strong>Bett</strong></p>");
  await expect(page.frameLocator('iframe[title="Description, de, preview"]').locator("strong")).toHaveText("Bett");
  await expectAccessibleAtAllSizes(page, "editing an object");
  await page.setViewportSize({ width: 360, height: 740 });
  const [button, navigation] = [
    await save().boundingBox(),
    await page.getByRole("navigation", { name: "Pages" }).boundingBox(),
  ];
  expect(button!.y + button!.height, "nothing covers the button on a phone").toBeLessThanOrEqual(navigation!.y);
  await page.setViewportSize({ width: 1440, height: 900 });
  await save().click();
  await expect(page.getByText("must be at least 0, is -1")).toBeVisible();
  await expect(page.getByLabel("Name, de", { exact: true })).toHaveValue("Mora, das Bett");
  await page.getByLabel("In stock", { exact: true }).fill("12");
  await save().click();
  await expect(page).toHaveURL(new RegExp(`/content/${id}$`));
  const { value, tags, revision, references } = await elementOf(id);
  expect(revision).toBe(2);
  expect(value).toMatchObject({
    name: { en: "Mora bed", de: "Mora, das Bett" },
    price: { amount: "1234.50", currency: "EUR" },
    stock: 12,
    description: { de: "<p>Ein <strong>Bett</strong></p>" },
  });
  expect(value["colours"]).toContain("red");
  expect(references.find((one) => one.id === value["maker"])?.path).toBe("/makers/havn");
  expect(references.filter((one) => tags.includes(one.id)).map(({ path }) => path)).toContain("/material/cork");
});

test("blocks of a page are added, moved and taken out; visitors see it when it is published", async () => {
  const { id } = await findElement(server, "document", "/service");
  await page.goto(`${server.url}/content/${id}/edit`);
  const before = (await elementOf(id)).value["content"] as { id: string }[];
  await page.getByRole("button", { name: "Quotation" }).click();
  const blocks = page.getByRole("list", { name: "Content" }).locator("> li");
  await expect(blocks).toHaveCount(before.length + 1);
  await blocks.last().getByLabel("Text", { exact: true }).fill("Sit down.");
  await blocks
    .last()
    .getByRole("button", { name: /^Move up/ })
    .click();
  await page.getByRole("button", { name: /^Remove: .*block 1 of Content/ }).click();
  await expectAccessibleAtAllSizes(page, "editing a page");
  await save().click();
  await expect(page).toHaveURL(new RegExp(`/content/${id}$`));
  const after = (await elementOf(id)).value["content"] as { id: string; type: string; text?: string }[];
  expect(after.at(-2)).toMatchObject({ type: "quote", text: "Sit down." });
  expect(after.map((block) => block.id)).not.toContain(before[0]!.id);
  await expect(page.getByText(/Visitors see revision 1 \(older\)/)).toBeVisible();
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Visitors see this revision.")).toBeVisible();
  await page.getByRole("radiogroup", { name: "View" }).getByText("Page").click();
  await expect(page.frameLocator('iframe[title="The current page"]').getByText("Sit down.")).toBeVisible();
});

test("an open editor: a change by somebody else comes in at once, unless something is unsaved; then the person says what stands", async ({
  browser,
}) => {
  const { id } = await findElement(server, "object", "/products/beds/oulu-bed");
  const stock = () => page.getByRole("textbox", { name: "In stock", exact: true });
  await page.goto(`${server.url}/content/${id}/edit`);
  await expect(stock()).toBeVisible();
  await changeElement(server, id, { stock: 41 });
  await expect(stock()).toHaveValue("41");
  await expect(meanwhile()).toHaveCount(0);

  await stock().fill("50");
  await page.getByLabel("Width in cm", { exact: true }).fill("111");
  await changeElement(server, id, { stock: 60, available: false });
  await expect(meanwhile()).toContainText("Changed in the meantime by");
  await expect(meanwhile()).toContainText("Also merged in: Can be ordered.");
  await expect(stock()).toHaveValue("50");
  await expect(save()).toBeDisabled();
  const both = meanwhile().getByRole("group", { name: "In stock", exact: true });
  await expect(both).toContainText(/Before41Theirs \(current\)60Yours50/);
  await expectAccessibleAtAllSizes(page, "an editor that met another change");
  await both.getByText("Theirs", { exact: true }).click();
  await meanwhile().getByRole("button", { name: "Continue with this version" }).click();
  await expect(stock()).toHaveValue("60");
  await expect(page.getByLabel("Width in cm", { exact: true })).toHaveValue("111");
  await save().click();
  await expect(page).toHaveURL(new RegExp(`/content/${id}$`));
  expect((await elementOf(id)).value).toMatchObject({ stock: 60, width: 111, available: false });

  // Without the live stream the page learns of the change when its save is refused; the typed value stays.
  await page.goto(`${server.url}/content/${id}/edit`);
  await expect(stock()).toBeVisible();
  await page.context().setOffline(true);
  await stock().fill("70");
  await changeElement(server, id, { stock: 80 });
  await page.route("**/api/events**", (route) => route.abort());
  await page.route(`**/api/content/elements/${id}`, (route) =>
    route.request().method() === "PUT" ? route.continue() : route.abort(),
  );
  await page.context().setOffline(false);
  await save().click();
  await page.unroute(`**/api/content/elements/${id}`);
  await expect(meanwhile()).toBeVisible();
  await expect(stock()).toHaveValue("70");
  await page.unroute("**/api/events**");
  await meanwhile().getByRole("button", { name: "Discard my changes" }).click();
  await expect(stock()).toHaveValue("80");

  // Leaving asks only if there are unsaved changes.
  await stock().fill("90");
  await page.getByRole("link", { name: "Records" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(stock()).toHaveValue("90");
  await page.getByRole("link", { name: "Records" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/records/);

  const viewer = await addPerson(browser, server, { name: "Vera Viewer", role: "viewer" });
  await viewer.page.goto(`${server.url}/content/${id}`);
  await expect(viewer.page.getByRole("heading", { level: 1, name: "Oulu bed" })).toBeVisible();
  await expect(viewer.page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await expect(viewer.page.getByRole("button", { name: /Restore/ })).toHaveCount(0);
  await viewer.context.close();
});

test("an older revision is restored as a new one; a file is uploaded; a new object is made", async () => {
  const { id, value } = await findElement(server, "object", "/products/beds/pori-bed");
  await changeElement(server, id, { stock: 1, width: 100 });
  await page.goto(`${server.url}/content/${id}`);
  await page.getByRole("button", { name: "Changes in revision 2" }).click();
  await expect(page.getByRole("group", { name: "Width in cm: Changed" })).toContainText("100");
  await page.getByRole("button", { name: "Restore revision 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore revision" }).click();
  await expect(page.getByText("Revision 3, current, revision 1 restored")).toBeVisible();
  expect((await elementOf(id)).value).toEqual(value);

  await page.goto(`${server.url}/content?kind=asset&folder=%2Fpictures`);
  await page.getByRole("button", { name: "Upload a file…" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload a file" });
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "File" }).click();
  await (await chooser).setFiles({ name: "dot.png", mimeType: "image/png", buffer: PNG });
  await expect(dialog.getByLabel("Path")).toHaveValue("/pictures/dot.png");
  await expectAccessibleAtAllSizes(page, "uploading");
  await dialog.getByRole("button", { name: "Upload" }).click();
  const picture = page.getByRole("figure").getByRole("img");
  await expect(picture).toHaveJSProperty("naturalWidth", 1);
  await expect(page.getByText("image/png, 70 bytes, 1 × 1 pixels")).toBeVisible();

  await page.goto(`${server.url}/content?folder=%2Fmakers`);
  await page.getByRole("button", { name: "New object…" }).click();
  const place = page.getByRole("dialog", { name: "New object" });
  await place.getByLabel("Type").selectOption("maker");
  await place.getByLabel("Path").fill("/makers/ada");
  await place.getByRole("button", { name: "Fill in the fields" }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("is required")).toBeVisible();
  await page.getByLabel("Name *", { exact: true }).fill("Ada");
  await expectAccessibleAtAllSizes(page, "a new object");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ada" })).toBeVisible();
});

test("an administrator gives a type other fields and says who may do what in a folder", async () => {
  await page.goto(`${server.url}/admin/content`);
  await page.getByRole("button", { name: "Fields of Maker" }).click();
  const dialog = page.getByRole("dialog", { name: "Fields of Maker" });
  const fields = dialog.getByLabel("Fields", { exact: true });
  const before = await fields.inputValue();
  await fields.fill("{}");
  await expect(dialog.getByText("This is not a JSON list.")).toBeVisible();
  await fields.fill(before.replace('"kind": "number"', '"kind": "feeling"'));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/2\/kind: /)).toBeVisible();
  await fields.fill(before.replace(/\]\s*$/, ', { "name": "motto", "kind": "text", "title": "Motto" }]'));
  await expectAccessibleAtAllSizes(page, "fields of a type");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article", { name: "Maker" })).toContainText("Motto");

  await page.getByRole("button", { name: "Add permission" }).click();
  const right = page.getByRole("listitem", { name: "Permission 1" });
  await right.getByLabel("Folder").fill("makers");
  await page.getByRole("button", { name: "Save permissions" }).click();
  await expect(page.getByText("The permissions were not saved")).toBeVisible();
  await right.getByLabel("Folder").fill("/makers");
  await right.getByLabel("Who").selectOption("All agents");
  await page.getByRole("button", { name: "Save permissions" }).click();
  await expect(page.getByRole("button", { name: "Save permissions" })).toHaveCount(0);
  await expectAccessibleAtAllSizes(page, "content, administered");
  const maker = await findElement(server, "object", "/makers/bark");
  const agent = await openContentAgent(server, "Kept out");
  const refused = agent.propose("propose_data_object_update", [{ id: maker.id, fields: { name: "Birk" } }], "rights");
  await expect(refused).rejects.toThrow(/no permission to edit/);
});
