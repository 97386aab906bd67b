import { expect, it } from "vitest";
import { Semaphore } from "../../../src/tools/connectors/semaphore.ts";

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("lets two in, makes the next ones wait in order, and refuses who comes after these", async () => {
  const turns = new Semaphore(2, 3);
  const gates = Array.from({ length: 5 }, gate);
  const started: number[] = [];
  const done = gates.map(({ opened }, n) => turns.run(async () => (started.push(n), await opened, n)));
  await settle();
  expect(started).toEqual([0, 1]);
  await expect(turns.run(async () => "late")).resolves.toBeUndefined();

  gates[1]?.open();
  await settle();
  expect(started).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  expect(await Promise.all(done)).toEqual([0, 1, 2, 3, 4]);
  await expect(Promise.all([turns.run(async () => "a"), turns.run(async () => "b")])).resolves.toEqual(["a", "b"]);
});

it("gives a turn on when its task throws, and when who waits no longer wants it", async () => {
  const turns = new Semaphore(1, 10);
  const { open, opened } = gate();
  const failing = turns.run(async () => {
    await opened;
    throw new Error("broken");
  });
  const stop = new AbortController();
  const stopped = turns.run(async () => "never", stop.signal);
  const next = turns.run(async () => "next");
  stop.abort(new Error("not wanted"));
  await expect(stopped).rejects.toThrow("not wanted");
  open();
  await expect(failing).rejects.toThrow("broken");
  await expect(next).resolves.toBe("next");
  await expect(turns.run(async () => "never", stop.signal)).rejects.toThrow("not wanted");
  await expect(turns.run(async () => "last")).resolves.toBe("last");
});
