// npm run screenshots: every page of the inbox at 1440 and 360 pixels, light and dark, into docs/screenshots
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import type { ActionPage } from "@countersign/protocol";
import { signInFirstTime } from "../packages/inbox/e2e/support/pages.ts";
import { startTestServer, type TestServer } from "../packages/inbox/e2e/support/server.ts";

const FOLDER = join(import.meta.dirname, "../docs/screenshots");
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
];

const server = await startTestServer();
const executablePath = process.env["CHROMIUM_PATH"] ?? ["/usr/bin/chromium"].find((path) => existsSync(path));
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
try {
  await mkdir(FOLDER, { recursive: true });
  const page = await browser.newPage({ viewport: SIZES[0]!, reducedMotion: "reduce" });
  await page.goto(`${server.url}/sign-in`);
  await shoot(page, "sign-in", "/sign-in");
  await signInFirstTime(page, server);
  await server.cli("demo");
  const { items } = (await (await server.fetch("/api/pending-actions?limit=200")).json()) as ActionPage;
  const idOf = (title: string): string => items.find(({ preview }) => preview.title.includes(title))?.id ?? "";
  await decideSome(idOf);
  for (const [name, path] of [
    ["queue", "/"],
    ["action", `/actions/${idOf("config/app.yaml")}`],
    ["action-high-risk", `/actions/${idOf("Delete")}`],
    ["action-done", `/actions/${idOf("refund-policy")}`],
    ["evidence", `/actions/${idOf("refund-policy")}/evidence`],
    ["insights", "/insights"],
    ["audit", "/audit"],
  ] as const) {
    await shoot(page, name, path);
  }
} finally {
  await browser.close();
  await server.close();
}

/** So that the pages about what was decided have something to show. */
async function decideSome(idOf: (title: string) => string): Promise<void> {
  await decide(server, idOf("refund-policy"), "approve", {});
  await decide(server, idOf("pricing"), "reject", { reason: "Not agreed with sales" });
  await new Promise((resolve) => setTimeout(resolve, 1500));
}

async function decide(target: TestServer, id: string, verdict: string, body: object): Promise<void> {
  const response = await target.fetch(`/api/pending-actions/${id}/${verdict}`, { body });
  if (!response.ok) throw new Error(`${verdict} was refused: ${await response.text()}`);
}

async function shoot(page: Page, name: string, path: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const size of SIZES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(size);
      await page.goto(server.url + path);
      await page.waitForLoadState("load");
      // The live stream never lets the network rest, so what the page shows at last is waited for instead.
      await page.locator("main").first().waitFor();
      await page.waitForTimeout(800);
      await page.screenshot({ path: join(FOLDER, `${name}-${size.width}-${colorScheme}.png`) });
    }
  }
}
