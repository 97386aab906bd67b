import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { ActionPage, TimelineEntry } from "@countersign/protocol";
import { collectComplaints, expectAccessible, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

/** Opens an action from the list. Waits for its page, because the page before has the same buttons. */
async function open(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: new RegExp(title) }).click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(title) })).toBeVisible();
}

const file = (path: string) => readFile(join(server.dataFolder, "files", path), "utf8");

test("an agent proposes eight writes; a person edits one, rejects one, sends one back and approves the rest; exactly those run", async ({
  page,
}) => {
  test.setTimeout(400_000);
  const complaints = collectComplaints(page);
  await page.goto(`${server.url}/`);
  await expect(page).toHaveURL(/sign-in/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page, "sign-in page");
  await signInFirstTime(page, server);
  await expectAccessible(page, "empty queue");

  await test.step("what the agent proposes appears without a reload", async () => {
    await server.cli("demo");
    await expect(page.getByRole("link", { name: /Edit pricing.md/ })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /^Select: / })).toHaveCount(8);
    await expectAccessible(page, "queue");
    expect(await file("pricing.md")).toContain("18 €");
  });

  await test.step("the real difference, the whole input and the agent's words apart", async () => {
    await open(page, "Edit config/app.yaml");
    await expect(page.getByRole("article").getByText("Agent's note (unverified)")).toBeVisible();
    const change = page.getByRole("region", { name: "Changes", exact: true });
    await expect(change).toContainText("lifetimeMinutes: 30");
    await expect(change).toContainText("lifetimeMinutes: 1440");
    await expectAccessible(page, "one action");
  });

  await test.step("edit one: a protected field is locked with its reason, a good edit is shown before it runs", async () => {
    await open(page, "Overwrite refund-policy.md");
    await page.getByRole("button", { name: "Edit…" }).click();
    await expect(page.getByRole("textbox", { name: "path" })).not.toBeEditable();
    await expect(page.getByText(/locked by the tool/)).toBeVisible();
    const content = page.getByRole("textbox", { name: "content" });
    await content.fill((await content.inputValue()).replace("60 days", "30 days"));
    await page.getByRole("button", { name: "Preview result" }).click();
    await expect(page.getByRole("dialog").getByRole("region", { name: "Changes" })).toContainText("within 30 days");
    await expectAccessible(page, "checked edits");
    await page.getByRole("button", { name: "Approve with these edits" }).click();
    await expect(page.getByRole("status").filter({ hasText: /Approved by/ })).toBeVisible();
  });

  await test.step("reject one with a reason", async () => {
    await open(page, "Edit pricing.md");
    await page.getByRole("button", { name: "Reject…" }).click();
    await page.getByLabel(/^Reason/).fill("Not agreed with sales");
    await expectAccessible(page, "rejecting");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "Not agreed with sales" })).toBeVisible();
  });

  await test.step("send one back with words", async () => {
    await open(page, "Edit support-hours.md");
    await page.getByRole("button", { name: "Send back…" }).click();
    await page.getByLabel("What should the agent change?").fill("Close at 16:00 on Saturday instead");
    await page.getByRole("region", { name: "Decision" }).getByRole("button", { name: /send/i }).click();
    await expect(page.getByRole("status").filter({ hasText: /Sent back by/ })).toBeVisible();
  });

  await test.step("what is of high risk is decided by itself, with a caution", async () => {
    await open(page, "Delete notes/roadmap-draft.md");
    await expect(page.getByRole("region", { name: "Decision" })).toContainText(/irreversible/);
    // The click waits for the preview, which is drawn last. Its collapsed part must be opened before Approve is enabled.
    await page.locator("[data-unopened]").click();
    await page.getByLabel("I have reviewed every argument").check();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: /Approved by/ })).toBeVisible();
  });

  await test.step("approve the rest together, with an outcome for each", async () => {
    await page.goto(`${server.url}/`);
    await page.getByRole("checkbox", { name: /^Select all/ }).check();
    await page.getByRole("button", { name: /^Approve 4/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Show all changes in all actions" }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Approve 4 actions" })).toBeEnabled();
    await expectAccessible(page, "batch");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Approved" })).toHaveCount(4);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  });

  await test.step("G3 exactly what was approved is on disk, once", async () => {
    await expect.poll(async () => countByStatus()).toEqual({ executed: 6, rejected: 1, refined: 1 });
    expect(await file("refund-policy.md")).toContain("within 30 days");
    expect(await file("pricing.md")).toContain("18 €");
    expect(await file("support-hours.md")).not.toContain("Saturday");
    expect(await file("config/app.yaml")).toContain("lifetimeMinutes: 1440");
    expect(await file("config/feature-flags.json")).toContain('"newCheckout": true');
    expect(await file("handbook/onboarding.md")).toContain("Your first week");
    expect(await file("archive/2023-offsite.md")).toContain("Leipzig");
    for (const gone of ["notes/2023-offsite.md", "notes/roadmap-draft.md"])
      expect(existsSync(join(server.dataFolder, "files", gone))).toBe(false);
    for (const { id, status } of await listAll()) {
      const { items } = (await (await server.fetch(`/api/pending-actions/${id}/events`)).json()) as { items: TimelineEntry[] };
      expect(items.filter(({ kind }) => kind === "action.started")).toHaveLength(status === "executed" ? 1 : 0);
    }
  });

  await test.step("the page tells how it ended, and the log holds", async () => {
    await page.goto(`${server.url}/?show=all`);
    await page.getByText("Decided", { exact: true }).click();
    await open(page, "Overwrite refund-policy.md");
    await expect(page.getByRole("main")).toContainText(/ran once|has run|done/i);
    await expectAccessible(page, "executed action");
    expect(await server.cli("audit", "verify", "--server")).toMatch(/no fault|holds|sound|verified|ok/i);
  });
  expect(complaints).toEqual([]);
});

async function listAll(): Promise<ActionPage["items"]> {
  return ((await (await server.fetch("/api/pending-actions?limit=200")).json()) as ActionPage).items;
}

async function countByStatus(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await listAll()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
