import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { Action, JsonObject, ToolDefinition } from "@countersign/protocol";
import { collectComplaints, expectAccessibleAtAllSizes, resumeSession, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

const TOOLS: ToolDefinition[] = [
  {
    name: "send_letter",
    description: "Sends a letter",
    effect: "unsafe",
    protectedKeys: ["to"],
    inputSchema: {
      type: "object",
      required: ["to", "text"],
      additionalProperties: false,
      properties: {
        to: { type: "string", description: "Who gets it" },
        text: { type: "string", maxLength: 200 },
        copies: { type: "integer", minimum: 1, maximum: 9 },
        urgent: { type: "boolean" },
        paper: { enum: ["plain", "letterhead"] },
        tags: { type: "array", items: { type: "string" } },
      },
    },
  },
  {
    name: "drop_database",
    description: "Removes a database for good",
    effect: "unsafe",
    risk: 5,
    inputSchema: { type: "object", properties: { name: { type: "string" }, script: { type: "string" } } },
  },
];

let server: TestServer;
let worker: Awaited<ReturnType<typeof startWorker>>;
let complaints: string[] = [];
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  worker = await startWorker(server, TOOLS);
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(() => server.close());
test.beforeEach(async ({ page }) => {
  complaints = collectComplaints(page);
  await resumeSession(page, server);
});
test.afterEach(() => expect(complaints).toEqual([]));

const file = (path: string) => join(server.dataFolder, "files", path);
const open = (page: Page, id: string) => page.goto(`${server.url}/actions/${id}`);
const decision = (page: Page) => page.getByRole("region", { name: "Decision" });
const read = async (id: string): Promise<Action> => (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;

async function proposeEdit(path: string, text: string, oldText: string, newText: string): Promise<string> {
  await mkdir(file("."), { recursive: true });
  await writeFile(file(path), text);
  return propose(server, "edit_file", { path, edits: [{ oldText, newText }] });
}

test("a target that changes while it waits is shown three ways, and a rebase carries the call over to it", async ({ page }) => {
  const id = await proposeEdit("menu.md", "soup 4\nbread 2\n", "soup 4", "soup 5");
  await open(page, id);
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toBeEnabled();
  await writeFile(file("menu.md"), "soup 4\nbread 3\n");

  const changed = page.getByRole("region", { name: "Target changed since the proposal" });
  await expect(changed).toContainText("bread 3");
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Edit…" })).toBeDisabled();
  await changed.getByText("All three").click();
  await expect(changed.getByRole("group", { name: "When proposed" })).toContainText("bread 2");
  await expect(changed.getByRole("group", { name: "Now" })).toContainText("bread 3");
  await expect(changed.getByRole("group", { name: "Proposed", exact: true })).toContainText("soup 5");
  await expectAccessibleAtAllSizes(page, "stale action");

  await decision(page).getByRole("button", { name: "Rebase onto the current state" }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByRole("region", { name: "Changes", exact: true })).toContainText("bread 3");
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect.poll(async () => readFile(file("menu.md"), "utf8")).toBe("soup 5\nbread 3\n");
  expect((await read(id)).status).toBe("refined");
});

test("where the call cannot be carried over, the agent is asked again with words to change", async ({ page }) => {
  const id = await proposeEdit("hours.md", "open 9\n", "open 9", "open 8");
  await open(page, id);
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toBeEnabled();
  await rm(file("hours.md"));

  await expect(page.getByText("The target no longer exists")).toBeVisible();
  await expect(decision(page).getByRole("button", { name: /Rebase/ })).toHaveCount(0);
  await decision(page).getByRole("button", { name: "Ask the agent again…" }).click();
  const words = page.getByLabel("What should the agent change?");
  await expect(words).toHaveValue(/Someone else changed the target/);
  await words.fill(`${await words.inputValue()} The file is gone.`);
  await decision(page).getByRole("button", { name: "Send back", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: /Sent back by/ })).toBeVisible();
  expect((await read(id)).decisions.at(-1)?.comment).toMatch(/The file is gone\.$/);
});

test("a run whose end nobody heard is settled by a person, or run again", async ({ page }) => {
  test.setTimeout(200_000);
  const lose = async (to: string): Promise<string> => {
    const id = await propose(server, "send_letter", { to, text: "Hello" });
    await server.fetch(`/api/pending-actions/${id}/approve`, { body: { digest: (await read(id)).digest } });
    await worker.loseTrack((await worker.claim()).id);
    await expect.poll(async () => (await read(id)).status).toBe("outcome_unknown");
    return id;
  };

  await test.step("it happened", async () => {
    const id = await lose("Ada");
    await open(page, id);
    const known = page.getByRole("region", { name: "Outcome unknown" });
    await expect(known).toContainText("The connection broke after sending.");
    await expect(known).toContainText("1 of 1, by");
    await expect(known).toContainText("Last heartbeat");
    await expectAccessibleAtAllSizes(page, "outcome unknown");
    await decision(page).getByRole("button", { name: "Mark as done…" }).click();
    const record = decision(page).getByRole("button", { name: "Mark as done", exact: true });
    await expect(record).toHaveAttribute("title", "Fill in the field above first");
    await page.getByLabel(/How did you verify this/).fill("Ada has the letter");
    await record.click();
    await expect(page.getByRole("status").filter({ hasText: "The action has run" })).toBeVisible();
    expect(await read(id)).toMatchObject({ status: "executed", result: { note: "Ada has the letter" } });
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Ada has the letter");
  });

  await test.step("it did not, and then it is run again", async () => {
    const id = await lose("Bob");
    await open(page, id);
    await decision(page).getByRole("button", { name: "Mark as not done…" }).click();
    await page.getByLabel(/How did you verify this/).fill("Bob got nothing");
    await decision(page).getByRole("button", { name: "Mark as not done", exact: true }).click();
    await expect.poll(async () => (await read(id)).status).toBe("failed");
    await decision(page).getByRole("button", { name: "Retry…" }).click();
    await decision(page).getByRole("button", { name: "Retry", exact: true }).click();
    await expect.poll(async () => (await read(id)).status).toBe("approved");
    await worker.complete((await worker.claim()).id, "sent");
    await expect(page.getByRole("status").filter({ hasText: "The action has run" })).toBeVisible();
    expect((await read(id)).attempts.map(({ outcome }) => outcome)).toEqual(["lost", "executed"]);
  });

  await test.step("run again at once, with the reason on record", async () => {
    const id = await lose("Cy");
    await open(page, id);
    await decision(page).getByRole("button", { name: "Retry…" }).click();
    const again = decision(page).getByRole("button", { name: "Retry", exact: true });
    await expect(again).toHaveAttribute("title", "Fill in the field above first");
    await page.getByLabel(/Why is it safe/).fill("A second letter does no harm");
    await again.click();
    await expect.poll(async () => (await read(id)).status).toBe("approved");
    await worker.complete((await worker.claim()).id, "sent");
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("A second letter does no harm");
  });
});

test("the form has a field for each type, locks what is protected, and shows what changes while typing", async ({ page }) => {
  const input: JsonObject = { to: "Ada", text: "Hello", copies: 1, urgent: false, paper: "plain" };
  const id = await propose(server, "send_letter", input);
  await open(page, id);
  await page.getByRole("button", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "to" })).not.toBeEditable();
  await expect(dialog.getByText(/locked by the tool/)).toBeVisible();

  await dialog.getByRole("textbox", { name: "copies" }).fill("1.5");
  await dialog.getByRole("button", { name: "Preview result" }).click();
  await expect(dialog.getByText("This must be a whole number.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "copies" }).fill("12");
  await dialog.getByRole("button", { name: "Preview result" }).click();
  await expect(dialog.getByRole("textbox", { name: "copies" })).toHaveAccessibleDescription(/9/);

  await dialog.getByRole("textbox", { name: "copies" }).fill("2");
  await dialog.getByRole("switch", { name: "urgent" }).check();
  await dialog.getByRole("combobox", { name: "paper" }).selectOption("letterhead");
  await dialog.getByRole("button", { name: "Add tags" }).click();
  await dialog.getByRole("textbox", { name: "tags" }).fill('["first"]');
  const soFar = dialog.getByRole("region", { name: "Your edits so far" });
  await expect(soFar).toContainText("letterhead");
  await expect(soFar.getByRole("group", { name: /copies: Changed/ })).toBeVisible();
  await expectAccessibleAtAllSizes(page, "editing");

  await dialog.getByText("JSON", { exact: true }).click();
  const whole = dialog.getByRole("textbox", { name: "Input as JSON" });
  const typed = await whole.inputValue();
  await whole.fill(typed.replace('"Ada"', '"Eve"'));
  await dialog.getByRole("button", { name: "Preview result" }).click();
  await expect(dialog.getByText(/is protected by the tool/)).toBeVisible();
  await whole.fill(typed);
  await dialog.getByRole("button", { name: "Preview result" }).click();
  await dialog.getByRole("button", { name: "Approve with these edits" }).click();
  await expect(page.getByRole("status").filter({ hasText: /Approved by/ })).toBeVisible();
  const edited = { ...input, copies: 2, urgent: true, paper: "letterhead", tags: ["first"] };
  expect((await read(id)).effectiveInput).toEqual(edited);
  const claim = await worker.claim();
  expect(claim.effectiveInput).toEqual(edited);
  await worker.complete(claim.id, "sent");
});

test("G11 a text with characters that do not show is edited as JSON, where they are written out", async ({ page }) => {
  const text = "Pay\u200b 10 to \u202eBen\u202c.";
  const id = await propose(server, "send_letter", { to: "ada@example.test", text });
  await page.goto(`${server.url}/actions/${id}`);
  await page.getByRole("button", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: "text", exact: true });
  await expect(field).toHaveValue(String.raw`"Pay\u200b 10 to \u202eBen\u202c."`);
  await field.fill(String.raw`"Pay 10 to \u2066Ben."`);
  // The edited value is shown with chips for invisible characters, as everywhere.
  const edits = dialog.getByRole("region", { name: "Your edits so far" });
  await expect(edits.getByRole("img", { name: "U+2066 LRI" })).toBeVisible();
  await expect(edits.getByRole("img", { name: "U+202E RLO" })).toBeVisible();
});

