import { MessageChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import { startTimeLimit } from "../../src/core/start-time-limit.ts";

/** Keeps this process from everything else for so long. */
function pause(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("what arrived while the process was paused is read before the time is over", async () => {
  const { port1, port2 } = new MessageChannel();
  const seen: string[] = [];
  const over = new Promise<void>((resolve) => {
    startTimeLimit(1, () => resolve(void seen.push("over")));
  });
  port1.once("message", () => seen.push("answer"));
  port2.postMessage("answer");
  pause(20);
  await over;
  expect(seen).toEqual(["answer", "over"]);
  port1.close();
});

test("a limit that was ended calls nobody, also if its time was over already", async () => {
  const seen: string[] = [];
  const end = startTimeLimit(1, () => seen.push("over"));
  // In the same turn, after the timer of the limit.
  setTimeout(() => end(), 1);
  pause(20);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual([]);
});
