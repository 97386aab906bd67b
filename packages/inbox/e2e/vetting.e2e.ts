import { expect, test, type Page } from "@playwright/test";
import type { Action, Tool } from "@countersign/protocol";
import { expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { addPerson } from "./support/people.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startUpstream, type TestUpstream } from "./support/upstream.ts";

const SECRET = "upstream-secret-of-the-vetting";
const SEARCH = {
  name: "search_notes",
  title: "Search the notes",
  description: "Looks for words in the notes of the team, and answers with the notes that have them.",
  inputSchema: {
    type: "object" as const,
    properties: { words: { type: "string", description: "What is looked for" } },
    required: ["words"],
  },
  annotations: { readOnlyHint: true },
};
const ODD = { ...SEARCH, name: "frobnicate", title: "Frobnicate", annotations: {} };

test.describe.configure({ timeout: 300_000 });

let server: TestServer;
let upstream: TestUpstream;
let page: Page;
test.beforeAll(async ({ browser }) => {
  [server, upstream] = [await startTestServer(), await startUpstream(SECRET, [SEARCH, ODD])];
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signInFirstTime(page, server);
  const body = {
    name: "notes",
    url: upstream.url,
    headers: { authorization: `Bearer ${SECRET}` },
    allowPrivate: true,
    confirm: true,
  };
  const added = await server.fetch("/api/upstreams", { method: "POST", body });
  if (!added.ok) throw new Error(await added.text());
  await expect.poll(async () => (await server.fetch("/api/tools/notes_frobnicate")).status).toBe(200);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
  await upstream.close();
});

const tool = async (name: string): Promise<Tool> => (await (await server.fetch(`/api/tools/${name}`)).json()) as Tool;
const action = async (id: string) => (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

test("G34 an administrator vets a tool from the card of its call; what waits keeps its care, what comes next goes by the rating", async ({
  browser,
}) => {
  const id = await propose(server, "notes_search_notes", { words: "roadmap" });

  await test.step("the card tells the risk and who has looked apart, and asks for as much care as the highest risk", async () => {
    await page.goto(`${server.url}/actions/${id}`);
    await expect(page.getByText("Low risk", { exact: true }).last()).toBeVisible();
    await expect(page.getByText("Not vetted", { exact: true }).last()).toBeVisible();
    await expect(page.getByRole("article").getByText("Critical")).toHaveCount(0);
    await expect(page.getByText(/no administrator has reviewed this tool yet/)).toBeVisible();
    await expect(button("Approve")).toHaveAttribute("title", /^(Open every collapsed part|Tick the box above) first$/);
    await expectAccessibleAtAllSizes(page, "a call of a tool that is not vetted", { all: true });
  });

  const dialog = page.getByRole("dialog", { name: "Vet this tool" });
  await test.step("the dialog shows the whole definition", async () => {
    await button("Vet this tool…").click();
    for (const told of [SEARCH.description, "search_notes", "Search the notes", "What is looked for", "readOnlyHint"])
      await expect(dialog.getByText(told, { exact: true }).first()).toBeVisible();
    await expect(dialog).toContainText("notes, an MCP server that is not trusted");
    await expectAccessibleAtAllSizes(page, "vetting a tool", { all: true });
  });

  await test.step("a definition that changed while it was read is not vetted", async () => {
    upstream.setTools([{ ...SEARCH, description: `${SEARCH.description} Also by date.` }, ODD]);
    await server.fetch("/api/upstreams/notes/restart", { method: "POST", body: {} });
    await expect.poll(async () => (await tool("notes_search_notes")).vetting.state).toBe("changed");
    upstream.setTools([SEARCH, ODD]);
    await server.fetch("/api/upstreams/notes/restart", { method: "POST", body: {} });
    await expect.poll(async () => (await tool("notes_search_notes")).vetting.state).toBe("unvetted");
  });

  // The changed definition ended the action that waited, so propose anew.
  const next = await propose(server, "notes_search_notes", { words: "budget" });
  await page.goto(`${server.url}/actions/${next}`);
  await test.step("vetting takes a click of its own, and sets the risk", async () => {
    await button("Vet this tool…").click();
    await dialog.getByLabel("Risk").selectOption({ label: "2, moderate risk" });
    await expect(dialog.getByRole("button", { name: "Vet this tool" })).not.toHaveAttribute("aria-disabled", "true");
    await dialog.getByRole("button", { name: "Vet this tool" }).click();
    await expect(dialog).toContainText("New calls use the tool's risk rating: Moderate risk.");
    await expectAccessibleAtAllSizes(page, "a tool that was just vetted", { all: true });
    expect(await tool("notes_search_notes")).toMatchObject({
      risk: 2,
      ratedRisk: 2,
      approval: "required",
      vetting: { state: "vetted" },
    });
    expect(await action(next)).toMatchObject({ status: "pending", risk: 5, vetted: false });
  });

  await test.step("an approver sees the mark, and no way to vet", async () => {
    const person = await addPerson(browser, server, { name: "Ben Approver" });
    await person.page.goto(`${server.url}/actions/${next}`);
    await expect(person.page.getByText("Not vetted", { exact: true }).last()).toBeVisible();
    await expect(person.page.getByRole("button", { name: "Vet this tool…" })).toHaveCount(0);
    await person.context.close();
  });

  await test.step("a call that comes now has no mark, and is approved as its rating says", async () => {
    const calm = await propose(server, "notes_search_notes", { words: "team" });
    await page.goto(`${server.url}/actions/${calm}`);
    await expect(page.getByText("Moderate risk", { exact: true }).last()).toBeVisible();
    await expect(button("Vet this tool…")).toHaveCount(0);
    await expect(button("Approve")).toBeEnabled();
    await button("Approve").click();
    await expect.poll(async () => (await action(calm)).status).toBe("executed");
    expect(upstream.calls.map(({ arguments: given }) => given)).toEqual([{ words: "team" }]);
  });
});

test("G26 what nobody rated is shown as not rated: in the queue, on its page and in the tool's settings", async () => {
  const id = await propose(server, "notes_frobnicate", { words: "x" });
  await page.goto(`${server.url}/`);
  const row = page.getByRole("link", { name: /frobnicate/i }).first();
  await expect(row).toContainText("Not rated");
  await expect(row).toContainText("Not vetted");
  await page.goto(`${server.url}/actions/${id}`);
  await expect(page.getByText("Not rated", { exact: true }).last()).toBeVisible();
  await expect(page.getByRole("article").getByText(/low risk/i)).toHaveCount(0);
  await page.goto(`${server.url}/admin/tools?open=notes_frobnicate`);
  const drawer = page.getByRole("dialog").first();
  await expect(drawer).toContainText("In use, not vetted");
  await expect(drawer).toContainText("Not rated; rules treat the tool as level 5 of 5");
  await expectAccessibleAtAllSizes(page, "the settings of a tool that is neither rated nor vetted", { all: true });
});