test("what looks like something else is told of, with why approval is required and what makes it risky", async ({ page }) => {
  const id = await propose(server, "send_letter", { to: "billing@paypаl.com", text: "See xn--80ak6aa92e.com" });
  await open(page, id);
  const notice = page.getByRole("note").filter({ hasText: "may not be what it looks like" });
  await expect(notice).toContainText("billing@paypаl.com in to");
  await expect(notice).toContainText("Cyrillic and Latin");
  await expect(notice).toContainText("looks like “apple”");
  await expect(page.getByText("Policy: every call to send_letter requires approval.")).toBeVisible();
  await expect(page.getByText(/Anyone in this workspace with the role approver or admin/)).toBeVisible();
  await expect(page.getByText(/Not safely repeatable/)).toBeVisible();
  await expectAccessibleAtAllSizes(page, "look-alikes");
});

test("what is critical is approved only after every part was opened and the box ticked", async ({ page }) => {
  const script = Array.from({ length: 300 }, (_line, index) => `drop table t${index};`).join("\n");
  const id = await propose(server, "drop_database", { name: "main", script });
  await open(page, id);
  const approve = decision(page).getByRole("button", { name: "Approve", exact: true });
  await decision(page)
    .getByRole("checkbox", { name: /I have reviewed every argument/ })
    .check();
  await expect(approve).toHaveAttribute("title", "Open every collapsed part first");
  await expect(page.getByText("drop table t299;")).toHaveCount(0);
  await expectAccessibleAtAllSizes(page, "critical action");
  await decision(page).getByRole("button", { name: "Go to the last unopened part" }).click();
  await page.keyboard.press("Enter");
  await expect(page.getByText("drop table t299;")).toBeVisible();
  await expect(approve).toBeEnabled();
  await decision(page)
    .getByRole("checkbox", { name: /I have reviewed every argument/ })
    .uncheck();
  await expect(approve).toBeDisabled();
  await decision(page)
    .getByRole("checkbox", { name: /I have reviewed every argument/ })
    .check();
  await approve.click();
  await expect(page.getByRole("status").filter({ hasText: /Approved by/ })).toBeVisible();
});

