import { expect, test } from "vitest";
import { createIdentity } from "../../src/identity/identity.ts";
import { need, openGate, propose } from "../support/gate.ts";
import { openTestDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

test("G30 a stop and a rejection wait for no connection that others hold", async () => {
  const database = await openTestDatabase("pg");
  const gate = await openGate("pg", { database, started: false });
  const { approver, admin } = gate.people;
  const identity = createIdentity({ database, secrets: ["x".repeat(32)], baseUrl: "http://localhost:7420" });
  const { key } = need(await identity.createKey(admin, { kind: "user", name: "token" }));
  const id = await propose(gate, "pay", { amount: 1 });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  // More holders than connections: the others wait in the pool's queue, or are refused after a while.
  let holding = 0;
  const holders = Array.from({ length: 30 }, () =>
    database.kysely
      .connection()
      .execute(async () => {
        holding += 1;
        await released;
      })
      .catch(() => undefined),
  );
  try {
    await until(() => holding === 10);
    const request = new Request("http://localhost:7420/", { headers: { authorization: `Bearer ${key}` } });
    expect(await identity.authenticateUrgently(request)).toMatchObject({ kind: "principal" });
    expect(need(await gate.engine.decisions.reject(approver, id, { channel: "api" })).status).toBe("rejected");
    expect(need(await gate.engine.emergency.stop(approver, "now")).stop).toMatchObject({ reason: "now" });
    expect(holding).toBe(10);
  } finally {
    release();
    await Promise.all(holders);
    await identity.close();
    await gate.close();
  }
});
