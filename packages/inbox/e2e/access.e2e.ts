import { expect, test, type Page } from "@playwright/test";
import { armed, pressUntil } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

/** Exceeds the delay in which a new page ignores keys and clicks that were meant for the previous one. */
const INERT_MS = 1000;

let server: TestServer;
let page: Page;
const pageErrors: string[] = [];

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.on("pageerror", (error) => pageErrors.push(error.message));
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
test.afterEach(() => expect(pageErrors).toEqual([]));

const rows = () => page.getByRole("region", { name: "Queue" }).getByRole("list", { name: "Actions" }).locator("a");
const dock = () => page.getByRole("region", { name: "Decision" });

/** Presses Tab until the element has the focus, as a keyboard user would. Throws after `most` steps. */
async function tabTo(
  name: string | RegExp,
  role: "button" | "link" | "checkbox" | "textbox" | "searchbox",
  most = 60,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === "string" }).first();
  await expect(wanted).toBeVisible();
  for (let step = 0; step < most; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${most} Tabs did not lead to ${String(name)}`);
}

test("from the sign-in to an approval, a rejection and a batch with the keyboard alone", async () => {
  await page.goto(server.signInUrl);
  await tabTo("Sign in", "button");
  await page.keyboard.press("Enter");
  for (const [field, text] of [
    ["Your name", "Kim Keys"],
    ["E-mail", "kim@example.test"],
    ["Password", "correct horse battery"],
  ] as const) {
    await tabTo(field, "textbox");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Countersign" }).first()).toBeVisible();
  await server.cli("demo");
  await expect(rows()).toHaveCount(8);

  await tabTo(/pricing\.md/, "link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("pricing.md");
  for (const [name, key] of [
    ["Approve", "a"],
    ["Reject…", "r"],
    ["Edit…", "e"],
    ["Send back…", "f"],
  ] as const)
    await expect(dock().getByRole("button", { name, exact: true })).toHaveAttribute("aria-keyshortcuts", key);
  await tabTo("Approve", "button");
  await armed(dock().getByRole("button", { name: "Approve", exact: true }));
  await page.keyboard.press("Enter");
  await expect(dock().getByRole("status").filter({ hasText: "Approved by Kim Keys" })).toBeVisible();

  await tabTo("Next", "link");
  await page.keyboard.press("Enter");
  await expect(dock().getByRole("button", { name: "Reject…" })).toBeVisible();
  await tabTo("Reject…", "button");
  await armed(dock().getByRole("button", { name: "Reject…" }));
  await page.keyboard.press("Space");
  await tabTo(/^Reason/, "textbox");
  await page.keyboard.type("Not now");
  await tabTo("Reject", "button");
  await armed(dock().getByRole("button", { name: "Reject", exact: true }));
  await page.keyboard.press("Enter");
  await expect(dock().getByRole("status").filter({ hasText: "Rejected by Kim Keys" })).toContainText("Not now");

  // Send two selected actions back together; the dialog traps the focus and restores it.
  await page.waitForTimeout(INERT_MS);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Find a page, a tool, an agent or an action" })).toBeFocused();
  await page.keyboard.type("Waiting");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${server.url}/`);
  const left = page.getByRole("checkbox", { name: /^Select: / });
  await expect(left).toHaveCount(6);
  for (const place of [0, 1]) {
    await tabTo((await left.nth(place).getAttribute("aria-label")) ?? "", "checkbox");
    await page.keyboard.press("Space");
  }
  await tabTo("Send 2 back…", "button");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send 2 actions back" });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await tabTo("What should the agent change?", "textbox");
  await page.keyboard.type("Shorter, please");
  await tabTo("Send 2 actions back", "button");
  await armed(dialog.getByRole("button", { name: "Send 2 actions back" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 actions decided.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the palette groups without dropping what narrows the list; the number that waits is in every title", async () => {
  await page.goto(`${server.url}/?tool=edit_file&status=all`);
  await expect(rows()).not.toHaveCount(0);
  await page.waitForTimeout(INERT_MS);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find a page, a tool, an agent or an action" }).fill("Group by tool");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/group=tool/);
  await expect(page).toHaveURL(/tool=edit_file/);
  await expect(page).toHaveURL(/status=all/);
  for (const path of ["/", "/audit", "/insights"]) {
    await page.goto(server.url + path);
    await expect(page).toHaveTitle(/^\(4\) Countersign$/);
  }
});

test("at twice its size the decision leaves three quarters of the window, and nothing out", async () => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto(`${server.url}/`);
  // The last row has the lowest risk: from a high one on, the decision asks for more.
  await rows().last().click();
  await expect(dock().getByRole("button", { name: "Approve", exact: true })).toBeVisible();
  expect((await dock().boundingBox())!.height).toBeLessThanOrEqual(450 / 4);
  const edit = dock().getByRole("button", { name: "Edit…" });
  await expect(edit).toBeHidden();
  await dock().getByRole("button", { name: "More…" }).click();
  await expect(edit).toBeVisible();
  await dock().getByRole("button", { name: "Less" }).click();
  // The key F still sends back while its button is hidden behind More….
  const what = dock().getByRole("textbox", { name: /What should/ });
  await pressUntil(page, "f", what);
  await expect(what).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("with the next action opening after a decision, three are decided by keys alone, and the focus follows", async () => {
  await page.goto(`${server.url}/`);
  await page.getByRole("button", { name: /Account/ }).click();
  await page.getByRole("switch", { name: "Open the next action after a decision" }).check();
  await page.keyboard.press("Escape");
  await rows().first().click();
  await expect(dock()).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  for (const _round of [1, 2, 3]) {
    const title = (await heading.textContent()) ?? "";
    const reject = dock().getByRole("button", { name: "Reject", exact: true });
    await pressUntil(page, "r", reject);
    await armed(reject);
    await reject.press("Enter");
    await expect(heading).not.toHaveText(title);
    await expect(page.locator("#action")).toBeFocused();
  }
  await page.getByRole("button", { name: /Account/ }).click();
  await page.getByRole("switch", { name: "Open the next action after a decision" }).uncheck();
  await page.keyboard.press("Escape");
});

test("who is made ill by movement sees none", async () => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${server.url}/`);
  await expect(rows()).not.toHaveCount(0);
  await rows().first().click();
  await dock().getByRole("button", { name: "Edit…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0))
      .filter((milliseconds) => milliseconds > 1),
  );
  expect(moving).toEqual([]);
  await page.getByRole("button", { name: "Close without deciding" }).click();
  await page.emulateMedia({ reducedMotion: "no-preference" });
});