test("insights tell how long people take and what comes of it, as a chart and as tables", async ({ page }) => {
  const id = await propose(server, "send_letter", { to: "Kim", text: "Counted" });
  await open(page, id);
  await page.getByRole("button", { name: "Reject…" }).click();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: /Rejected by/ })).toBeVisible();
  await page.goto(`${server.url}/`);
  await page.getByRole("link", { name: "Insights" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
  await expect(page.getByRole("img", { name: /proposals in 30 days/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "By tool" }).getByRole("row", { name: /send_letter/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "By person" }).getByRole("row", { name: /Ada Reviewer/ })).toBeVisible();
  await page.getByRole("region", { name: "By day" }).getByRole("button", { name: "Show as a table" }).click();
  await expect(page.getByRole("region", { name: "Table of days" }).getByRole("row")).toHaveCount(31);
  await expectAccessibleAtAllSizes(page, "insights");
  await page.getByText("7 days").click();
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByRole("region", { name: "Table of days" }).getByRole("row")).toHaveCount(8);
});

test("the log is searched, verified and exported, and each action has its evidence", async ({ page }) => {
  const id = await propose(server, "send_letter", { to: "Zoe", text: "Only for the log" });
  await open(page, id);
  await page.getByRole("button", { name: "Reject…" }).click();
  await page.getByLabel(/^Reason/).fill("Not this one, says the log");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByRole("link", { name: "view evidence", exact: true }).click();

  await expect(page.getByText("The record is intact")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "rejected the action" })).toContainText("intact");
  await expectAccessibleAtAllSizes(page, "evidence");
  await page.getByRole("link", { name: "Entries in the log" }).click();
  await expect(page).toHaveURL(new RegExp(`actionId=${id}`));
  const entries = page.getByRole("region", { name: "Table of entries" }).getByRole("row");
  await expect(entries.filter({ hasText: "rejected the action" })).toHaveCount(1);
  await page.getByRole("button", { name: /show all/ }).click();

  await page.getByRole("searchbox", { name: "Search" }).fill("Not this one, says the log");
  await expect(page).toHaveURL(/q=/);
  await expect(entries).toHaveCount(2);
  await page.getByRole("button", { name: /Details of entry/ }).click();
  await expect(page.getByRole("region", { name: "Table of entries" })).toContainText("Not this one, says the log");
  await page.getByRole("button", { name: "Verify the log" }).click();
  await expect(page.getByText("The log is intact")).toBeVisible();
  await expectAccessibleAtAllSizes(page, "audit log");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export the whole log" }).click();
  expect((await readFile(await (await download).path(), "utf8")).trim().split("\n").length).toBeGreaterThan(10);
});
