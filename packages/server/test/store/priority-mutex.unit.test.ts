import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { PriorityMutex } from "../../src/store/pglite/priority-mutex.ts";

test("G31 what keeps an execution alive goes before what waited longer", async () => {
  const turns = new PriorityMutex();
  await turns.take();
  const order: string[] = [];
  const later = [
    turns.take().then(() => order.push("list")),
    turns.take().then(() => order.push("sweep")),
    turns.take("urgent").then(() => order.push("heartbeat")),
    turns.take("urgent").then(() => order.push("ending")),
  ];
  for (const one of later.keys()) {
    turns.give();
    await expect.poll(() => order).toHaveLength(one + 1);
  }
  expect(order).toEqual(["heartbeat", "ending", "list", "sweep"]);
});

test("G32 a request is refused after its time, a heartbeat waits as long as turns are given", async () => {
  const turns = new PriorityMutex(1);
  await turns.take();
  let beat = false;
  const heartbeat = turns.take("urgent").then(() => (beat = true));
  await expect(turns.take()).rejects.toThrow("within 30 s");
  expect(beat).toBe(false);
  turns.give();
  await heartbeat;
});

test("G32 where nobody gets a turn everybody who waits is told the likely cause", async () => {
  const turns = new PriorityMutex(1);
  await turns.take();
  await expect(turns.take("urgent")).rejects.toThrow("outside the transaction");
});

test("G32 a wait during which this process gets no time does not count", async () => {
  const turns = new PriorityMutex(5);
  await turns.take();
  const waits = turns.take();
  const until = performance.now() + 400;
  while (performance.now() < until);
  turns.give();
  await waits;
  await sleep(0);
});
