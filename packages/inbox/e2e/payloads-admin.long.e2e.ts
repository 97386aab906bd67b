import { expect, test, type Locator, type Page } from "@playwright/test";
import { ALL_PAYLOADS, PAYLOADS } from "./support/payloads.ts";
import { addPerson } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startUpstream, type TestUpstream } from "./support/upstream.ts";
import { watchPage } from "./support/watch-page.ts";
import { startWorker } from "./support/worker.ts";

const SECRET = "payload-upstream-2b7c";
const [NAME] = PAYLOADS;

/** An upstream's tool with a payload in every text of its definition. */
const foreignTool = (description: string) => ({
  name: "foreign",
  title: PAYLOADS[2],
  description,
  annotations: { title: PAYLOADS[1], [NAME]: ALL_PAYLOADS },
  inputSchema: {
    type: "object" as const,
    title: PAYLOADS[7],
    required: [PAYLOADS[0]],
    properties: {
      [PAYLOADS[0]]: { type: "string" as const, description: ALL_PAYLOADS, default: PAYLOADS[4] },
      choice: { type: "string" as const, title: PAYLOADS[6], enum: [...PAYLOADS] },
    },
  },
});

let server: TestServer;
let upstream: TestUpstream;
let page: Page;
let watch: ReturnType<typeof watchPage>;

test.beforeAll(async ({ browser }) => {
  [server, upstream] = [await startTestServer(), await startUpstream(SECRET, [foreignTool("As it was first seen")])];
  await startWorker(server, [
    {
      name: "payload_tool",
      title: PAYLOADS[3],
      description: ALL_PAYLOADS,
      inputSchema: { type: "object", title: PAYLOADS[5] },
    },
  ]);
  for (const name of PAYLOADS) {
    for (const kind of ["agent", "worker"])
      expect((await server.fetch("/api/keys", { body: { kind, name: `${kind} ${name}`, confirm: true } })).status).toBe(201);
  }
  const headers = { Authorization: `Bearer ${SECRET}` };
  const added = { name: "foreign", url: upstream.url, headers, allowPrivate: true, confirm: true };
  expect((await server.fetch("/api/upstreams", { body: added })).ok).toBe(true);
  await expect.poll(async () => (await server.fetch("/api/tools/foreign_foreign")).status).toBe(200);
  ({ page } = await addPerson(browser, server, { name: NAME, role: "admin" }));
  watch = watchPage(page, server.url);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
  await upstream.close();
});
test.afterEach(() => expect(watch.faults).toEqual([]));

/** Expects each line of the text to be visible as sent. */
async function expectShown(where: Locator, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const shown = await where.innerText();
      return text.split("\n").filter((line) => !shown.includes(line));
    })
    .toEqual([]);
}
const dialog = () => page.getByRole("dialog").first();
const main = () => page.getByRole("main");

test("G11 tools, their words and their search show every payload as it was sent", async () => {
  await page.goto(`${server.url}/admin/tools`);
  const find = page.getByRole("searchbox", { name: "Search by name or description" });
  await expectShown(main(), PAYLOADS[0]);
  for (const payload of PAYLOADS) {
    await find.fill(payload);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(payload);
  }
  for (const name of ["payload_tool", "foreign_foreign"]) {
    await page.goto(`${server.url}/admin/tools?open=${name}`);
    await expect(dialog()).toBeVisible();
    await expectShown(dialog(), name);
  }
  await page.goto(`${server.url}/admin/tools?q=${encodeURIComponent(ALL_PAYLOADS)}&open=${encodeURIComponent(NAME)}`);
  await expect(main()).toBeVisible();
});

test("G11 a withheld definition is shown as it was sent", async () => {
  upstream.setTools([foreignTool(ALL_PAYLOADS)]);
  expect((await server.fetch("/api/upstreams/foreign/restart", { body: {} })).ok).toBe(true);
  await expect.poll(async () => (await server.fetch("/api/tools/foreign_foreign")).text()).toContain('"changed":{"definition"');
  await page.goto(`${server.url}/admin/tools?open=foreign_foreign`);
  await expectShown(dialog(), ALL_PAYLOADS);
  await page.goto(`${server.url}/admin/upstreams`);
  await page.getByRole("button", { name: "Show details of foreign" }).click();
  await expect(main()).toContainText("1 tool withheld");
});

test("G11 agents, keys and people named by payloads are read as they were named", async () => {
  for (const path of ["agents", "keys"]) {
    await page.goto(`${server.url}/admin/${path}`);
    await expectShown(main(), ALL_PAYLOADS);
  }
  await page.goto(`${server.url}/admin/people`);
  await expectShown(main(), NAME);
});

test("G11 a group's words, and what the server refuses of them, stay text", async () => {
  const made = await server.fetch("/api/groups/plain", { method: "PUT", body: { description: ALL_PAYLOADS, tools: [] } });
  expect(made.ok).toBe(true);
  await page.goto(`${server.url}/admin/groups`);
  await expectShown(main(), ALL_PAYLOADS);
});

test("G11 the form and the card of a tried tool show every payload as it was sent", async () => {
  await page.goto(`${server.url}/admin/try?open=payload_tool`);
  await page.getByText("JSON", { exact: true }).first().click();
  const input = page.getByRole("textbox").last();
  await input.fill(JSON.stringify({ text: ALL_PAYLOADS }));
  await page.getByRole("button", { name: "Show what would happen" }).click();
  await expectShown(main(), ALL_PAYLOADS);
});
