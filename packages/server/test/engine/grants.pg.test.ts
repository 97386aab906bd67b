import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { openFleet, type Fleet } from "./races-engines.ts";

describe("a grant among ten servers", () => {
  let fleet: Fleet;
  beforeAll(async () => (fleet = await openFleet()), 120_000);
  afterAll(async () => fleet?.close());

  test("G16 fifty at once over ten uses are ten approvals, and forty that ask", async () => {
    const { gate, engines } = fleet;
    const { agent, people } = gate;
    const grant = need(
      await gate.engine.grants.write(people.admin, {
        toolName: "pay",
        agentId: agent.id,
        allowWhen: "true",
        maxUses: 10,
        expiresInSeconds: 600,
        confirm: true,
      }),
    );
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_, n) =>
        need(
          await engines[n % engines.length]!.proposals.propose(agent, {
            toolName: "pay",
            toolInput: { amount: n },
            waitSeconds: 0,
          }),
        ),
      ),
    );
    const counted = (status: string) => outcomes.filter((one) => one.status === status).length;
    expect([counted("approved"), counted("queued")]).toEqual([10, 40]);
    expect(need(await gate.engine.grants.list(people.viewer))).toMatchObject([{ id: grant.id, uses: 10, state: "used_up" }]);
    const used = need(await gate.engine.audit.page(people.admin, { kinds: ["grant.used"], limit: 200 }));
    expect(used.map(({ data }) => data["grantId"])).toEqual(Array.from({ length: 10 }, () => grant.id));
    expect(need(await gate.engine.audit.verify(people.admin)).faults).toEqual([]);
    expect(fleet.complaints).toEqual([]);
  });

  test("G16 a grant that is revoked while calls come approves none after it", async () => {
    const { gate, engines } = fleet;
    const { agent, people } = gate;
    const grant = need(
      await gate.engine.grants.write(people.admin, {
        toolName: "pay",
        agentId: agent.id,
        allowWhen: "true",
        maxUses: 1000,
        expiresInSeconds: 600,
        confirm: true,
      }),
    );
    const ask = (n: number) =>
      engines[n % engines.length]!.proposals.propose(agent, {
        toolName: "pay",
        toolInput: { amount: 1000 + n },
        waitSeconds: 0,
      });
    const calls = Array.from({ length: 60 }, (_, n) => ask(n));
    const revoked = need(await gate.engine.grants.revoke(people.admin, grant.id));
    await Promise.all(calls);
    const late = need(await ask(99));
    expect(late.status).toBe("queued");
    const [now] = need(await gate.engine.grants.list(people.viewer)).filter(({ id }) => id === grant.id);
    expect(now?.uses).toBe(revoked.uses);
    const { items } = need(await gate.engine.actions.list(people.viewer, { status: ["approved"], limit: 200 }));
    expect(items.filter(({ resolvedBy }) => resolvedBy?.id === `grant:${grant.id}`)).toEqual([]);
    expect(fleet.complaints).toEqual([]);
  });
});
