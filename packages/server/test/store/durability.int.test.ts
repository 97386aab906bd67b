import { expect, test } from "vitest";
import { runRounds } from "../../../../scripts/durability/run-rounds.ts";

// The short form; `npm run durability:kill` and `npm run durability:powerloss` run it tens of times.

test("what was acknowledged survives the process's death", async () => {
  const { acknowledged, faults } = await runRounds({ rounds: 2, end: "kill" });
  expect(faults).toStrictEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
}, 240_000);

test("what was acknowledged survives a power cut, and would not without fsync", async () => {
  const { acknowledged, faults } = await runRounds({ rounds: 2, end: "power" });
  expect(faults).toStrictEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
  const stock = await runRounds({ rounds: 1, end: "power", fsync: false });
  expect(stock.faults).not.toStrictEqual([]);
}, 240_000);
