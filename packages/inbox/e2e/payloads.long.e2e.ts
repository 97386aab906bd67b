import { expect, test, type Locator, type Page } from "@playwright/test";
import type { Claims, JsonObject, Preview } from "@countersign/protocol";
import { ALL_PAYLOADS, PAYLOADS } from "./support/payloads.ts";
import { addPerson } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { watchPage } from "./support/watch-page.ts";
import { startWorker } from "./support/worker.ts";

const [NAME] = PAYLOADS;
const INPUT: JsonObject = Object.fromEntries(
  PAYLOADS.map((payload) => [payload, { [payload]: [payload, { [payload]: payload }] }]),
);
const WHOLE: JsonObject = { text: ALL_PAYLOADS, ...INPUT };

let server: TestServer;
let worker: Awaited<ReturnType<typeof startWorker>>;
let page: Page;
let watch: ReturnType<typeof watchPage>;
/** Ids of the actions that carry one payload each, in the order of the payloads. */
let single: string[];

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  worker = await startWorker(server, [
    {
      name: "payload_tool",
      title: PAYLOADS[2],
      description: ALL_PAYLOADS,
      previews: true,
      effect: "unsafe",
      inputSchema: {
        type: "object",
        properties: {
          text: { type: "string", description: ALL_PAYLOADS },
          [PAYLOADS[0]]: { type: ["object", "string"], maxLength: 60, description: PAYLOADS[1] },
          [`left out ${PAYLOADS[1]}`]: { enum: [...PAYLOADS], description: ALL_PAYLOADS },
        },
      },
    },
  ]);
  ({ page } = await addPerson(browser, server, { name: NAME, role: "admin" }));
  watch = watchPage(page, server.url);
  single = await Promise.all(PAYLOADS.map(proposeOne));
  await drawPreviews();
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
test.afterEach(() => expect(watch.faults).toEqual([]));

/** Proposes with the payload in every field an agent can set, and in the agent's name. */
async function proposeOne(payload: string): Promise<string> {
  const made = await server.fetch("/api/keys", { body: { kind: "agent", name: `Agent ${payload}`, confirm: true } });
  const { key } = (await made.json()) as { key: string };
  return propose({ [payload]: payload, nested: { [payload]: [payload] } }, { label: payload, key });
}

