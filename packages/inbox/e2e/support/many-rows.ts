import type { Page } from "@playwright/test";
import type { ProposeManyRequest } from "@countersign/protocol";
import type { TestServer } from "./server.ts";

const PER_REQUEST = 200;

/** Proposes this many writes as the agent, each to a file of its own, numbered from 1 (oldest). */
export async function proposeMany(server: TestServer, amount: number): Promise<void> {
  for (let from = 1; from <= amount; from += PER_REQUEST) {
    const items: ProposeManyRequest["items"] = Array.from(
      { length: Math.min(PER_REQUEST, amount - from + 1) },
      (_item, index) => ({
        toolName: "write_file",
        toolInput: { path: `notes/${from + index}.md`, content: `# Note ${from + index}\nA line of text, and another one.\n` },
        missionId: `mission ${(from + index) % 40}`,
      }),
    );
    const answer = await server.fetch("/api/pending-actions/batch", { as: "agent", body: { items } });
    if (answer.status !== 202) throw new Error(`not proposed: ${await answer.text()}`);
  }
}

// Scripts for the page are strings: other programs that import this file are typed without a browser's globals.
const NOTE_FIRST_ROWS = `
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('ul[aria-label="Actions"] a')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.firstRowsAt = performance.now(); }));
  }).observe(document, { subtree: true, childList: true });`;

/** Opens a URL; returns the milliseconds from navigation start until the first rows were drawn. */
export async function timeFirstRows(page: Page, url: string): Promise<number> {
  await page.addInitScript(NOTE_FIRST_ROWS);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => (globalThis as { firstRowsAt?: number }).firstRowsAt !== undefined);
  return page.evaluate<number>("window.firstRowsAt");
}

const FRAME = `document.querySelector('ul[aria-label="Actions"]').parentElement`;

/** Scrolls the list for this many seconds, 40 px a frame, reversing at the ends. Returns each frame's duration in ms. */
export const scrollFrames = (page: Page, seconds: number): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const frame = ${FRAME};
    const times = [];
    let step = 40;
    let last = performance.now();
    const end = last + ${seconds * 1000};
    const next = (now) => {
      times.push(now - last);
      last = now;
      if (now >= end) return resolve(times.slice(1));
      if (frame.scrollTop + frame.clientHeight >= frame.scrollHeight - 1) step = -40;
      if (frame.scrollTop <= 0) step = 40;
      frame.scrollTop += step;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`);

/** Scrolls to the end repeatedly until the last row has loaded. */
export const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate<undefined>(`(async () => {
    const frame = ${FRAME};
    for (;;) {
      frame.scrollTop = frame.scrollHeight;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const last = document.querySelector('ul[aria-label="Actions"] > li:last-child');
      if (last && last.ariaSetSize !== "-1" && last.ariaSetSize === last.ariaPosInSet) return;
    }
  })()`);

/** The page's JavaScript heap after garbage collection, in MiB. */
export async function measureHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 2 ** 20;
}
