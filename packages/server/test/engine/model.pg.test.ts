import { ACTION_STATUSES } from "@countersign/protocol";
import { fc } from "../../../../test/support/property.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { DATABASE_KINDS } from "../support/database.ts";
import { COMMANDS } from "./model-commands.ts";
import { EFFECTS, openModelGate, proposeFirst, type Model, type Real } from "./model-run.ts";

const MAX_COMMANDS = 40;
const MAX_ROUNDS = 5;

const RUNS = process.env["COUNTERSIGN_TEST_LONG"] ? { pglite: 200, pg: 400 } : { pglite: 50, pg: 80 };

/** Runs random command sequences on actions beside a model of the lifecycle. A failure prints its seed and path. */
describe.each(DATABASE_KINDS)("model of the lifecycle on %s", (kind) => {
  let real: Real;
  beforeAll(async () => {
    real = await openModelGate(kind);
  });
  afterAll(async () => real.gate.close());

  test("G3 G5 whatever people, agents and workers do, an action is where the model says", { timeout: 300_000 }, async () => {
    const lives = fc.commands(COMMANDS, { maxCommands: MAX_COMMANDS, size: "max" });
    const property = fc.asyncProperty(fc.constantFrom(...EFFECTS), lives, async (effect, commands) => {
      const model: Model = { action: await proposeFirst(real, effect) };
      await fc.asyncModelRun(() => ({ model, real }), commands);
    });
    // Every status must be reached, or the property proves little. A single round may miss one by chance; several do not.
    const { seed = Date.now() } = fc.readConfigureGlobal();
    for (let round = 0; round < MAX_ROUNDS && real.found.size < ACTION_STATUSES.length; round += 1)
      await fc.assert(property, { numRuns: RUNS[kind], seed: seed + round });
    expect([...real.found].sort()).toEqual([...ACTION_STATUSES].sort());
  });

  test("G12 after all these lives the log verifies", async () => {
    const [report] = await verifyAudit(real.gate.database, real.gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
  });
});
