// npm run bench:inbox [-- --write]: the inbox in Chromium over 10,000 pending rows; needs `npm run build`. Exits 1 on a miss.
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { chromium, type Browser, type BrowserContextOptions } from "@playwright/test";
import { measureHeap, proposeMany, scrollFrames, scrollToEnd, timeFirstRows } from "../packages/inbox/e2e/support/many-rows.ts";
import { signInFirstTime } from "../packages/inbox/e2e/support/pages.ts";
import { startTestServer } from "../packages/inbox/e2e/support/server.ts";
import { atLeast, atMost, milliseconds, type Figure } from "./support/figure.ts";
import { describeHost, type Fact } from "./support/describe-machine.ts";
import { printTable } from "./support/print-table.ts";
import { writeResults } from "./support/write-results.ts";
import { median } from "./support/statistics.ts";

const ROWS = 10_000;
const LOADS = 7;
const SCROLL_SECONDS = 8;
const MAX_MILLISECONDS = 700;
const FEWEST_FRAMES = 50;
const MAX_MB = 150;
const viewport = { width: 1440, height: 900 };

const executablePath = process.env["CHROMIUM_PATH"] ?? ["/usr/bin/chromium"].find((path) => existsSync(path));
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
const server = await startTestServer();
try {
  const [processor] = cpus();
  console.log(`${cpus().length} × ${processor?.model.trim()}, Chromium ${browser.version()}; proposing ${ROWS} actions…`);
  await proposeMany(server, ROWS);
  const figures = await measure(browser);
  const table = printTable(figures);
  console.log(`\n${table}`);
  const facts: Fact[] = [...describeHost(), ["Chromium", browser.version()]];
  if (process.argv.includes("--write")) await writeResults("The inbox", "npm run bench:inbox -- --write", facts, table);
  const missed = figures.filter(({ target }) => target && !target.met);
  console.log(missed.length === 0 ? "\nEvery target was met." : `\n${missed.length} targets were missed.`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
}

async function measure(chrome: Browser): Promise<Figure[]> {
  const first = await chrome.newContext({ viewport });
  await signInFirstTime(await first.newPage(), server);
  const storageState = await first.storageState();
  await first.close();
  const url = `${server.url}/`;

  const cold: number[] = [];
  const again: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const { page, close } = await openPage(chrome, { viewport, storageState });
    cold.push(await timeFirstRows(page, url));
    again.push(await timeFirstRows(page, url));
    await close();
  }
  const { page, close } = await openPage(chrome, { viewport, storageState });
  await timeFirstRows(page, url);
  const reading = framesOf(await scrollFrames(page, SCROLL_SECONDS));
  await scrollToEnd(page);
  const read = framesOf(await scrollFrames(page, SCROLL_SECONDS));
  const heap = await measureHeap(page);
  await close();
  return [
    {
      what: "first rows on the screen, nothing in the browser's cache",
      measured: milliseconds(median(cold)),
      beside: `slowest of ${LOADS}: ${milliseconds(Math.max(...cold))}`,
      target: atMost(median(cold), MAX_MILLISECONDS, "ms"),
    },
    { what: "first rows on the screen, page known", measured: milliseconds(median(again)) },
    { ...reading, what: "scrolling while more rows are read" },
    { ...read, what: `scrolling with all ${ROWS} rows read` },
    {
      what: "memory of the page, all rows read",
      measured: `${heap.toFixed(0)} MB`,
      target: atMost(Math.round(heap), MAX_MB, "MB"),
    },
  ];
}

async function openPage(chrome: Browser, options: BrowserContextOptions) {
  const context = await chrome.newContext(options);
  return { page: await context.newPage(), close: () => context.close() };
}

function framesOf(times: readonly number[]): Omit<Figure, "what"> {
  const rate = (1000 * times.length) / times.reduce((sum, time) => sum + time, 0);
  return {
    measured: `${rate.toFixed(1)} frames/s`,
    beside: `longest frame ${milliseconds(Math.max(...times))}`,
    target: atLeast(rate, FEWEST_FRAMES, "frames/s"),
  };
}
