import { expect, test, type Page } from "@playwright/test";
import { collectComplaints, expectAccessibleAtAllSizes, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
let page: Page;
let complaints: string[];
/** Requests that left the server, of which a guide without network makes none. */
const foreign: string[] = [];

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage();
  complaints = collectComplaints(page);
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url());
  });
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});
test.afterEach(() => expect([complaints, foreign]).toEqual([[], []]));

const open = (path = "") => page.goto(`${server.url}/docs/guide/${path}`);
const search = () => page.getByRole("searchbox", { name: "Search the guide" });
const hits = () => page.locator("#guide-hits").getByRole("link");
const title = (name: string) => page.getByRole("heading", { level: 1, name });

test("the guide is read without signing in, and its pages are grouped as in the README", async () => {
  await open();
  await expect(title("Countersign")).toBeVisible();
  const pages = page.getByRole("navigation", { name: "Pages", exact: true });
  await expect(pages.locator("summary")).toHaveText(["Start", "Connect", "Decide", "Content", "Rules", "Operate", "Trust"]);
  await pages.getByText("Decide", { exact: true }).click();
  await pages.getByRole("link", { name: "Inbox" }).click();
  await expect(title("The inbox")).toBeVisible();
  await expect(pages.getByRole("link", { name: "Inbox" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "The queue" }).click();
  await expect(page).toHaveURL(/#the-queue$/);
  await expect(page.getByRole("heading", { name: "The queue" })).toBeInViewport();
});

test("the search finds a section by its words, and the keyboard alone opens it", async () => {
  await open();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(search()).toBeFocused();
  await page.keyboard.type("emergency stop");
  await expect(page.getByRole("status")).toHaveText(/^\d+ results/);
  await expect(hits().first()).toContainText("Emergency stop");
  await page.keyboard.press("ArrowDown");
  await expect(hits().first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(search()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(hits().first()).toBeHidden();
  await search().fill("emergency stop");
  await expect(hits().first()).toContainText("Emergency stop");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${server.url}/docs/guide/administration/#emergency-stop`);
  await expect(page.getByRole("heading", { name: "Emergency stop" })).toBeInViewport();
});

test("a word that is not in the guide has no results; a slip of the keys and the beginning of a word have", async () => {
  await open();
  await search().fill("xyzzyplugh");
  await expect(page.getByRole("status")).toHaveText("No results");
  await search().fill("emergancy");
  await expect(hits().filter({ hasText: "Emergency stop" }).first()).toBeVisible();
  await search().fill("checkpo");
  await expect(hits().filter({ hasText: "Checkpoints" }).first()).toBeVisible();
});

test("pictures suit the colours and the width of the window, and none is missing", async () => {
  await open("inbox/");
  const picture = page.locator("main picture img").first();
  for (const [width, colorScheme, name] of [
    [1440, "light", "action-1440-light"],
    [1440, "dark", "action-1440-dark"],
    [360, "light", "action-360-light"],
    [360, "dark", "action-360-dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty("complete", true);
    await expect
      .poll(() => picture.evaluate((element) => (element as unknown as { currentSrc: string }).currentSrc))
      .toContain(name);
    await expect
      .poll(() => picture.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(width);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("on a phone the pages are behind a button", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open("inbox/");
  const pages = page.getByRole("navigation", { name: "Pages", exact: true });
  await expect(pages).toBeHidden();
  await page.getByRole("button", { name: "Pages" }).click();
  await expect(pages.getByRole("link", { name: "Checkpoints" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(pages).toBeHidden();
  await page.getByRole("button", { name: "Pages" }).click();
  await page.keyboard.press("Escape");
  await expect(pages).toBeHidden();
  await page.getByRole("button", { name: "Pages" }).click();
  await pages.getByRole("link", { name: "Checkpoints" }).click();
  await expect(title("Checkpoints")).toBeVisible();
  await expect(pages).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("pages with text, code, wide tables and pictures are accessible at both sizes", async () => {
  for (const path of ["", "inbox/", "administration/", "sdk/", "security/who-may-call/", "decisions/"]) {
    await open(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expectAccessibleAtAllSizes(page, path === "" ? "the first page" : path, path === "inbox/" ? { all: true } : {});
  }
  await open();
  await search().fill("grant");
  await expect(hits().first()).toBeVisible();
  await expectAccessibleAtAllSizes(page, "results of the search", { all: true });
});

test("an address without a page is told as one, with the way to all pages", async () => {
  const response = await open("none/");
  expect(response?.status()).toBe(404);
  await expect(title("Page not found")).toBeVisible();
  await expectAccessibleAtAllSizes(page, "a page that is missing");
  // The browser logs the status of the page itself.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes("404"))).toEqual([]);
});

test("the inbox leads to the guide, from the account and from the palette, and back", async () => {
  await signInFirstTime(page, server);
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByRole("link", { name: "Guide" }).click();
  await expect(title("Countersign")).toBeVisible();
  await page.getByRole("navigation", { name: "Server" }).getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByRole("region", { name: "Queue" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("documentation");
  await page.getByRole("option", { name: /Guide/ }).click();
  await expect(title("Countersign")).toBeVisible();
});
