import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { run } from "./run.mjs";

/** Returns a working Chromium: CHROMIUM_PATH, the system's, or Playwright's; installs one of the last two if needed. */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (starts(given)) return given;
    throw new Error(`CHROMIUM_PATH is set to ${given}, but that does not start. Correct it, or unset the variable.`);
  }
  const there = onThisMachine();
  if (there !== undefined) return there;
  const log = [];
  for (const from of [fromDebian, fromPlaywright]) {
    log.push(await from());
    const browser = onThisMachine();
    if (browser !== undefined) return browser;
  }
  throw new Error(
    `${log.join("\n")}\nThere is no Chromium for the browser tests, and none could be installed. As root on Debian run\n` +
      "  apt-get install -y chromium\nelsewhere\n  npx playwright install --with-deps chromium\nor set CHROMIUM_PATH to one.",
  );
}

const starts = (path) => spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;

/** Imported late: a fresh clone has Playwright only after the packages are installed. */
const playwrightsOwn = () => createRequire(import.meta.url)("@playwright/test").chromium.executablePath();

const onThisMachine = () => ["/usr/bin/chromium", playwrightsOwn()].find((path) => existsSync(path) && starts(path));

/** Installs Chromium with apt-get, as root on Debian only. Returns the output, to be shown if no browser starts afterwards. */
async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return "";
  console.error("Installing Chromium with apt-get (once)…");
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, quiet: true };
  const update = await run("apt-get", ["update", "-qq"], options);
  const packages = ["chromium", "fonts-liberation"];
  const added = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options);
  return update.text + added.text;
}

async function fromPlaywright() {
  console.error("Installing Playwright's Chromium (once)…");
  return (await run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], { quiet: true })).text;
}
