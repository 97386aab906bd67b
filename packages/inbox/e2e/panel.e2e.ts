import { createServer, type Server } from "node:http";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, type FrameLocator, type Locator, type Page } from "@playwright/test";
import type { Action, JsonObject } from "@countersign/protocol";
import { expectAccessible, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";

/** A third-party chat page that embeds proposals, on an origin of its own. */
async function startHost(server: TestServer, port: number) {
  const host: Server = createServer((request, response) => {
    const asked = new URL(request.url ?? "/", "http://host");
    const shown = ["action", "session"].flatMap((kind) =>
      asked.searchParams.getAll(kind).map((id) => `<countersign-${kind} ${kind}-id="${id}"></countersign-${kind}>`),
    );
    response.setHeader("content-type", "text/html").end(`<!doctype html><html lang="en"><title>Chat</title>
      <header><h1>A chat</h1></header>${shown.join("")}<script src="${server.url}/embed.js"></script></html>`);
  });
  await new Promise<void>((resolve) => host.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      host.close();
      host.closeAllConnections();
    },
  };
}

let server: TestServer;
let host: Awaited<ReturnType<typeof startHost>>;
let stranger: Awaited<ReturnType<typeof startHost>>;
let page: Page;

test.beforeAll(async ({ browser }) => {
  const port = await findFreePort();
  process.env["COUNTERSIGN_EMBED_ORIGINS"] = `http://127.0.0.1:${port}`;
  server = await startTestServer().finally(() => delete process.env["COUNTERSIGN_EMBED_ORIGINS"]);
  host = await startHost(server, port);
  stranger = await startHost(server, await findFreePort());
  page = await (await browser.newContext()).newPage();
  await signInFirstTime(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  host.close();
  stranger.close();
  await server.close();
});

async function propose(toolName: string, toolInput: JsonObject, sessionId = "chat-7"): Promise<string> {
  const response = await server.fetch("/api/pending-actions", { body: { toolName, toolInput, sessionId }, as: "agent" });
  return ((await response.json()) as { pendingActionId: string }).pendingActionId;
}
const read = async (id: string): Promise<Action> => (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;

/**
 * Clicks a button until its effect shows. For half a second after a cross-origin frame that watches its own visibility has
 * moved (scrolled or grown), Chromium discards clicks into it; a person clicks again too.
 */
async function press(button: Locator, effect: Locator): Promise<void> {
  await expect(async () => {
    // The effect of the last click may have come late and removed the button.
    if (!(await effect.isVisible())) await button.click({ timeout: 5000 });
    await expect(effect).toBeVisible({ timeout: 2000 });
  }).toPass();
}
const frameOf = (on: Page, element: string): FrameLocator => on.locator(element).frameLocator("iframe");

/** Rules that only the surrounding chat page breaks, which is a stub. */
const HOSTS_RULES = ["landmark-one-main"];

test("a single action in a chat: read, approve in two steps, and it runs", async () => {
  const id = await propose("write_file", { path: "chat.md", content: "from a chat\n" });
  await page.goto(`${host.url}/?action=${id}`);
  const card = frameOf(page, "countersign-action");
  await expect(card.getByRole("heading", { level: 1 })).toContainText("chat.md");
  await expect(card.getByText("from a chat").first()).toBeVisible();
  await expect(card.getByRole("link", { name: "Back to the inbox" })).toHaveCount(0);
  await expectAccessible(page, "an action in a frame", { without: HOSTS_RULES });

  await press(card.getByRole("button", { name: "Approve…" }), card.getByText(/The action will run once, with digest/));
  expect((await read(id)).status).toBe("pending");
  await press(card.getByRole("button", { name: "Yes, approve" }), card.getByText(/Approved by/));
  await expect.poll(async () => (await read(id)).status).toBe("executed");
  const [decision] = (await read(id)).decisions;
  expect(decision).toMatchObject({ verdict: "approve", channel: "embed" });
  expect(decision?.shownForMs).toBeGreaterThan(500);
});

test("a click is not taken while the page around lies over the button", async () => {
  const id = await propose("write_file", { path: "covered.md", content: "x\n" });
  await page.goto(`${host.url}/?action=${id}`);
  const approve = frameOf(page, "countersign-action").getByRole("button", { name: "Approve…" });
  await approve.scrollIntoViewIfNeeded();
  await expect(approve).toBeEnabled();
  await page.addStyleTag({
    content:
      "body::after { content: 'Win a prize'; position: fixed; inset: 0; background: white; pointer-events: none; z-index: 9 }",
  });
  await expect(approve).toBeDisabled();
  await expect(approve).toHaveAttribute("title", /Not fully visible/);
  await page.addStyleTag({ content: "body::after { display: none }" });
  await expect(approve).toBeEnabled();
  await page.addStyleTag({ content: "countersign-action { opacity: 0.01 }" });
  await expect(approve).toBeDisabled();
  await page.addStyleTag({ content: "countersign-action { opacity: 1 !important }" });
  await expect(approve).toBeEnabled();
  expect((await read(id)).status).toBe("pending");
});

test("high risk is read and approved in a tab of its own", async () => {
  await startWorker(server, [
    { name: "drop_table", description: "Drops a table", risk: 5, inputSchema: { type: "object", properties: { name: {} } } },
  ]);
  const id = await propose("drop_table", { name: "customers" });
  await page.goto(`${host.url}/?action=${id}`);
  const card = frameOf(page, "countersign-action");
  const link = card.getByRole("link", { name: "Review and approve in the inbox" });
  await expect(link).toBeVisible();
  await expect(card.getByRole("button", { name: /Approve/ })).toHaveCount(0);
  const tabs: Page[] = [];
  page.context().on("page", (opened) => tabs.push(opened));
  await expect(async () => {
    if (tabs.length === 0) await link.click();
    await expect.poll(() => tabs.length, { timeout: 2000 }).toBeGreaterThan(0);
  }).toPass();
  const tab = tabs[0]!;
  await expect(tab).toHaveURL(`${server.url}/actions/${id}`);
  await expect(tab.getByRole("button", { name: "Approve" })).toHaveAttribute(
    "title",
    /^(Open every collapsed part|Tick the box above) first$/,
  );
  for (const one of tabs) await one.close();
});

test("a conversation's proposals in one table: one bulk reading, changes on a click, decided together", async () => {
  await mkdir(join(server.dataFolder, "files"), { recursive: true });
  await writeFile(join(server.dataFolder, "files/old.md"), "before\n");
  const ids = [
    await propose("write_file", { path: "old.md", content: "after\n" }, "thread/1"),
    await propose("write_file", { path: "new.md", content: "new\n" }, "thread/1"),
    await propose("delete_file", { path: "old.md" }, "thread/1"),
  ];
  const bulk: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/proposals")) bulk.push(request.url());
  });
  await page.goto(`${host.url}/?session=thread/1`);
  const table = frameOf(page, "countersign-session");
  await expect(table.getByRole("row")).toHaveCount(4);
  await expect(table.getByRole("cell", { name: "Adds", exact: true })).toBeVisible();
  await expect(table.getByRole("cell", { name: "Removes", exact: true })).toBeVisible();
  // The frame may read the same again once its event stream is open.
  expect(new Set(bulk).size).toBe(1);
  for (const id of ids) expect(decodeURIComponent(bulk[0]!)).toContain(id);
  await expectAccessible(page, "a conversation in a frame", { without: HOSTS_RULES });

  // A frame cannot approve a high-risk action, neither alone nor in a batch.
  const dialog = table.getByRole("dialog");
  const approveOne = table.getByRole("button", { name: "Approve 1…" });
  await press(table.getByRole("checkbox", { name: /Select: Delete old\.md/ }), approveOne);
  await press(approveOne, dialog.getByText("1 action not included: high risk"));
  await expect(dialog.getByRole("button", { name: "Approve 0 actions" })).toHaveAttribute(
    "title",
    "Nothing left to decide here",
  );
  await page.goto(`${host.url}/?session=thread/1`);
  await expect(table.getByRole("row")).toHaveCount(4);

  await press(
    table.getByRole("button", { name: /Changes: .*new\.md/ }),
    table.getByRole("table", { name: /content|before/i }).first(),
  );
  const wanted = table.getByRole("checkbox", { name: /Select: .*new\.md/ });
  await press(wanted, approveOne);
  await press(approveOne, dialog);
  await press(dialog.getByRole("button", { name: "Approve 1 action" }), dialog.getByText("1 action decided."));
  await expect.poll(async () => (await read(ids[1]!)).status).toBe("executed");
  await press(dialog.getByRole("button", { name: "Close", exact: true }).last(), table.getByText("Done", { exact: true }));
  await expect(wanted).toBeDisabled();

  // Decisions made elsewhere and new proposals appear in the frame.
  await server.fetch(`/api/pending-actions/${ids[2]}/reject`, { body: { reason: "no" } });
  await expect(table.getByText("Rejected").first()).toBeVisible();
  await propose("write_file", { path: "later.md", content: "x\n" }, "thread/1");
  await expect(table.getByText(/later\.md/).first()).toBeVisible();
});

test("no other page frames it, and nobody signs in inside a frame", async ({ browser }) => {
  const id = await propose("write_file", { path: "closed.md", content: "x\n" });
  const refused = page.waitForEvent("console", { predicate: (message) => message.text().includes("frame-ancestors") });
  await page.goto(`${stranger.url}/?action=${id}`);
  await refused;
  await expect(frameOf(page, "countersign-action").getByRole("heading")).toHaveCount(0);

  const other = await browser.newContext();
  const unknown = await other.newPage();
  await unknown.goto(`${host.url}/?action=${id}`);
  const card = frameOf(unknown, "countersign-action");
  await expect(card.getByRole("heading", { name: "Sign in to view this page" })).toBeVisible();
  await expect(card.getByLabel("E-mail")).toHaveCount(0);
  await expect(card.getByRole("link", { name: "Open the inbox" })).toHaveAttribute("target", "_blank");
  await other.close();
});