async function propose(toolInput: JsonObject, { label = "whole", key = server.credentials.agentKey } = {}): Promise<string> {
  const answer = await fetch(`${server.url}/api/pending-actions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    // The body is serialised by hand, so that a key named __proto__ is sent as a key.
    body: JSON.stringify({
      toolName: "payload_tool",
      toolInput,
      missionId: label,
      sessionId: label,
      batchId: label,
      caption: label,
    }),
  });
  const { pendingActionId } = (await answer.json()) as { pendingActionId: string };
  expect(answer.status).toBe(202);
  return pendingActionId;
}

/** Answers all preview requests. An action with one payload has its first input key as the title, else the title is `Whole`. */
async function drawPreviews(): Promise<void> {
  for (;;) {
    const { previews } = (await worker.post("claims", { tools: ["payload_tool"], limit: 0 })) as Claims;
    if (previews.length === 0) return;
    for (const { pendingActionId, version, input } of previews) {
      const title = Object.hasOwn(input, "text") ? "Whole" : (Object.keys(input).find((name) => name !== "nested") ?? "");
      const preview: Preview = { title, summary: title === "Whole" ? ALL_PAYLOADS : title, items: [input, { plain: input }] };
      await worker.post(`previews/${pendingActionId}`, { version, preview: { ...preview, more: input } });
    }
  }
}

const queue = () => page.getByRole("region", { name: "Queue" });
const rows = () => queue().getByRole("list", { name: "Actions" }).locator("a");
const dock = () => page.getByRole("region", { name: "Decision" });
const region = (name: string) => page.getByRole("region", { name, exact: true });
/** Expects each line of the text to be visible as sent; line breaks may be drawn in another way. */
async function expectShown(where: Locator, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const shown = await where.innerText();
      return text.split("\n").filter((line) => !shown.includes(line));
    })
    .toEqual([]);
}
/** Each call is another one: what a person rejected is not proposed again as it was. */
let calls = 0;
async function openWhole(): Promise<string> {
  const id = await propose({ ...WHOLE, call: (calls += 1) });
  await drawPreviews();
  await page.goto(`${server.url}/actions/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Whole");
  return id;
}

test("the watch notices a request, a breach of the policy and a dialog", async ({ browser }) => {
  const other = await (await browser.newContext()).newPage();
  const { faults } = watchPage(other, server.url);
  await other.goto(`${server.url}/sign-in`);
  await other.evaluate(() => {
    new Image().src = "/payload-hit";
    const script = document.createElement("script");
    script.textContent = "alert(1)";
    document.body.append(script);
    alert("seen");
  });
  await expect
    .poll(() => faults.join("\n"))
    .toMatch(/\/payload-hit[^]*Content Security Policy[^]*dialog: seen|dialog: seen[^]*\/payload-hit/);
  await other.context().close();
});

test("G11 in the queue, its groups, filters, views and dialogs every payload is read as it was sent", async () => {
  await page.goto(`${server.url}/?group=batch`);
  await expect(rows()).not.toHaveCount(0);
  await expectShown(page.getByRole("banner"), NAME);
  for (const payload of PAYLOADS) {
    await queue()
      .getByRole("checkbox", { name: `Select group: ${payload}`, exact: true })
      .scrollIntoViewIfNeeded();
    await expectShown(queue(), payload);
  }
  await page.getByRole("button", { name: "More filters" }).click();
  const agents = page.getByRole("group", { name: "More filters" }).getByLabel("Agent");
  for (const payload of PAYLOADS) await expect(agents.locator("option", { hasText: payload })).toHaveCount(1);
  for (const payload of PAYLOADS) {
    await page.getByLabel("Save view as").fill(payload);
    await page.getByRole("button", { name: "Save view" }).click();
    const saved = page.getByRole("group", { name: "Saved views" }).getByRole("listitem");
    await expect(saved.filter({ hasText: payload.slice(0, 60) })).toHaveCount(1);
  }
  for (const payload of PAYLOADS) {
    await page.getByRole("searchbox").fill(payload);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(payload);
    await expect(page.getByRole("searchbox")).toHaveValue(payload);
  }
  const text = encodeURIComponent(PAYLOADS[1]);
  await page.goto(`${server.url}/?tool=${text}&agent=${text}&mission=${text}&batch=${text}&status=all&q=${text}`);
  for (const chip of ["Agent", "Mission", "Batch"]) await expectShown(queue(), `${chip}: ${PAYLOADS[1]}`);
  await page.goto(`${server.url}/actions/${text}`);
  await expect(page.getByText("Action not found")).toBeVisible();
  for (const next of ["javascript:alert(1)", "//foreign.invalid", "/\\foreign.invalid", "/\t/foreign.invalid"]) {
    await page.goto(`${server.url}/sign-in?next=${encodeURIComponent(next)}#token=${text}`);
    await expect(page).toHaveURL(`${server.url}/`);
  }
  await page.goto(`${server.url}/insights?days=${text}`);
  await expect(page.getByRole("radio", { name: "30 days" })).toBeChecked();
});

test("G11 on an action's page each payload is read in title, target, caption, input, preview and labels", async () => {
  await page.goto(`${server.url}/`);
  for (const [index, payload] of PAYLOADS.entries()) {
    await queue().locator(`a[href^="/actions/${single[index]}"]`).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(payload);
    const main = page.getByRole("article");
    await expectShown(main.getByRole("note", { name: "The agent's own words" }), payload);
    await expectShown(region("Preview"), payload);
    await expectShown(region("Full input"), payload);
    await expectShown(region("Details"), payload);
    await expectShown(region("Timeline"), payload);
    await expect(main.getByText("agent ").filter({ hasText: payload }).first()).toBeVisible();
  }
});

test("G11 a path as target, its content and the difference are read as they were sent", async () => {
  const content = `${ALL_PAYLOADS}\n`;
  const path = `${PAYLOADS[0].replaceAll("/", "-")}/${PAYLOADS[4].replaceAll("/", "")}.md`;
  const answer = await server.fetch("/api/pending-actions", {
    as: "agent",
    body: { toolName: "write_file", toolInput: { path, content } },
  });
  const { pendingActionId } = (await answer.json()) as { pendingActionId: string };
  await page.goto(`${server.url}/actions/${pendingActionId}`);
  await expectShown(page.getByRole("heading", { level: 1 }), path);
  await expectShown(region("Changes"), ALL_PAYLOADS);
  await expectShown(region("Full input"), `${path}\n${ALL_PAYLOADS}`);
});

test("G11 while editing, each key is a label and each text is in its field, and so is what the server says of it", async () => {
  await openWhole();
  await page.getByRole("button", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "text", exact: true })).toHaveValue(ALL_PAYLOADS);
  for (const payload of PAYLOADS) await expect(dialog.getByRole("textbox", { name: payload, exact: true })).toHaveValue(/^\{/);
  await expectShown(dialog, ALL_PAYLOADS);
  await dialog.getByRole("button", { name: `Add left out ${PAYLOADS[1]}` }).click();
  const choice = dialog.getByRole("combobox", { name: `left out ${PAYLOADS[1]}` });
  await choice.selectOption({ label: PAYLOADS[3] });
  await dialog.getByRole("textbox", { name: PAYLOADS[0], exact: true }).fill(JSON.stringify(ALL_PAYLOADS));
  await expectShown(dialog.getByRole("region", { name: "Your edits so far" }), PAYLOADS[3]);
  await dialog.getByRole("button", { name: "Preview result" }).click();
  await expect(dialog.getByRole("textbox", { name: PAYLOADS[0], exact: true })).toHaveAccessibleDescription(/60/);
  await dialog.getByRole("textbox", { name: PAYLOADS[0], exact: true }).fill(JSON.stringify({ changed: PAYLOADS[7] }));
  await dialog.getByText("JSON", { exact: true }).click();
  await expect(dialog.getByRole("textbox", { name: "Input as JSON" })).toHaveValue(/fourteen/);
  await dialog.getByRole("button", { name: "Preview result" }).click();
  const edits = dialog.getByRole("region", { name: "Your edits" });
  await expectShown(edits, `${PAYLOADS[0]}\n${PAYLOADS[3]}\n${PAYLOADS[7]}`);
  await dialog.getByRole("button", { name: "Close without deciding" }).click();
});

