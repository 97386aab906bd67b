import { expect, test, type Locator, type Page } from "@playwright/test";
import type { ContentElement, ContentField, JsonObject } from "@countersign/protocol";
import { findElement, openContentAgent, read } from "./support/content.ts";
import { ALL_PAYLOADS, PAYLOADS } from "./support/payloads.ts";
import { addPerson } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { watchPage } from "./support/watch-page.ts";

const [NAME, SCRIPT] = PAYLOADS;
const ESCAPED = `<p>${PAYLOADS.map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")).join(" ")}</p>`;
const PATH = `/hostile/${SCRIPT.replaceAll("/", "∕")}`;
const OPTIONS = PAYLOADS.filter((text) => text.length <= 200);

/** One field of each kind; names and descriptions are payloads too. */
const FIELDS: ContentField[] = [
  { name: "title", kind: "text", title: PAYLOADS[2], description: ALL_PAYLOADS.slice(0, 900) },
  { name: "by_language", kind: "text", localized: true, title: NAME },
  { name: "rich", kind: "richtext", title: PAYLOADS[6] },
  { name: "one", kind: "select", options: OPTIONS },
  { name: "many", kind: "multiselect", options: OPTIONS },
  { name: "link", kind: "relation", title: PAYLOADS[4] },
  { name: "picture", kind: "image" },
  {
    name: "parts",
    kind: "blocks",
    blocks: [{ name: "part", title: SCRIPT, fields: [{ name: "text", kind: "text", title: PAYLOADS[11] }] }],
  },
  { name: "code", kind: "code" },
  { name: "json", kind: "json" },
];

let server: TestServer;
let page: Page;
let watch: ReturnType<typeof watchPage>;
let element: ContentElement;

test.describe.configure({ mode: "serial", timeout: 300_000 });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  await server.fetch("/api/content/sample", { body: {} });
  ({ page } = await addPerson(browser, server, { name: NAME, role: "admin" }));
  watch = watchPage(page, server.url);
  const type = await server.fetch("/api/content/types/object/hostile", {
    method: "PUT",
    body: { title: PAYLOADS[1], languages: ["en", "de"], fields: FIELDS },
  });
  expect(await type.text()).toContain("revision");
  const picture = await findElement(server, "asset", "/pictures/beds/bed-1.png");
  const made = await server.fetch("/api/content/elements", {
    body: { kind: "object", type: "hostile", path: PATH, value: valueOf(PAYLOADS[0], picture.id) },
  });
  expect(made.status).toBe(201);
  element = (await made.json()) as ContentElement;
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
test.afterEach(() => expect(watch.faults).toEqual([]));

const valueOf = (option: string, picture: string): JsonObject => ({
  title: ALL_PAYLOADS,
  by_language: { en: ALL_PAYLOADS, de: NAME },
  rich: ESCAPED,
  one: option,
  many: [option, OPTIONS[3]!],
  picture,
  parts: [{ id: "p1", type: "part", text: ALL_PAYLOADS }],
  code: ALL_PAYLOADS,
  json: Object.fromEntries(PAYLOADS.map((text) => [`key ${text}`, [text]])),
});

/** Expects each line of the text to be visible as sent; line breaks may be drawn in another way. */
async function expectShown(where: Locator, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const shown = await where.innerText();
      return text.split("\n").filter((line) => !shown.includes(line));
    })
    .toEqual([]);
}

test("G11 a proposal with a payload in every kind of field shows each as it was sent; nothing of it runs", async () => {
  // The agent's name must differ from every other name.
  const agent = await openContentAgent(server, `Agent ${NAME}`);
  const other = await findElement(server, "asset", "/pictures/beds/bed-2.png");
  const fields = { ...valueOf(OPTIONS[4]!, other.id), link: element.id, title: `${ALL_PAYLOADS}\nchanged` };
  const [id] = await agent.propose(
    "propose_data_object_update",
    [
      {
        id: element.id,
        fields: {
          ...fields,
          by_language: { en: `${ALL_PAYLOADS}\nen`, de: null },
          rich: `${ESCAPED}<p>more</p>`,
          parts: [
            { id: "p2", type: "part", text: `new ${SCRIPT}` },
            { id: "p1", type: "part", text: `${ALL_PAYLOADS}\nmore` },
          ],
          code: `${ALL_PAYLOADS}\n// more`,
          json: { [SCRIPT]: ALL_PAYLOADS },
        },
      },
    ],
    SCRIPT,
  );
  await page.goto(`${server.url}/actions/${id}`);
  const change = page.getByRole("region", { name: "Changes", exact: true });
  await expect(change.getByRole("group", { name: /: (Changed|New|Removed)$/ })).not.toHaveCount(0);
  for (const text of [ALL_PAYLOADS, PATH, PAYLOADS[2], PAYLOADS[6], PAYLOADS[11]]) await expectShown(change, text);
  const rich = page.frameLocator(`iframe[title$=": proposed"]`).locator("body");
  await expectShown(rich, PAYLOADS.slice(0, 3).join(" "));
  await expect(rich.locator("img, script, svg, iframe, style, link, base, meta")).toHaveCount(0);
  await page.goto(`${server.url}/sessions/${encodeURIComponent(SCRIPT)}`);
  await expect(page.getByRole("article")).toContainText(PATH);
  await expectShown(page.getByRole("article"), ALL_PAYLOADS);
});

test("G11 so do the pages of the content and of its types", async () => {
  await page.goto(`${server.url}/content?kind=object&folder=%2Fhostile`);
  await expectShown(page.getByRole("row").nth(1), PATH);
  await page.goto(`${server.url}/content/${element.id}`);
  await expectShown(page.getByRole("region", { name: "Current values" }), ALL_PAYLOADS);
  await page.getByRole("button", { name: "Changes in revision 1" }).click();
  await expectShown(page.getByRole("region", { name: "Revisions" }), ALL_PAYLOADS);
  await page.goto(`${server.url}/admin/content`);
  await expectShown(page.getByRole("list", { name: "Types" }), PAYLOADS[6]);
});

test("rich text that the server would refuse is drawn as its source while it is typed, and is not saved", async () => {
  const { id } = await findElement(server, "object", "/products/beds/pori-bed");
  await page.goto(`${server.url}/content/${id}/edit`);
  const typed = page.getByLabel("Description, de", { exact: true });
  const drawn = page.frameLocator('iframe[title="Description, de, preview"]').locator("body");
  const unreported = PAYLOADS.filter((one) => !/\bon[a-z]+=|<base/.test(one)).join("<p>next</p>");
  for (const [round, text, sources] of [
    ["first", ALL_PAYLOADS, ["<script src=", "<style>", "<iframe srcdoc=", "<base href="]],
    ["second", unreported, ["<script src=", "<style>", "<meta http-equiv="]],
  ] as const) {
    await typed.fill(`<p>${round} round</p>${text}<p><a href="javascript:alert(1)">after</a></p>`);
    // The page that was drawn before has the same sources.
    await expect(drawn).toContainText(`${round} round`);
    for (const source of sources) await expect(drawn).toContainText(source);
    await expect(drawn.locator("img, script, svg, iframe, style, link, base, meta, [onclick], [href]")).toHaveCount(0);
  }
  await expect(drawn.getByText("second round", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/line 1: /).first()).toBeVisible();
  expect((await read<ContentElement>(server, `/api/content/elements/${id}`)).revision).toBe(1);
  await typed.fill("");
  await page.goto(`${server.url}/content`);
});
