import { expect, test } from "vitest";
import { need, openGate } from "../support/gate.ts";

test("workers that register in different orders, and an administrator between them, do not wait for each other in a circle", async () => {
  const gate = await openGate("pg", { started: false });
  const names = ["a", "b", "c", "d"];
  const register = async (order: readonly string[], round: number) =>
    need(
      await gate.engine.declaredTools.register(
        gate.worker,
        order.map((name) => ({ name, description: `round ${round} of ${order.join("")}`, inputSchema: { type: "object" } })),
      ),
    );
  await register(names, 0);
  for (let round = 1; round <= 15; round += 1) {
    const settings = { lifetimeSeconds: round };
    const done = await Promise.allSettled([
      register(names, round),
      register([...names].reverse(), round),
      ...names.map(async (name) => need(await gate.engine.tools.change(gate.people.admin, name, settings))),
    ]);
    expect(done.filter(({ status }) => status === "rejected")).toEqual([]);
  }
  await gate.close();
});
