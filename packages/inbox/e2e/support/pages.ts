import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Cookie, type Page } from "@playwright/test";
import type { TestServer } from "./server.ts";

export const PERSON = { name: "Ada Reviewer", email: "ada@example.test", password: "correct horse battery" };

const sessions = new WeakMap<TestServer, Cookie[]>();

/** Opens the one-time link, signs in and sets up the account: what a first administrator does. */
export async function signInFirstTime(page: Page, server: TestServer): Promise<void> {
  await page.goto(server.signInUrl);
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.getByLabel("Your name").fill(PERSON.name);
  await page.getByLabel("E-mail").fill(PERSON.email);
  await page.getByRole("textbox", { name: /password/i }).fill(PERSON.password);
  await page.getByRole("button", { name: /save/i }).click();
  await expect(page.getByRole("link", { name: /countersign/i }).first()).toBeVisible();
  sessions.set(server, await page.context().cookies());
}

/** Another page of the person who signed in for the first time there. */
export async function resumeSession(page: Page, server: TestServer): Promise<void> {
  await page.context().addCookies(sessions.get(server) ?? []);
}

export async function signIn(page: Page, server: TestServer): Promise<void> {
  await page.goto(`${server.url}/sign-in`);
  await page.getByLabel("E-mail").fill(PERSON.email);
  await page.getByRole("textbox", { name: /password/i }).fill(PERSON.password);
  await page.getByRole("button", { name: /sign in/i }).click();
  await expect(page).not.toHaveURL(/sign-in/);
}

/** As much of the browser's `Animation` as is read; these tests are typed without a browser's globals. */
interface Fading {
  playState: string;
  effect: { getComputedTiming(): { endTime: unknown } } | null;
}

/** A thing that is still fading in has no colour of its own yet; what spins for ever is not waited for. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    (globalThis as unknown as { document: { getAnimations(): Fading[] } }).document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
}

const SCHEMES = ["light", "dark"] as const;
/** Each size in each scheme is four measures, the longer part of some tests; else one of each pair is measured. */
const MEASURES_ALL = process.env["COUNTERSIGN_TEST_LONG"] !== undefined;

const SILENT_FRAME = 'iframe[sandbox=""]';

/** What a scheme can change; all else is the same page in other colours. */
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

interface Measured {
  /** Rules that are somebody else's page to keep. */
  without?: string[];
  schemes?: readonly (typeof SCHEMES)[number][];
}

/** No accessibility fault, light and dark: by every rule in the first scheme, by those of colours in the other. */
export async function expectAccessible(page: Page, what: string, measured: Measured = {}): Promise<void> {
  const { without = [], schemes = SCHEMES } = measured;
  for (const [n, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The page follows the system a moment later; measured in between, half of it would have the other colours.
    for (const frame of page.frames()) {
      const other = `html[data-mantine-color-scheme]:not([data-mantine-color-scheme="${colorScheme}"])`;
      await expect(frame.locator(other)).toHaveCount(0);
    }
    await settle(page);
    // The measuring script would wait for ever for a frame in which nothing may run; what is in there is an author's page.
    for (const frame of await page.locator(SILENT_FRAME).all()) await expect(frame).toHaveAttribute("title", /./);
    // The legacy mode takes no second page to put the answers of several frames together.
    const axe = new AxeBuilder({ page }).exclude(SILENT_FRAME).setLegacyMode(page.frames().length === 1);
    const { violations } = await (
      n === 0 ? axe.disableRules(without) : axe.withRules(RULES_OF_COLOURS.filter((rule) => !without.includes(rule)))
    ).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`),
      `${what}, ${colorScheme}`,
    ).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * No accessibility fault, and nothing wider than the window, on a telephone and on a desk, each in both schemes where `all` says
 * so. Leaves the wide window.
 */
export async function expectAccessibleAtAllSizes(page: Page, what: string, { all = MEASURES_ALL } = {}): Promise<void> {
  for (const [size, scheme] of [
    [{ width: 360, height: 740 }, "dark"],
    [{ width: 1440, height: 900 }, "light"],
  ] as const) {
    await page.setViewportSize(size);
    await expectAccessible(page, `${what}, ${size.width} px`, all ? {} : { schemes: [scheme] });
    const width = await page.evaluate(
      () =>
        (globalThis as unknown as { document: { documentElement: { scrollWidth: number } } }).document.documentElement
          .scrollWidth,
    );
    expect(width, `${what} is no wider than ${size.width} px`).toBeLessThanOrEqual(size.width);
  }
}

/** Fails the test on what a content security policy or a broken page would say in the console. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() !== "error" || /status of (401|409|422)/.test(message.text())) return;
    // The browser also says so when a test looks into a frame in which nothing may run.
    if (!message.text().startsWith("Blocked script execution in ")) complaints.push(message.text());
  });
  return complaints;
}
