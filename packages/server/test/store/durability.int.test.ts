import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runRounds } from "../../../../scripts/durability/run-rounds.ts";
import { layDatabase } from "../support/embedded-database.ts";

// Short form; `npm run durability:kill` and `npm run durability:powerloss` repeat it tens of times, with first migrations.

let root: string;
let from: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "countersign-durability-"));
  await layDatabase(root);
  from = join(root, "database");
}, 240_000);
afterAll(() => rm(root, { recursive: true, force: true }));

test("what was acknowledged survives the process's death", async () => {
  const { acknowledged, faults } = await runRounds({ rounds: 2, end: "kill", from });
  expect(faults).toStrictEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
}, 240_000);

test("what was acknowledged survives a power cut, and would not without fsync", async () => {
  const { acknowledged, faults } = await runRounds({ rounds: 1, end: "power", from });
  expect(faults).toStrictEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
  const stock = await runRounds({ rounds: 1, end: "power", fsync: false, from });
  expect(stock.faults).not.toStrictEqual([]);
}, 240_000);
