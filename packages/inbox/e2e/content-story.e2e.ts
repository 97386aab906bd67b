import { expect, test, type Page } from "@playwright/test";
import type { Action, ActionPage, ContentElement, ElementRevision, JsonObject, TimelineEntry } from "@countersign/protocol";
import { findElement, openContentAgent, read } from "./support/content.ts";
import { collectComplaints, expectAccessible, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const SESSION = "spring catalogue";
const OBJECTS = ["chairs/bergen-chair", "beds/alta-bed", "beds/aarhus-bed", "beds/arvika-bed", "beds/bergen-bed"];

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

const actionOf = (id: string) => read<Action>(server, `/api/pending-actions/${id}`);
const elementOf = (id: string) => read<ContentElement>(server, `/api/content/elements/${id}`);
const rowOf = (page: Page, title: string) => page.getByRole("checkbox", { name: `Select: ${title}`, exact: true });
const dock = (page: Page) => page.getByRole("region", { name: "Decision" });

test("an agent proposes twelve edits of content; seven are approved, two rejected, three sent back and proposed again, one of them goes stale; the store is right in the end", async ({
  page,
}) => {
  test.setTimeout(500_000);
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);

  await test.step("an administrator fills the empty store", async () => {
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Content" }).click();
    await expect(page.getByRole("heading", { name: "No objects yet" })).toBeVisible();
    await expectAccessible(page, "empty content");
    await page.getByRole("button", { name: "Load the sample catalogue" }).click();
    await expect(page.getByRole("link", { name: "Bark", exact: true })).toBeVisible();
  });

  const agent = await openContentAgent(server);
  const objects = await Promise.all(OBJECTS.map((path) => findElement(server, "object", `/products/${path}`)));
  const tagged = await Promise.all(
    ["bodo-bed", "espoo-bed"].map((name) => findElement(server, "object", `/products/beds/${name}`)),
  );
  const pages = await Promise.all(["/about", "/about/workshops"].map((path) => findElement(server, "document", path)));
  const assets = await Promise.all([1, 2].map((n) => findElement(server, "asset", `/pictures/beds/bed-${n}.png`)));
  const label = await findElement(server, "template", "/labels/price");
  const cork = await findElement(server, "tag", "/material/cork");
  const titles = {
    objects: objects.map(({ path }) => `Change data object ${path}`),
    pages: pages.map(({ path }) => `Change document ${path}`),
    assets: assets.map(({ path }) => `Change asset ${path}`),
    tagged: tagged.map(({ path }) => `Tag data object ${path}`),
    label: `Change template ${label.path}`,
  };
  const source = "<p>{{ name.en }}: {{ price.amount|number_format(2) }} {{ price.currency }}, made to last</p>";
  const ids = {
    objects: await agent.propose(
      "propose_data_object_update",
      [
        {
          fields: { name: { de: "Bergen Sessel" }, price: { amount: "249.50", currency: "EUR" }, colours: ["black", "green"] },
        },
        { fields: { description: { en: "<p>A bed of <em>beech</em>.</p>" }, material: "beech" } },
        { fields: { stock: 77 } },
        { fields: { available: false } },
        { fields: { price: { amount: "1.00", currency: "EUR" }, width: 120 } },
      ].map((change, n) => ({ id: objects[n]!.id, ...change })),
      SESSION,
    ),
    pages: await agent.propose(
      "propose_document_update",
      [
        { id: pages[0]!.id, publish: true, fields: { content: withQuote(pages[0]!) } },
        { id: pages[1]!.id, publish: true, fields: { title: "Workshops we know" } },
      ],
      SESSION,
    ),
    assets: await agent.propose(
      "propose_asset_metadata_update",
      assets.map(({ id }) => ({ id, metadata: { alt: { de: "Ein Bett" } } })),
      SESSION,
    ),
    tagged: await agent.propose(
      "propose_tag_assignment",
      tagged.map(({ id }) => ({ kind: "object", id, add: [cork.id] })),
      SESSION,
    ),
    label: (await agent.propose("propose_template", [{ path: label.path, source }], SESSION))[0]!,
  };
  const all = [...ids.objects, ...ids.pages, ...ids.assets, ...ids.tagged, ids.label];

  await test.step("many proposals are one table, read in one request; each kind is shown by its fields", async () => {
    const bulk: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/proposals?")) bulk.push(request.url());
    });
    await page.goto(`${server.url}/sessions/${encodeURIComponent(SESSION)}`);
    await expect(page.getByRole("checkbox", { name: /^Select: / })).toHaveCount(12);
    await expect(page.getByRole("cell", { name: /^Object, product/ })).toHaveCount(7);
    await expect(page.getByRole("cell", { name: /^Template/ })).toHaveCount(1);
    // The page may read the same again once its event stream is open.
    expect(new Set(bulk).size).toBe(1);
    for (const id of all) expect(bulk[0]).toContain(id);

    const view = (title: string) => page.getByRole("button", { name: `Changes: ${title}`, exact: true }).click();
    const field = (name: string) => page.getByRole("group", { name });
    await view(titles.objects[0]!);
    await expect(field("Price: Changed")).toContainText("231.00 EUR");
    await expect(field("Price: Changed")).toContainText("249.50 EUR");
    await expect(field("Name: Changed")).toContainText("Bergen Sessel");
    await expect(field("Colours: Changed")).toContainText("Newblack");
    await expect(field("Colours: Changed")).toContainText("Removedwhite");
    await view(titles.objects[1]!);
    const rich = page.frameLocator('iframe[title="Description, en: proposed"]');
    await expect(rich.locator("em")).toHaveText("beech");
    await expect(field("Description: Changed")).toContainText("<p>A bed of <em>beech</em>.</p>");
    await view(titles.pages[0]!);
    await expect(field("Content: Changed")).toContainText("Quotation New");
    await view(titles.tagged[0]!);
    await expect(field("Tags: Changed")).toContainText(/material.*NewCork/s);
    await view(titles.label);
    await expect(field("Twig: Changed")).toContainText("made to last");
    await expectAccessible(page, "proposals of content in a table");
  });

  await test.step("the page as it would be, in a frame that can do nothing", async () => {
    await page.goto(`${server.url}/actions/${ids.pages[0]}`);
    const change = page.getByRole("region", { name: "Changes", exact: true });
    await change.getByRole("radiogroup", { name: "View" }).getByText("Page").click();
    const proposed = page.frameLocator('iframe[title="Proposed page"]');
    await expect(proposed.getByText("A chair is a promise.")).toBeVisible();
    await expect(page.frameLocator('iframe[title="Current page"]').getByText("A chair is a promise.")).toHaveCount(0);
    for (const frame of await change.locator("iframe").all()) await expect(frame).toHaveAttribute("sandbox", "");
    await page.goto(`${server.url}/actions/${ids.label}`);
    await page.getByRole("radiogroup", { name: "View" }).getByText("Output").click();
    await expect(proposed.getByText(/^Oslo chair: \d+\.00 EUR, made to last$/)).toBeVisible();
  });

  await test.step("seven approved, two rejected, three sent back with one text", async () => {
    await page.goto(`${server.url}/sessions/${encodeURIComponent(SESSION)}`);
    const approved = [...titles.objects.slice(0, 3), titles.pages[0]!, titles.assets[0]!, titles.tagged[0]!, titles.label];
    await decide(page, approved, /^Approve 7/, /^Approve 7/);
    await decide(page, [titles.objects[3]!, titles.tagged[1]!], /^Reject 2/, /^Reject 2/);
    await decide(
      page,
      [titles.objects[4]!, titles.pages[1]!, titles.assets[1]!],
      /^Send 3 back/,
      /^Send 3/,
      "Ask the workshop first",
    );
    await expect.poll(() => countByStatus()).toEqual({ executed: 7, rejected: 2, refined: 3 });
  });

  const again = await test.step("the agent is told in one message and proposes again, linked both ways", async () => {
    const told = JSON.stringify(await agent.read(`/api/sessions/${encodeURIComponent(SESSION)}/refinements`));
    for (const id of [ids.objects[4]!, ids.pages[1]!, ids.assets[1]!]) expect(told).toContain(id);
    expect(told).toContain("Ask the workshop first");
    const price = { amount: "900.00", currency: "EUR" };
    const [object] = await agent.propose(
      "propose_data_object_update",
      [{ id: objects[4]!.id, fields: { price, width: 150 } }],
      SESSION,
    );
    const [document] = await agent.propose(
      "propose_document_update",
      [{ id: pages[1]!.id, publish: true, fields: { title: "The workshops, as they call themselves" } }],
      SESSION,
    );
    const [asset] = await agent.propose(
      "propose_asset_metadata_update",
      [{ id: assets[1]!.id, metadata: { alt: { de: "Bett, von vorn" } } }],
      SESSION,
    );
    expect((await actionOf(object!)).supersedes).toBe(ids.objects[4]);
    expect((await actionOf(ids.objects[4]!)).supersededBy).toBe(object);
    await page.goto(`${server.url}/actions/${document}`);
    const since = page.getByRole("region", { name: "Changes since the proposal was sent back" });
    await expect(since).toContainText("Ask the workshop first");
    await expect(since.getByRole("group", { name: "Title: Changed" })).toContainText("Workshops we know");
    return { object: object!, document: document!, asset: asset! };
  });

  await test.step("an edit in another tab makes one stale: three states, and what a rebase leaves out", async () => {
    await page.goto(`${server.url}/actions/${again.object}`);
    await expect(dock(page).getByRole("button", { name: "Approve" })).toBeEnabled();
    const tab = await page.context().newPage();
    await tab.goto(`${server.url}/content/${objects[4]!.id}/edit`);
    await expect(tab.getByText("1 proposal is waiting for a decision.", { exact: false })).toBeVisible();
    await tab.getByLabel("Price *", { exact: true }).fill("777.00");
    await tab.getByRole("button", { name: "Save" }).click();
    await expect(tab).toHaveURL(new RegExp(`/content/${objects[4]!.id}$`));
    await tab.close();

    const changed = page.getByRole("region", { name: "Target changed since the proposal" });
    await expect(changed).toContainText(
      /Price.*Changed by the proposal.*Changed since the proposal by Ada Reviewer.*Dropped when rebasing/s,
    );
    await expect(changed.getByRole("group", { name: "Now: price" })).toContainText("777.00 EUR");
    await expect(changed.getByRole("group", { name: "Proposed: price", exact: true })).toContainText("900.00 EUR");
    await expect(changed.getByRole("region", { name: "Changes that rebasing would make" })).toContainText("150");
    await expect(changed.getByRole("region", { name: "Changes that rebasing would make" })).not.toContainText("900.00");
    await expect(dock(page).getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
    await expect(dock(page)).toContainText("Fields that someone else also changed are not carried over: Price");
    await expectAccessible(page, "a stale proposal of content");
    await dock(page).getByRole("button", { name: "Rebase onto the current state" }).click();
    await expect(page).not.toHaveURL(new RegExp(again.object));
    await dock(page).getByRole("button", { name: "Approve", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: /Approved by/ })).toBeVisible();
    for (const id of [again.document, again.asset]) {
      await page.goto(`${server.url}/actions/${id}`);
      await dock(page).getByRole("button", { name: "Approve", exact: true }).click();
      await expect(page.getByRole("status").filter({ hasText: /Approved by/ })).toBeVisible();
    }
    await expect.poll(() => countByStatus()).toEqual({ executed: 10, rejected: 2, refined: 4 });
  });

  await test.step("G3 the store holds exactly what was approved, each revision with its action", async () => {
    const values = await Promise.all([...objects, ...pages, ...assets].map(async ({ id }) => (await elementOf(id)).value));
    expect(values[0]).toMatchObject({
      name: { en: "Bergen chair", de: "Bergen Sessel" },
      price: { amount: "249.50" },
      colours: ["black", "green"],
    });
    expect(values[1]).toMatchObject({ material: "beech", description: { en: "<p>A bed of <em>beech</em>.</p>" } });
    expect(values[2]).toMatchObject({ stock: 77 });
    expect(values[3]).toEqual(objects[3]!.value);
    expect(values[4]).toEqual({ ...objects[4]!.value, price: { amount: "777.00", currency: "EUR" }, width: 150 });
    expect(JSON.stringify(values[5])).toContain("A chair is a promise.");
    expect(values[6]).toMatchObject({ title: "The workshops, as they call themselves" });
    expect(values[7]).toMatchObject({ alt: { de: "Ein Bett" } });
    expect(values[8]).toMatchObject({ alt: { de: "Bett, von vorn" } });
    expect((await elementOf(tagged[0]!.id)).tags).toContain(cork.id);
    expect((await elementOf(tagged[1]!.id)).tags).toEqual(tagged[1]!.tags);
    expect((await elementOf(label.id)).value["source"]).toBe(source);
    for (const { id, status } of await listAll()) {
      const { items } = await read<{ items: TimelineEntry[] }>(server, `/api/pending-actions/${id}/events`);
      expect(items.filter(({ kind }) => kind === "action.started")).toHaveLength(status === "executed" ? 1 : 0);
    }
    const { items } = await read<{ items: ElementRevision[] }>(server, `/api/content/elements/${objects[4]!.id}/revisions`);
    expect(items.map(({ revision, pendingActionId }) => [revision, pendingActionId !== null])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
  });

  await test.step("the element tells who made what of it, and the log holds", async () => {
    await page.goto(`${server.url}/content/${objects[4]!.id}`);
    const revisions = page.getByRole("region", { name: "Revisions" });
    await expect(revisions.getByRole("listitem").first()).toContainText(/Revision 3, current.*Editor agent/s);
    await page.getByRole("button", { name: "Changes in revision 2" }).click();
    await expect(revisions.getByRole("group", { name: "Price: Changed" })).toContainText("777.00 EUR");
    await expectAccessible(page, "an element with its revisions");
    await revisions.getByRole("link", { name: "Open action" }).first().click();
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Ada Reviewer");
    await page.getByRole("link", { name: "view evidence", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Evidence: / })).toBeVisible();
    expect(await server.cli("audit", "verify", "--server")).toMatch(/no fault|holds|sound|verified|ok/i);
  });
  expect(complaints).toEqual([]);
});

/** Selects rows, opens the dialog and confirms. */
async function decide(page: Page, titles: readonly string[], button: RegExp, confirm: RegExp, text?: string): Promise<void> {
  for (const title of titles) await rowOf(page, title).check();
  await page.getByRole("region", { name: "Selected actions" }).getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem")).toHaveCount(titles.length);
  if (text !== undefined) await dialog.getByLabel("What should the agent change?").fill(text);
  if (button.source.includes("Approve")) await dialog.getByRole("button", { name: "Show all changes in all actions" }).click();
  await dialog.getByRole("button", { name: confirm }).click();
  await expect(dialog.getByText(`${titles.length} actions decided.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(dialog).toBeHidden();
}

function withQuote({ value }: ContentElement): JsonObject[] {
  const blocks = value["content"] as JsonObject[];
  return [...blocks, { id: "q1", type: "quote", text: "A chair is a promise.", who: "Ingrid" }];
}

const listAll = async () => (await read<ActionPage>(server, "/api/pending-actions?limit=200")).items;

async function countByStatus(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await listAll()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
