import { expect, test, type Page } from "@playwright/test";
import { armed, collectComplaints, expectAccessible, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

let server: TestServer;
let page: Page;
let complaints: string[];
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const inputSchema = { type: "object" as const, properties: { to: { type: "string" } } };
  await startWorker(server, [
    { name: "send_letter", description: "Sends a letter", inputSchema, title: "Letter" },
    { name: "burn_letter", description: "Burns a letter", inputSchema, title: "Burn", risk: 5 },
  ]);
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  complaints = collectComplaints(page);
  await signInFirstTime(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const notice = (title: string) => page.getByRole("alert").filter({ hasText: title });

async function open(id: string): Promise<void> {
  await page.goto(`${server.url}/actions/${id}`);
  await armed(button("Reject…"));
}

test("`a` says why the action cannot be approved yet, and no longer once it can", async () => {
  await open(await propose(server, "burn_letter", { to: "Ada" }));
  await expect(button("Approve")).toBeDisabled();
  await page.keyboard.press("a");
  await expect(notice("Approve is not available")).toContainText("Tick the box above first.");
  await expect(notice("Approve is not available")).toHaveCount(1);
  await expectAccessible(page, "why a key does nothing");
  await page.getByRole("checkbox", { name: "I have reviewed every argument" }).check();
  await expect(button("Approve")).toBeEnabled();
  await page.keyboard.press("a");
  await expect(notice("Approve is not available")).toBeHidden();
});

test("during an emergency stop `a` says so, and `r` still rejects", async () => {
  const id = await propose(server, "send_letter", { to: "Berta" });
  expect((await server.fetch("/api/emergency-stop", { body: { reason: "A test" } })).ok).toBe(true);
  await open(id);
  await expect(button("Approve")).toBeDisabled();
  await page.keyboard.press("a");
  await expect(notice("Approve is not available")).toContainText("Everything is stopped.");
  await page.keyboard.press("r");
  await expect(notice("Approve is not available")).toBeHidden();
  await expect(page.getByLabel(/^Reason/)).toBeFocused();
  expect((await server.fetch("/api/emergency-stop/lift", { body: {} })).ok).toBe(true);
});

test("of what is decided, each of the keys says so, and another action's notice goes away", async () => {
  const id = await propose(server, "send_letter", { to: "Carla" });
  const other = await propose(server, "send_letter", { to: "Dora" });
  await open(id);
  await server.fetch(`/api/pending-actions/${id}/reject`, { body: {} });
  await expect(page.getByText("Rejected by")).toBeVisible();
  for (const [key, name] of [
    ["a", "Approve"],
    ["r", "Reject"],
    ["e", "Edit"],
    ["f", "Send back"],
  ] as const) {
    // Keys are ignored for half a second after a change of the action.
    await expect(async () => {
      await page.keyboard.press(key);
      await expect(notice(`${name} is not available`)).toContainText("This action was rejected and never ran.", {
        timeout: 300,
      });
    }).toPass();
    await expect(page.getByRole("alert")).toHaveCount(1);
  }
  await page.getByRole("region", { name: "Queue" }).getByRole("link", { name: /Dora/ }).click();
  await expect(page).toHaveURL(new RegExp(other));
  await expect(notice("is not available")).toBeHidden();
  expect(complaints).toEqual([]);
});

test("in a place of one line, line breaks are discreet, and other invisible characters are not", async () => {
  await open(await propose(server, "send_letter", { to: "Ada" }, { caption: "One\nTwo\r\nThree\rFour\u2028Five\u200b" }));
  const mark = (name: string) => page.getByRole("img", { name, exact: true }).first();
  const colours = async (name: string) => {
    await expect(mark(name)).toBeVisible();
    return mark(name).evaluate((chip) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle: (of: unknown, part?: string) => Record<string, string>;
      };
      const { backgroundColor, borderColor } = getComputedStyle(chip);
      return { says: getComputedStyle(chip, "::before")["content"], backgroundColor, borderColor };
    });
  };
  const lineFeed = await colours("line break");
  const pair = await colours("line break with carriage return");
  expect(lineFeed.says).toContain("↵");
  expect(pair.says).toContain("CR↵");
  expect(lineFeed.borderColor).toBe(pair.borderColor);
  const alone = await colours("U+000D CR");
  for (const name of ["U+2028 LINE SEPARATOR", "U+200B ZWSP"]) {
    expect((await colours(name)).borderColor).toBe(alone.borderColor);
  }
  expect(alone.borderColor).not.toBe(lineFeed.borderColor);
  expect(alone.backgroundColor).not.toBe(lineFeed.backgroundColor);
});
