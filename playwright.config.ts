import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** `npm test` finds or installs a browser and names it; run by hand, Debian's is used where there is one. */
const browser = process.env["CHROMIUM_PATH"] ?? ["/usr/bin/chromium"].find((path) => existsSync(path));

/** The main job from end to end, two people at once, a cut network, the keyboard alone: a part of `npm test`. */
const SHORT = ["story", "two-people", "network", "access"].map((name) => `**/${name}.e2e.ts`);
/** Every text in every field, every character, ten thousand rows: minutes each, by `npm run test:long`. */
const LONG = "**/*.long.e2e.ts";

export default defineConfig({
  testDir: "packages/inbox/e2e",
  globalSetup: "./packages/inbox/e2e/support/prepare-data.ts",
  projects: [
    { name: "short", testMatch: SHORT },
    { name: "rest", testMatch: "**/*.e2e.ts", testIgnore: [...SHORT, LONG] },
    { name: "long", testMatch: LONG },
  ],
  outputDir: "test-results",
  // Each file starts a server of its own; two cores carry two, which wait for each other's pages.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    launchOptions: browser === undefined ? {} : { executablePath: browser },
    // Recording every step takes a sixth of the processor time; `--trace on` does it for the test one looks into.
    trace: "off",
    actionTimeout: 30_000,
  },
});
