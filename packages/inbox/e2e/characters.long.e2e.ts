import { expect, test, type Page } from "@playwright/test";
import { signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startWorker } from "./support/worker.ts";

/** Draw nothing or a gap, or reorder text. Private and unassigned ranges are too large; OTHERS has their ends. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;
/** Code points that draw nothing although no Unicode property says so, and samples of private and unassigned ranges. */
const OTHERS = [
  0x115f, 0x1160, 0x3164, 0xffa0, 0x2800, 0xfffc, 0xe000, 0xf8ff, 0xf0000, 0xffffd, 0x100000, 0x10fffd, 0x0378, 0xe0fff,
];
/** A space shows itself; so do tab and line feed in multi-line text, which a test of their own covers. */
const SHOWN = new Set([0x20, 0x09, 0x0a]);

const CODES = [
  ...Array.from({ length: 0x110000 }, (_code, code) => code).filter(
    (code) => (code < 0xd800 || code > 0xdfff) && !SHOWN.has(code) && UNSEEN.test(String.fromCodePoint(code)),
  ),
  ...OTHERS,
].filter((code, index, all) => all.indexOf(code) === index);
const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, "0");
/** Each code point stands between two letters after its own number, so that it can be found in copied text. */
const TEXT = CODES.map((code) => `${hex(code)}:a${String.fromCodePoint(code)}b;`).join(" ");

let server: TestServer;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  await startWorker(server, [{ name: "plain_tool", description: "Takes anything", inputSchema: { type: "object" } }]);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  page = await context.newPage();
  await signInFirstTime(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  await server.close();
});

const input = () => page.getByRole("region", { name: "Full input", exact: true });

/** Returns the chips drawn for invisible characters, in order. */
const readMarks = (where: ReturnType<typeof input>) =>
  where.locator("[data-mark]").evaluateAll((marks) =>
    marks.map((mark) => {
      const { width, height } = mark.getBoundingClientRect();
      const drawn = getComputedStyle(mark, "::before").content;
      const label = mark.getAttribute("data-mark") ?? "";
      return {
        label,
        text: mark.textContent,
        heard: mark.getAttribute("aria-label"),
        isSeen: width > 20 && height > 8 && drawn === JSON.stringify(label),
      };
    }),
  );

test("G11 every invisible, control and bidirectional code point is a chip, one by one, and is copied as it was sent", async () => {
  expect(CODES.length).toBeGreaterThan(4200);
  const id = await propose(server, "plain_tool", { text: TEXT });
  await page.goto(`${server.url}/actions/${id}`);
  await input()
    .getByRole("button", { name: /not shown yet/ })
    .click();
  const marks = await readMarks(input());
  expect(marks.map(({ label }) => label.split(" ")[0])).toEqual(CODES.map((code) => `U+${hex(code)}`));
  const wrong = marks.filter(
    ({ label, text, heard, isSeen }, index) => !isSeen || heard !== label || text.codePointAt(0) !== CODES[index],
  );
  expect(wrong).toEqual([]);

  // Selects the whole value like a mouse selection and copies it with the keyboard.
  await input()
    .locator("dd")
    .first()
    .evaluate((value) => getSelection()?.selectAllChildren(value));
  await page.keyboard.press("Control+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const lost = CODES.filter((code) => !copied.includes(`${hex(code)}:a${String.fromCodePoint(code)}b;`));
  expect(lost.map(hex)).toEqual([]);
  expect(copied.trim()).toBe(TEXT);
});