test("G11 reasons, feedback, errors, results and notices are read as they were sent", async () => {
  for (const [button, label, send, says] of [
    ["Reject…", /^Reason/, "Reject", "Rejected by"],
    ["Send back…", "What should the agent change?", "Send back", "Sent back by"],
  ] as const) {
    const id = await openWhole();
    await dock().getByRole("button", { name: button }).click();
    await page.getByLabel(label).fill(ALL_PAYLOADS);
    await dock().getByRole("button", { name: send, exact: true }).click();
    await expectShown(dock().getByRole("status").filter({ hasText: says }), `${NAME}\n${ALL_PAYLOADS}`);
    await expectShown(region("Timeline"), ALL_PAYLOADS);
    await page.goto(`${server.url}/actions/${id}/evidence`);
    await expectShown(page.getByRole("main"), PAYLOADS.map((payload) => JSON.stringify(payload).slice(1, -1)).join("\n"));
  }

  const failing = await openWhole();
  await dock().getByRole("button", { name: "Approve", exact: true }).click();
  await expect(dock().getByRole("status").filter({ hasText: "Approved by" })).toBeVisible();
  const claim = await worker.claim();
  // Leave the action's page, so that the failure appears as a notice.
  await page.getByRole("link", { name: "Countersign" }).first().click();
  await worker.post(`claims/${claim.id}/fail`, { error: { code: "handler", message: ALL_PAYLOADS } });
  const notice = page.getByRole("alert").filter({ hasText: "approved by you" });
  await notice.getByRole("link", { name: "Whole" }).click();
  await expect(page).toHaveURL(new RegExp(failing));
  await expectShown(region("Outcome"), ALL_PAYLOADS);
  await expectShown(region("Runs"), ALL_PAYLOADS);

  await openWhole();
  await dock().getByRole("button", { name: "Approve", exact: true }).click();
  await worker.complete((await worker.claim()).id, WHOLE);
  await expectShown(region("Result"), ALL_PAYLOADS);
});

test("G11 the log, the figures, the palette and a batch are read as they were sent", async () => {
  await page.goto(`${server.url}/audit`);
  for (const payload of PAYLOADS.slice(0, 5)) {
    await page.getByRole("searchbox", { name: "Search" }).fill(payload);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(payload);
    await page
      .getByRole("button", { name: /Details of entry/ })
      .first()
      .click();
    await expectShown(region("Table of entries"), payload);
  }
  await page.getByRole("link", { name: "Insights" }).click();
  await expectShown(region("By agent"), ALL_PAYLOADS);
  await expectShown(region("By person"), NAME);

  await page.goto(`${server.url}/`);
  await expect(rows()).not.toHaveCount(0);
  await page.keyboard.press("Control+k");
  const find = page.getByRole("combobox", { name: "Find a page, a tool, an agent or an action" });
  for (const payload of PAYLOADS) {
    await find.fill(payload);
    await expectShown(page.getByRole("listbox", { name: "Commands" }), payload.slice(0, 60));
  }
  await page.keyboard.press("Escape");

  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await page.getByRole("button", { name: /^Reject / }).click();
  const dialog = page.getByRole("dialog");
  for (const payload of PAYLOADS) {
    await expect(dialog.getByRole("button", { name: `Remove from this batch: ${payload}`, exact: true })).toHaveCount(1);
  }
  await expectShown(dialog.getByRole("list", { name: "Actions to decide" }), ALL_PAYLOADS);
  await dialog.getByLabel(/^Reason/).fill(ALL_PAYLOADS);
  await dialog.getByRole("button", { name: /^Reject/ }).click();
  await expectShown(dialog.getByRole("list", { name: "Outcomes" }), ALL_PAYLOADS);
  expect([...watch.asked]).toContain("/api/pending-actions/decisions");
});
