import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CELLS } from "../crash/cells.ts";
import { openPgStores, type CellStores } from "../crash/cell-stores.ts";
import { runCell } from "../crash/run-cell.ts";
import { openSink, type Sink } from "../crash/sink.ts";
import { readServerUrl } from "./support/server-database.ts";

/** One cell for each failpoint, cycling through the effect classes and both phases; `npm run crash` runs every cell. */
const SHORT = CELLS.filter((_, n) => n % 8 === Math.floor(n / 8) % 8);

describe("a process killed between two steps", () => {
  let stores: CellStores;
  let sink: Sink;
  beforeAll(async () => {
    stores = await openPgStores(readServerUrl());
    sink = await openSink();
  });
  afterAll(async () => {
    sink.close();
    await stores.close();
  });

  test.each(SHORT)("G4 G5 $failpoint, $effect, $phase try", { timeout: 120_000 }, async (cell) => {
    const store = await stores.create();
    const result = await runCell(cell, store, sink);
    await store.remove();
    expect(result).toMatchObject({ faults: [] });
    expect(result.kills).toBeGreaterThan(0);
  });
});
