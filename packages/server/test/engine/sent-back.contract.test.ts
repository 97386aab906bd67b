import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { createEngine } from "../../src/engine/create-engine.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { makeElements } from "../support/elements.ts";
import { need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests how new proposals are linked to calls sent back without the model's help, on any database. */
describe(`proposed again on ${kind}`, () => {
  const elements = makeElements();
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { connectors: [elements.connector], started: false });
  });
  afterAll(async () => {
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
    await gate.close();
  });

  let element = 0;
  /** A new element, so that tests do not affect each other. */
  const makeElement = (): string => {
    const id = `e${(element += 1)}`;
    elements.fields.set(id, { price: 1, name: id });
    return id;
  };
  let price = 1;
  const change = (id: string): JsonObject => ({ id, fields: { price: (price += 1) } });
  const proposeOn = (id: string, more: object = {}, toolName = "propose_update") => propose(gate, toolName, change(id), more);
  const sendBack = async (id: string, feedback = "less") => {
    need(await gate.engine.decisions.refine(gate.people.approver, id, { channel: "api", comment: feedback }));
    return id;
  };
  const get = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));

  test("the next proposal on the target takes the place of what was sent back, both ways and on the record", async () => {
    const target = makeElement();
    const first = await sendBack(await proposeOn(target, { sessionId: "s" }));
    const second = await proposeOn(target, { sessionId: "s" });
    expect(await get(second)).toMatchObject({ supersedes: first, status: "pending" });
    expect(await get(first)).toMatchObject({ supersededBy: second, status: "refined" });
    expect(need(await gate.engine.actions.timeline(gate.people.viewer, first)).at(-1)).toMatchObject({
      kind: "action.superseded",
      by: { id: gate.agent.id },
    });
    expect(need(await gate.engine.actions.outcome(gate.agent, first))).toMatchObject({
      supersededBy: second,
      feedback: "less",
    });
    expect(await get(await proposeOn(target, { sessionId: "s" }))).toMatchObject({ supersedes: null });
    await sendBack(second);
    const third = await proposeOn(target, { sessionId: "s" });
    expect(await get(third)).toMatchObject({ supersedes: second });
  });

  test("another target, session, tool or agent, or a call without a target, takes no place", async () => {
    const [target, elsewhere] = [makeElement(), makeElement()];
    const first = await sendBack(await proposeOn(target, { sessionId: "s" }));
    const other = await openGate(kind, { connectors: [elements.connector], started: false, database: gate.database });
    const rival = { ...gate.agent, id: `rival_${gate.agent.workspaceId}`, name: "rival" };
    await gate.database.kysely
      .insertInto("apiKey")
      .values({
        workspaceId: rival.workspaceId,
        id: rival.id,
        kind: "agent",
        name: "rival",
        tokenHash: rival.id,
        prefix: "",
        groups: ["default"],
        role: null,
        userId: null,
      })
      .execute();
    const others = [
      await proposeOn(elsewhere, { sessionId: "s" }),
      await proposeOn(target, { sessionId: "t" }),
      await proposeOn(target),
      await propose({ ...gate, agent: rival }, "propose_update", change(target), { sessionId: "s" }),
    ];
    for (const id of others) expect((await get(id)).supersedes).toBeNull();
    const foreign = await propose(other, "propose_update", change(target), { sessionId: "s" });
    expect(need(await other.engine.actions.get(other.people.viewer, foreign)).supersedes).toBeNull();
    await other.close();
    gate.engine.start();
    const ran = await proposeOn(target, { sessionId: "s" }, "update");
    await untilStatus(gate, ran, "executed");
    await gate.engine.stop();
    expect((await get(ran)).supersedes).toBeNull();
    expect(await get(first)).toMatchObject({ supersededBy: null });
  });

  test("what the request names stands over what would be found, and a rejected or pending one is no answer's", async () => {
    const [target, named] = [makeElement(), makeElement()];
    const first = await sendBack(await proposeOn(target));
    const explicit = await sendBack(await proposeOn(named));
    const answer = await proposeOn(target, { supersedes: explicit });
    expect(await get(answer)).toMatchObject({ supersedes: explicit });
    expect(await get(first)).toMatchObject({ supersededBy: null });
    const next = await proposeOn(target);
    expect(await get(next)).toMatchObject({ supersedes: first });
  });

  test("several of one call are linked each to its own, and two on one target to two, the newest first", async () => {
    const [a, b] = [makeElement(), makeElement()];
    const older = await proposeOn(a);
    const newer = await proposeOn(a);
    const onB = await proposeOn(b);
    await sendBack(older);
    await sendBack(newer);
    await sendBack(onB);
    const outcome = await gate.engine.proposals.propose(gate.agent, {
      toolName: "propose_update",
      toolInput: { proposals: [change(a), change(b), change(a), change(a)] },
    });
    const made = await Promise.all((need(outcome).proposalIds ?? []).map(get));
    expect(made.map(({ supersedes }) => supersedes)).toEqual([newer, onB, older, null]);
  });

  test("G3 of proposals that come at once, at several processes, exactly one takes the place", async () => {
    const servers = [1, 2, 3].map(() =>
      createEngine({
        database: gate.database,
        registry: gate.registry,
        settings: { maxPendingPerAgent: 20_000, checkMilliseconds: 600_000 },
      }),
    );
    // Each starts the thread that checks its calls, which only then answers as quickly as the others.
    for (const engine of servers) await propose({ ...gate, engine }, "propose_update", change(makeElement()));
    for (let round = 0; round < 5; round += 1) {
      const target = makeElement();
      const first = await sendBack(await proposeOn(target));
      const made = await Promise.all(
        [...servers, ...servers, ...servers].map((engine) => propose({ ...gate, engine }, "propose_update", change(target))),
      );
      const linked = (await Promise.all(made.map(get))).filter(({ supersedes }) => supersedes === first);
      expect(linked).toHaveLength(1);
      expect((await get(first)).supersededBy).toBe(linked[0]?.id);
    }
    for (const engine of servers) await engine.stop();
  });

  test("G16 a proposal that a grant lets pass is linked as well", async () => {
    const target = makeElement();
    const first = await sendBack(await proposeOn(target));
    need(
      await gate.engine.grants.write(gate.people.admin, {
        toolName: "propose_update",
        agentId: gate.agent.id,
        allowWhen: "args.fields.price == 999",
        maxUses: 1,
        expiresInSeconds: 3600,
        confirm: true,
      }),
    );
    const id = await propose(gate, "propose_update", { id: target, fields: { price: 999 } });
    gate.engine.start();
    await untilStatus(gate, id, "executed");
    await gate.engine.stop();
    expect(await get(id)).toMatchObject({ supersedes: first });
  });

  test("G10 the same call asked again over MCP after it was sent back is a question of its own, told to its end", async () => {
    const target = makeElement();
    const call = { toolName: "propose_update", toolInput: change(target) };
    const ask = async () => need(await gate.engine.heldCalls.ask(gate.agent, call));
    const first = String((await ask()).pendingActionId);
    await sendBack(first);
    expect(need(await gate.engine.heldCalls.collect(gate.agent, first, 0)).status).toBe("refined");
    const second = String((await ask()).pendingActionId);
    expect(await get(second)).toMatchObject({ supersedes: first });
    await sendBack(second);
    expect(need(await gate.engine.heldCalls.collect(gate.agent, second, 0)).status).toBe("refined");
    const third = String((await ask()).pendingActionId);
    expect([first, second]).not.toContain(third);
    expect(await get(third)).toMatchObject({ supersedes: second, status: "pending" });
  });
});
