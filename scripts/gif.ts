// npm run gif: records how an agent's call is approved, into docs/screenshots/approve.gif
// npm run gif -- <folder>: also writes each frame there, as PNG
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { chromium, expect, type Browser, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { armed, signInFirstTime } from "../packages/inbox/e2e/support/pages.ts";
import { startTestServer, type TestServer } from "../packages/inbox/e2e/support/server.ts";
import { drawOver, encodeGif, type Frame } from "./lib/encode-gif.ts";
import { findBrowser } from "./lib/find-browser.mjs";

const OUTPUT = join(import.meta.dirname, "../docs/screenshots/approve.gif");
const MAX_BYTES = 2_000_000;
const SIZE = { width: 896, height: 600 };
const CAPTION = { width: SIZE.width, height: 44 };
const POINTER = { width: 24, height: 28 };
const POINTER_STEPS = 10;
const STEP_MS = 50;

const FILE = "pricing.md";
const BEFORE =
  "# Pricing\n\n- Starter: 8 € a month\n- Team: 18 € a month\n- Company: 32 € a month\n\nPrices are without VAT.\n";
const CALL = {
  name: "edit_file",
  arguments: { path: FILE, edits: [{ oldText: "Team: 18 €", newText: "Team: 21 €" }] },
};

const FONT = "font-family: 'Liberation Sans', Arial, sans-serif";
const MONO = "font-family: 'DejaVu Sans Mono', monospace";

const server = await startTestServer();
const browser = await chromium.launch({ executablePath: await findBrowser() });
try {
  const path = join(server.dataFolder, "files", FILE);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, BEFORE);
  const frames = await record(browser, server, path);
  const [folder] = process.argv.slice(2);
  if (folder !== undefined) await writeFrames(folder, frames);
  const bytes = encodeGif(frames);
  if (bytes.length > MAX_BYTES) throw new Error(`${bytes.length} bytes are more than ${MAX_BYTES}`);
  await mkdir(dirname(OUTPUT), { recursive: true });
  await writeFile(OUTPUT, bytes);
  const seconds = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  console.log(`${OUTPUT}: ${frames.length} frames, ${seconds.toFixed(1)} s, ${bytes.length} bytes`);
} finally {
  await browser.close();
  await server.close();
}

/** What is drawn beside the page that is shown. */
interface Stage {
  frames: Frame[];
  caption: PNG;
  pointer: PNG;
  at: { x: number; y: number } | undefined;
}

/** Plays the story; `path` is of the file that the call edits. */
async function record(on: Browser, target: TestServer, path: string): Promise<Frame[]> {
  const studio = await on.newPage({ viewport: SIZE });
  const context = { viewport: SIZE, colorScheme: "light", reducedMotion: "reduce" } as const;
  const inbox = await (await on.newContext(context)).newPage();
  await signInFirstTime(inbox, target);
  const stage: Stage = {
    frames: [],
    caption: await drawCaption(studio, ""),
    pointer: await drawPointer(studio),
    at: undefined,
  };
  const say = async (number: number, text: string): Promise<void> => {
    stage.caption = await drawCaption(studio, `<b>${number}</b>${text}`);
  };

  await say(1, "An agent calls a tool that edits a file, over MCP.");
  const asked = printCall();
  await shoot(stage, await drawTerminal(studio, []), 500);
  for (const [at] of asked.entries()) await shoot(stage, await drawTerminal(studio, asked.slice(0, at + 1)), 300);
  const answer = callTool(target);
  const queue = inbox.getByRole("link", { name: new RegExp(FILE) });
  await expect(queue).toBeVisible();
  expect(await readFile(path, "utf8")).toBe(BEFORE);
  await shoot(stage, await drawTerminal(studio, [...asked, "", "<i>Waiting for a person. The file is unchanged.</i>"]), 2000);

  await say(2, "The call appears in the inbox. Nothing has run.");
  await settle(inbox);
  stage.at = { x: 620, y: 430 };
  await shoot(stage, inbox, 1600);
  await click(stage, inbox, queue);
  const approve = inbox.getByRole("button", { name: "Approve", exact: true });
  await armed(approve);
  await settle(inbox);

  await say(3, "A person sees the file before and after, and what exactly would run.");
  const changes = inbox.getByRole("region", { name: "Changes" });
  await shoot(stage, inbox, 900);
  await changes.evaluate((region) => region.scrollIntoView({ block: "center" }));
  await settle(inbox);
  await shoot(stage, inbox, 3600);

  await say(4, "The person approves: this call runs, once.");
  await click(stage, inbox, approve);
  await expect(inbox.getByRole("status").filter({ hasText: /Approved by/ })).toBeVisible();
  const result = await answer;
  expect(await readFile(path, "utf8")).toBe(BEFORE.replace("Team: 18 €", "Team: 21 €"));
  await settle(inbox);
  await shoot(stage, inbox, 2600);

  await say(5, "It ran with exactly what was shown, and the agent has the result.");
  stage.at = undefined;
  await shoot(stage, await drawTerminal(studio, [...asked, "", ...result]), 3200);
  return stage.frames;
}

