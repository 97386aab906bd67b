import { gatedIn } from "@countersign/sdk";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Gate, openGate, until } from "../src/gate.ts";
import { RUNS } from "../src/two-calls.ts";

let gate: Gate;
beforeAll(async () => {
  gate = await openGate();
});
afterAll(() => gate?.close());

const CALLS = [5, 4].map((amount, n) => ({ id: `call-${n}`, input: { to: "ada", amount } }));

test.each(Object.entries(RUNS))(
  "%s: the next call of a run without a session is linked to the one sent back",
  async (name, open) => {
    const prefix = `${name.toLowerCase().replaceAll(" ", "_")}_`;
    const { tools, start } = open(CALLS, { countersign: gate.client, prefix, wait: "60s" });
    const worker = gate.client.work(gatedIn(tools));
    onTestFinished(() => worker.stop());
    await worker.ready;
    const running = start();
    const [first] = await gate.untilPending(prefix, 1);
    await gate.decide("refine", first!.id, { feedback: "less" });
    const second = await until(async () => (await gate.listOf(prefix)).find(({ id }) => id !== first!.id));
    expect(second).toMatchObject({ supersedes: first!.id, toolInput: { amount: 4 } });
    await gate.decide("approve", second.id);
    await running;
    expect(await gate.client.get(second.id)).toMatchObject({ status: "executed" });
  },
);
