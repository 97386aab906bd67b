import { expect, test, type Page } from "@playwright/test";
import type { ActionPage, Tool } from "@countersign/protocol";
import { FILESYSTEM } from "./support/filesystem-server.ts";
import { armed, PERSON, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { readDigest } from "./support/read-digest.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

/** Clicks that a task may take, counted by the browser. A choice from a select counts as one click. */
const MOST = {
  "approve the open action": 1,
  "reject it with a common reason": 2,
  "edit an argument and approve": 3,
  "approve 8 of 10 together, with all changes seen": 4,
  "what an agent did yesterday": 3,
  "why it failed, and retry": 3,
  "stop everything": 1,
  "gate a local MCP server from its JSON": 3,
  "create an agent with its key": 3,
  "require approval above an amount, without an expression": 5,
} as const;

const PAYMENT = { invoice: { type: "string" }, amount: { type: "number" } };

let server: TestServer;
let page: Page;
let clicks = 0;
const counted: [string, number][] = [];
test.beforeAll(async ({ browser }) => {
  server = await startTestServer({ COUNTERSIGN_INBOX_IMPORT: "local" });
  page = await (await browser.newContext()).newPage();
  await page.exposeFunction("countClick", () => void (clicks += 1));
  await page.addInitScript(() => {
    const { countClick } = globalThis as unknown as { countClick: () => void };
    // `detail` is 0 for the click that a label passes on to its field.
    addEventListener("click", ({ isTrusted, detail }) => void (isTrusted && detail > 0 && countClick()), { capture: true });
    addEventListener("change", ({ target }) => void (target instanceof HTMLSelectElement && countClick()), { capture: true });
  });
  await signInFirstTime(page, server);
  await server.cli("demo");
  const worker = await startWorker(server, [
    { name: "send_letter", description: "Sends a letter", inputSchema: { type: "object" }, title: "Letter" },
    { name: "pay_invoice", description: "Pays an invoice", inputSchema: { type: "object", properties: PAYMENT } },
  ]);
  const failed = await propose(server, "send_letter", { n: 0 });
  await server.fetch(`/api/pending-actions/${failed}/approve`, { body: { digest: await readDigest(server, failed) } });
  const error = { code: "handler", message: "The printer is out of paper" };
  await worker.post(`claims/${(await worker.claim()).id}/fail`, { error });
  for (let n = 1; n <= 10; n += 1) await propose(server, "send_letter", { n });
});
test.afterAll(async () => {
  console.log(counted.map(([task, amount]) => `${String(amount).padStart(2)}  ${task}`).join("\n"));
  await page.context().close();
  await server.close();
});

/** Counts the clicks from the opened page to the end of the task. */
function task(name: keyof typeof MOST, path: () => string | Promise<string>, run: () => Promise<void>): void {
  test(`${name}: at most ${MOST[name]}`, async () => {
    await page.goto(server.url + (await path()));
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
    clicks = 0;
    await run();
    counted.push([name, clicks]);
    expect(clicks).toBeGreaterThan(0);
    expect(clicks).toBeLessThanOrEqual(MOST[name]);
  });
}

const dock = () => page.getByRole("region", { name: "Decision" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const press = async (name: string): Promise<void> => {
  await armed(button(name));
  await button(name).click();
};
async function actionWith(toolName: string): Promise<string> {
  const { items } = (await (
    await server.fetch(`/api/pending-actions?status=pending&toolName=${toolName}`)
  ).json()) as ActionPage;
  return `/actions/${items.at(-1)!.id}`;
}

task(
  "approve the open action",
  () => actionWith("write_file"),
  async () => {
    await press("Approve");
    await expect(dock().getByText(/Approved by/)).toBeVisible();
  },
);

task(
  "reject it with a common reason",
  () => actionWith("move_file"),
  async () => {
    await dock().getByRole("button", { name: "Reject…" }).click();
    await press("Reject with reason: Not needed");
    await expect(dock().getByText("Not needed")).toBeVisible();
    await expect(dock().getByText(/Rejected by/)).toBeVisible();
  },
);

task(
  "edit an argument and approve",
  () => actionWith("write_file"),
  async () => {
    await button("Edit…").click();
    const content = page.getByRole("dialog").getByRole("textbox", { name: "content" });
    await expect(content).toBeFocused();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("One line more.");
    await button("Preview result").click();
    await press("Approve with these edits");
    await expect(dock().getByText(/Approved by/)).toBeVisible();
  },
);

task(
  "approve 8 of 10 together, with all changes seen",
  () => "/?tool=send_letter",
  async () => {
    const boxes = page.getByRole("checkbox", { name: /^Select: / });
    await expect(boxes).toHaveCount(10);
    await boxes.nth(0).click();
    await boxes.nth(7).click({ modifiers: ["Shift"] });
    await page.getByRole("button", { name: "Approve 8…" }).click();
    const dialog = page.getByRole("dialog", { name: "Approve 8 actions" });
    await expect(dialog.getByRole("listitem").filter({ hasText: "Letter" })).toHaveCount(8);
    await press("Approve 8 actions");
    await expect(page.getByText("8 actions decided.")).toBeVisible();
  },
);

task(
  "why it failed, and retry",
  () => "/",
  async () => {
    await page.getByRole("region", { name: "Problems" }).getByRole("link").first().click();
    // Also beside the buttons, where nobody has to scroll to it.
    await expect(dock().getByText("The tool reported an error.")).toContainText("The printer is out of paper");
    await button("Retry…").click();
    await press("Retry");
    await expect(dock().getByText(/Approved|Running/)).toBeVisible();
  },
);

task(
  "what an agent did yesterday",
  () => "/",
  async () => {
    const queue = page.getByRole("region", { name: "Queue" });
    await queue.getByRole("link", { name: "All", exact: true }).click();
    await queue.getByLabel("Agent", { exact: true }).selectOption({ label: "First agent" });
    await queue.getByLabel("Date").selectOption("Yesterday");
    await expect(page).toHaveURL(/status=all&agent=.*days=yesterday/);
  },
);

task(
  "stop everything",
  () => "/insights",
  async () => {
    await button("Emergency stop").click({ delay: 1500 });
    await expect(page.getByText(/stopped everything/)).toBeVisible();
    await server.fetch("/api/emergency-stop/lift", { body: {} });
  },
);

task(
  "gate a local MCP server from its JSON",
  () => "/admin/upstreams",
  async () => {
    await button("Import from a client…").click();
    const dialog = page.getByRole("dialog", { name: "Import from a client" });
    await expect(dialog.getByLabel("Client settings")).toBeFocused();
    const files = { command: process.execPath, args: [FILESYSTEM, server.dataFolder] };
    await page.keyboard.insertText(JSON.stringify({ mcpServers: { files } }));
    await expect(dialog.getByRole("region", { name: "Imported into Countersign" })).toContainText("server-filesystem");
    await dialog.getByLabel("Your password").focus();
    await page.keyboard.type(PERSON.password);
    await press("Import 1 server");
    await expect(dialog.getByRole("region", { name: "Imported into Countersign" }).getByText("Online")).toBeVisible();
    await button("Done").click();
    await expect(page.getByRole("article", { name: "MCP server files" })).toBeVisible();
  },
);

task(
  "create an agent with its key",
  () => "/",
  async () => {
    await page.getByRole("region", { name: "First steps" }).getByRole("link", { name: "Connect an agent" }).click();
    await button("Create agent…").click();
    await expect(page.getByRole("dialog").getByLabel("Name", { exact: true })).toBeFocused();
    await page.keyboard.type("Night shift");
    await press("Create");
    await expect(page.getByRole("textbox", { name: "The agent key" })).toBeVisible();
  },
);

task(
  "require approval above an amount, without an expression",
  () => "/admin/tools",
  async () => {
    await page.getByRole("link", { name: "pay_invoice" }).click();
    await page.getByLabel("Require approval when…").click();
    await button("Add condition").click();
    await expect(page.getByLabel("Value in condition 1")).toBeFocused();
    await page.keyboard.type("100");
    await button("Save").click();
    await press("Save anyway");
    await expect(page.getByText("Saved.")).toBeVisible();
    const tool = (await (await server.fetch("/api/tools/pay_invoice")).json()) as Tool;
    expect(tool.approvalWhen).toBe("args.amount > 100");
  },
);
