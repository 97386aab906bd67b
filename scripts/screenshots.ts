// npm run screenshots: every page of the inbox at 1440 and 360 pixels, light and dark, into docs/screenshots
// npm run screenshots -- admin: only pages with that text in their name
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { fillWorkspace } from "../packages/inbox/e2e/support/fill-workspace.ts";
import { signInFirstTime, whole } from "../packages/inbox/e2e/support/pages.ts";
import { startTestServer } from "../packages/inbox/e2e/support/server.ts";
import { encodePng } from "./lib/encode-png.ts";

const FOLDER = join(import.meta.dirname, "../docs/screenshots");
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
];

const wanted = process.argv[2] ?? "";
const server = await startTestServer();
const executablePath = process.env["CHROMIUM_PATH"] ?? ["/usr/bin/chromium"].find((path) => existsSync(path));
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
try {
  await mkdir(FOLDER, { recursive: true });
  const page = await browser.newPage({ viewport: SIZES[0]!, reducedMotion: "reduce" });
  await shoot(page, "sign-in", "/sign-in");
  await signInFirstTime(page, server);
  const workspace = await fillWorkspace(server);
  try {
    for (const [name, path] of workspace.pages) await shoot(page, name, path);
  } finally {
    await workspace.close();
  }
} finally {
  await browser.close();
  await server.close();
}

async function shoot(page: Page, name: string, path: string): Promise<void> {
  if (!name.includes(wanted)) return;
  for (const colorScheme of ["light", "dark"] as const) {
    for (const size of SIZES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(size);
      await page.goto(server.url + path);
      await whole(page);
      await page.waitForTimeout(800);
      const picture = encodePng(PNG.sync.read(await page.screenshot()));
      await writeFile(join(FOLDER, `${name}-${size.width}-${colorScheme}.png`), picture);
    }
  }
}