/** Sends the call as the agent; returns what the agent is told, when a person has decided. */
async function callTool({ credentials }: TestServer): Promise<string[]> {
  const response = await fetch(credentials.mcpUrl, {
    method: "POST",
    headers: {
      authorization: `Bearer ${credentials.agentKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: CALL }),
  });
  const text = await response.text();
  const last = text
    .split("\n")
    .findLast((line) => line.includes('"result"'))
    ?.replace(/^data: /, "");
  const { result } = JSON.parse(last ?? text) as { result: { structuredContent: Record<string, unknown> } };
  const { status, message } = result.structuredContent;
  return [`<u>status:</u>  ${JSON.stringify(status)}`, `<u>message:</u> ${JSON.stringify(message)}`];
}

function printCall(): string[] {
  const { path, edits } = CALL.arguments;
  const lines = edits.flatMap(({ oldText, newText }) => [`<u>oldText:</u> "${oldText}"`, `<u>newText:</u> "${newText}"`]);
  return [`<u>tool:</u>    ${CALL.name}`, `<u>path:</u>    "${path}"`, ...lines];
}

async function show(page: Page, body: string): Promise<void> {
  await page.setContent(`<body style="margin:0">${body}</body>`);
}

/** The agent's side: a plain window with these lines. */
async function drawTerminal(page: Page, lines: readonly string[]): Promise<Page> {
  await page.setViewportSize(SIZE);
  const style = `box-sizing:border-box;width:100%;height:${SIZE.height}px;padding:48px 40px;background:#1b1f2a;color:#e8eaf0`;
  const rules = "i{color:#f2c46d;font-style:normal} u{color:#8fa3d9;text-decoration:none}";
  const text = lines.map((line) => `${line}\n`).join("");
  await show(
    page,
    `<style>${rules}</style><div style="${style};${FONT}"><div style="font-size:20px;color:#9aa3b8;margin-bottom:28px">Agent</div>` +
      `<pre style="margin:0;font-size:18px;line-height:34px;white-space:pre-wrap;${MONO}">${text}</pre></div>`,
  );
  return page;
}

async function drawCaption(page: Page, text: string): Promise<PNG> {
  await page.setViewportSize(CAPTION);
  const style = `display:flex;align-items:center;height:${CAPTION.height}px;padding:0 20px;background:#2f4bc7;color:#fff;font-size:20px`;
  await show(page, `<style>b{margin-right:14px}</style><div style="${style};${FONT}"><span>${text}</span></div>`);
  return PNG.sync.read(await page.screenshot());
}

async function drawPointer(page: Page): Promise<PNG> {
  await page.setViewportSize(POINTER);
  const path = "M2 1v21l5.5-5 3.6 8.4 4-1.7-3.6-8.3h7.5z";
  await show(page, `<svg width="24" height="28"><path d="${path}" fill="#111" stroke="#fff" stroke-width="1.6"/></svg>`);
  return PNG.sync.read(await page.screenshot({ omitBackground: true }));
}

/** Adds what a page shows, with pointer and caption. */
async function shoot(stage: Stage, page: Page, milliseconds: number): Promise<void> {
  const shown = PNG.sync.read(await page.screenshot());
  stage.frames.push({ image: compose(stage, shown), milliseconds });
}

function compose({ caption, pointer, at }: Stage, shown: PNG): PNG {
  const image = new PNG({ width: SIZE.width, height: SIZE.height + CAPTION.height });
  image.data.fill(255);
  drawOver(image, shown, 0, 0);
  if (at !== undefined) drawOver(image, pointer, at.x, at.y);
  drawOver(image, caption, 0, SIZE.height);
  return image;
}

/** Moves the pointer to an element in a few frames, and clicks it. */
async function click(stage: Stage, page: Page, element: ReturnType<Page["getByRole"]>): Promise<void> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("there is nothing to click");
  const from = stage.at ?? { x: SIZE.width / 2, y: SIZE.height / 2 };
  const to = { x: Math.round(box.x + Math.min(box.width / 2, 160)), y: Math.round(box.y + box.height / 2) };
  const shown = PNG.sync.read(await page.screenshot());
  for (let step = 1; step <= POINTER_STEPS; step += 1) {
    const share = (1 - Math.cos((Math.PI * step) / POINTER_STEPS)) / 2;
    const between = (a: number, b: number): number => Math.round(a + (b - a) * share);
    stage.at = { x: between(from.x, to.x), y: between(from.y, to.y) };
    stage.frames.push({ image: compose(stage, shown), milliseconds: step === POINTER_STEPS ? 500 : STEP_MS });
  }
  await element.click();
}

/** Waits until nothing is loading and what appears last has appeared. */
async function settle(page: Page): Promise<void> {
  await page.locator(".mantine-Loader-root, .mantine-Skeleton-root").first().waitFor({ state: "hidden" });
  await page.waitForTimeout(800);
}

async function writeFrames(folder: string, frames: readonly Frame[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [at, { image }] of frames.entries())
    await writeFile(join(folder, `${String(at).padStart(3, "0")}.png`), PNG.sync.write(image));
}
