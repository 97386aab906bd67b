import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Cookie, type Locator, type Page } from "@playwright/test";
import { nestedScrollBars } from "./scroll-bars.ts";
import type { TestServer } from "./server.ts";

export const PERSON = { name: "Ada Reviewer", email: "ada@example.test", password: "correct horse battery" };

const sessions = new WeakMap<TestServer, Cookie[]>();

/** Signs in by the one-time link and sets up the account, as the first administrator does. */
export async function signInFirstTime(page: Page, server: TestServer): Promise<void> {
  await page.goto(server.signInUrl);
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.getByLabel("Your name").fill(PERSON.name);
  await page.getByLabel("E-mail").fill(PERSON.email);
  await page.getByRole("textbox", { name: /password/i }).fill(PERSON.password);
  await page.getByRole("button", { name: "Continue to inbox" }).click();
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  sessions.set(server, await page.context().cookies());
}

/** Gives the page the session of `signInFirstTime` on this server. */
export async function resumeSession(page: Page, server: TestServer): Promise<void> {
  await page.context().addCookies(sessions.get(server) ?? []);
}

export async function signIn(page: Page, server: TestServer, password = PERSON.password): Promise<void> {
  await page.goto(`${server.url}/sign-in`);
  await page.getByLabel("E-mail").fill(PERSON.email);
  await page.getByRole("textbox", { name: /password/i }).fill(password);
  await page.getByRole("button", { name: /sign in/i }).click();
  await expect(page).not.toHaveURL(/sign-in/);
}

/** Waits until a button accepts clicks, half a second after it appeared; so does the key that leads to it. */
export const armed = (button: Locator): Promise<void> => expect(button).not.toHaveAttribute("aria-disabled", "true");

/**
 * Presses a single key until what it leads to is visible, as a person does: a key that is pressed before the action is loaded and
 * armed does nothing.
 */
export const pressUntil = (page: Page, key: string, visible: Locator): Promise<void> =>
  expect(async () => {
    if (!(await visible.isVisible())) await page.keyboard.press(key);
    await expect(visible).toBeVisible({ timeout: 2_000 });
  }).toPass();

/** Waits for the page's content. Waiting for a quiet network would not end: the live stream keeps it busy. */
export async function whole(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.locator("main").first().waitFor();
  await page.locator(".mantine-Loader-root, .mantine-Skeleton-root").first().waitFor({ state: "hidden" });
}

/** The parts of the browser's `Animation` that are read; these tests are typed without a browser's globals. */
interface Fading {
  playState: string;
  effect: { getComputedTiming(): { endTime: unknown } } | null;
}

/** Waits for running animations: an element that fades in has no final colour yet. Infinite animations are ignored. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    (globalThis as unknown as { document: { getAnimations(): Fading[] } }).document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
}

type Scheme = "light" | "dark";

/** Waits until the page has the colours of the scheme, a moment after the browser has them: before that they are mixed. */
export async function applied(page: Page, colorScheme: Scheme): Promise<void> {
  for (const frame of page.frames()) {
    const other = `html[data-mantine-color-scheme]:not([data-mantine-color-scheme="${colorScheme}"])`;
    await expect(frame.locator(other)).toHaveCount(0);
  }
  await settle(page);
}

export const SCHEMES = ["light", "dark"] as const satisfies Scheme[];
/** Measures both sizes in both schemes; otherwise the small size in dark and the large one in light only. */
export const MEASURES_ALL = process.env["COUNTERSIGN_TEST_LONG"] !== undefined;

const SILENT_FRAME = 'iframe[sandbox=""]';

/** Rules whose result depends on the colour scheme; all others are checked in one scheme only. */
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

interface Measured {
  /** Rules to skip because they concern the embedding page. */
  without?: string[];
  schemes?: readonly Scheme[];
}

/** Expects no accessibility fault. Checks every rule in the first scheme, and only rules about colours in the next. */
export async function expectAccessible(page: Page, what: string, measured: Measured = {}): Promise<void> {
  const { without = [], schemes = SCHEMES } = measured;
  for (const [n, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await applied(page, colorScheme);
    // Excluded: axe would wait forever for a frame without scripts, and its content is an author's page.
    for (const frame of await page.locator(SILENT_FRAME).all()) await expect(frame).toHaveAttribute("title", /./);
    // Legacy mode opens no second page to merge the results of frames, so it suits pages without frames.
    const axe = new AxeBuilder({ page })
      .options({ resultTypes: ["violations"] })
      .exclude(SILENT_FRAME)
      .setLegacyMode(page.frames().length === 1);
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
 * Expects no accessibility fault, no horizontal overflow and no scroll bar inside another at phone and desktop width; with `all`,
 * each in both schemes.
 * Leaves the viewport at desktop width.
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
    expect(await nestedScrollBars(page), `${what} has one scroll bar at ${size.width} px`).toEqual([]);
  }
}

/** Collects page errors and console errors such as content security policy violations; the test must assert on them. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() !== "error" || /status of (401|409|422)/.test(message.text())) return;
    // The browser logs this when a test itself looks into a frame without scripts.
    if (!message.text().startsWith("Blocked script execution in ")) complaints.push(message.text());
  });
  return complaints;
}
