import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { need, propose } from "../support/gate.ts";
import { addApprovers, openFleet, type Fleet } from "./races-engines.ts";

describe("votes at once, on servers over one PostgreSQL database", () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await openFleet();
    const { engine, people } = fleet.gate;
    need(await engine.tools.change(people.admin, "pay", { approvalRule: { needs: "n_of", n: 3, of: [{ role: "approver" }] } }));
  });
  afterAll(async () => fleet?.close());

  test("G18 ten people at once, three needed: one approval after exactly three votes, the others are told", async () => {
    const voters = await addApprovers(fleet.gate, 10);
    for (let round = 0; round < 5; round += 1) {
      const id = await propose(fleet.gate, "pay", { amount: round });
      const { digest } = need(await fleet.gate.engine.actions.get(fleet.gate.people.viewer, id));
      const results = await Promise.all(
        voters.map((by, n) => fleet.engines[n % fleet.engines.length]!.decisions.approve(by, id, { channel: "api", digest })),
      );
      const won = results.flatMap((result) => (result.ok ? [result.value] : []));
      expect(won.map(({ status }) => status).sort()).toEqual(["approved", "pending", "pending"]);
      for (const result of results) if (!result.ok) expect(result.refusal.code).toBe("INVALID_STATE");
      const { decisions, votes, version, resolvedBy } = need(await fleet.gate.engine.actions.get(fleet.gate.people.viewer, id));
      expect(new Set(decisions.map(({ by }) => by.id)).size).toBe(3);
      expect([decisions.length, version, votes?.missing, resolvedBy?.id]).toEqual([3, 4, [], decisions[2]?.by.id]);
    }
  });

  test("G18 one person twice at once has one vote", async () => {
    const by = fleet.gate.people.approver;
    for (let round = 0; round < 10; round += 1) {
      const id = await propose(fleet.gate, "pay", { amount: round });
      const { digest } = need(await fleet.gate.engine.actions.get(by, id));
      const results = await Promise.all(
        [0, 1, 2].map((n) => fleet.engines[n]!.decisions.approve(by, id, { channel: "api", digest })),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(need(await fleet.gate.engine.actions.get(by, id))).toMatchObject({
        status: "pending",
        version: 2,
        decisions: [{}],
      });
    }
  });
});
