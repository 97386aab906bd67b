import { expect, test } from "vitest";
import { batchCalls } from "../../src/engine/proposals/batch-calls.ts";

/** Records the batches; each one ends when the test releases it. */
function recorder() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const run = async (items: readonly number[]): Promise<string[]> => {
    batches.push([...items]);
    await new Promise<void>((resolve) => void ends.push(resolve));
    return items.map(String);
  };
  const endNext = async (): Promise<void> => {
    while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
    ends.shift()!();
  };
  return { batches, run, endNext };
}

test("what comes while a statement is under way goes together in the next one, each with its own answer", async () => {
  const { batches, run, endNext } = recorder();
  const call = batchCalls(run);
  const first = call(1);
  while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const more = [call(2), call(3)];
  await endNext();
  await endNext();
  expect(await Promise.all([first, ...more])).toEqual(["1", "2", "3"]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test("no more go together than 32 calls, or 4 MiB of what they carry, and a larger one goes alone", async () => {
  const { batches, run, endNext } = recorder();
  const few = batchCalls(run);
  const all = Promise.all(Array.from({ length: 33 }, (_, n) => few(n)));
  await endNext();
  await endNext();
  await all;
  expect(batches.map(({ length }) => length)).toEqual([32, 1]);

  batches.length = 0;
  const large = batchCalls(run, (size) => size);
  const mebibyte = 1024 * 1024;
  const sized = Promise.all([9, 3, 1, 1].map((size) => large(size * mebibyte)));
  for (let n = 0; n < 3; n += 1) await endNext();
  await sized;
  expect(batches.map((batch) => batch.map((size) => size / mebibyte))).toEqual([[9], [3, 1], [1]]);
});

const coded = (code: string): Error => Object.assign(new Error(code), { code });

test("a statement that fails for one of its calls fails for no other", async () => {
  for (const code of ["23505", "22P05", "40P01", "P0001"]) {
    const call = batchCalls(async (items: readonly number[]) => {
      if (items.includes(2)) throw coded(code);
      return items.map(String);
    });
    const ends = await Promise.allSettled([call(1), call(2), call(3)]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  }
});

test("a fault that leaves open what was written is told to everybody, and nothing is sent again", async () => {
  for (const error of [coded("57P01"), coded("08006"), new Error("Connection terminated unexpectedly")]) {
    let runs = 0;
    const call = batchCalls(async () => {
      runs += 1;
      throw error;
    });
    const ends = await Promise.allSettled([call(1), call(2)]);
    expect(ends).toEqual([1, 2].map(() => ({ status: "rejected", reason: error })));
    expect(runs).toBe(1);
  }
});
