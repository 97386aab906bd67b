import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { Json, JsonObject, Outcome } from "@countersign/protocol";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { makeElements } from "../support/elements.ts";
import { codeOf, need, openGate, untilStatus, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests batch calls of a tool, on any database. */
describe(`many calls in one on ${kind}`, () => {
  const elements = makeElements();
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { connectors: [elements.connector], noSticks: true });
  });
  afterAll(async () => {
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
    await gate.close();
  });
  beforeEach(() => {
    elements.ran.length = 0;
    for (const id of ["a", "b", "c", "d"]) elements.fields.set(id, { price: 1, name: id });
  });

  const change = (id: string, price: Json) => ({ id, fields: { price } });
  let mission = 0;
  /** Proposes in a new mission, so that a rejection in one test does not affect another. */
  const proposeList = (toolName: string, proposals: Json, more: object = {}) => {
    const { summary, ...labels } = { missionId: `m${(mission += 1)}`, summary: undefined as Json | undefined, ...more };
    const toolInput: JsonObject = { proposals, ...(summary !== undefined && { summary }) };
    return gate.engine.proposals.propose(gate.agent, { toolName, toolInput, ...labels });
  };
  const get = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const stored = async () => (await gate.database.kysely.selectFrom("action").select("id").execute()).length;
  const idsOf = (outcome: Outcome) => outcome.proposalIds ?? [];
  const pathsOf = (result: Awaited<ReturnType<typeof proposeList>>) =>
    result.ok ? [] : (result.refusal.errors ?? []).map(({ path }) => path);

  test("each entry is an action of its own in one batch, and the answer holds ids and no content", async () => {
    const outcome = need(
      await proposeList("propose_update", [change("a", 2), change("b", 3)], { summary: "Dearer", sessionId: "s" }),
    );
    expect(Object.keys(outcome).sort()).toEqual(
      ["batchId", "message", "pendingActionId", "proposalIds", "status", "toolName"].sort(),
    );
    expect(outcome).toMatchObject({ status: "queued", pendingActionId: null, toolName: "propose_update" });
    const [first, second] = await Promise.all(idsOf(outcome).map(get));
    expect(first).toMatchObject({ toolInput: change("a", 2), target: "element:a", caption: "Dearer", sessionId: "s" });
    expect(second).toMatchObject({ toolInput: change("b", 3), target: "element:b", batchId: outcome.batchId });
    expect(first?.batchId).toBe(outcome.batchId);
    need(await gate.engine.decisions.approve(gate.people.approver, idsOf(outcome)[1]!, { channel: "api" }));
    await untilStatus(gate, idsOf(outcome)[1]!, "executed");
    expect(elements.ran.map(({ input }) => input)).toEqual([change("b", 3)]);
  });

  test("a caption of the request stands over the summary", async () => {
    const outcome = need(
      await proposeList("propose_update", [change("a", 2), change("b", 3)], { summary: "list", caption: "request" }),
    );
    expect((await get(idsOf(outcome)[0]!)).caption).toBe("request");
  });

  test("one entry is the ordinary call, with all its ways of waiting; the unit form is taken, too", async () => {
    const one = need(await proposeList("propose_update", [change("a", 2)], { summary: "One" }));
    expect(one).toMatchObject({ status: "queued", pendingActionId: expect.any(String) });
    expect(one).not.toHaveProperty("proposalIds");
    expect(await get(one.pendingActionId!)).toMatchObject({ toolInput: change("a", 2), caption: "One" });
    const unit = await gate.engine.proposals.propose(gate.agent, { toolName: "propose_update", toolInput: change("b", 2) });
    expect(await get(need(unit).pendingActionId!)).toMatchObject({ toolInput: change("b", 2) });
    const waited = await proposeList("propose_update", [change("c", 2)], {
      delivery: "wait",
      waitSeconds: 0,
      onWaitEnd: "expire",
    });
    expect(need(waited).status).toBe("expired");
    expect(pathsOf(await proposeList("propose_update", [change("a", "dear")]))).toEqual([
      "/toolInput/proposals/0/fields/price",
    ]);
  });

  test("several are queued whatever the call asks of waiting", async () => {
    const outcome = need(
      await proposeList("propose_update", [change("a", 2), change("b", 3)], {
        delivery: "wait",
        waitSeconds: 600,
        onWaitEnd: "expire",
      }),
    );
    expect(outcome.status).toBe("queued");
    expect((await get(idsOf(outcome)[0]!)).expiresAt).toBeNull();
  });

  test("G6 one entry that is not valid refuses all of them by its place, and nothing is stored", async () => {
    const before = await stored();
    const refused = await proposeList("propose_update", [
      change("a", 2),
      change("b", 3),
      { id: "nowhere", fields: {} },
      change("c", "dear"),
    ]);
    expect(codeOf(refused)).toBe("INVALID_INPUT");
    expect(pathsOf(refused)).toEqual(["/toolInput/proposals/2/id", "/toolInput/proposals/3/fields/price"]);
    expect(pathsOf(await proposeList("propose_update", []))).toEqual(["/toolInput/proposals"]);
    expect(pathsOf(await proposeList("propose_update", [{ proposals: [change("a", 2)] }, change("b", 1)]))).toEqual([
      "/toolInput/proposals/0/proposals",
    ]);
    const many = await gate.engine.proposals.proposeMany(gate.agent, {
      items: [{ toolName: "propose_update", toolInput: { proposals: [change("a", 2)] } }],
    });
    expect(many.ok ? [] : many.refusal.errors?.map(({ path }) => path)).toEqual(["/items/0/toolInput/proposals"]);
    const answers = await proposeList("propose_update", [change("a", 2), change("b", 2)], { supersedes: "act" });
    expect(pathsOf(answers)).toEqual(["/supersedes"]);
    expect(await stored()).toBe(before);
  });

  test("G8 an agent without a right to the tool is refused as with one call", async () => {
    const { kysely } = gate.database;
    const setGroups = (groups: string[]) =>
      kysely.updateTable("apiKey").set({ groups }).where("id", "=", gate.agent.id).execute();
    await setGroups(["nothing"]);
    const before = await stored();
    expect(codeOf(await proposeList("propose_update", [change("a", 2), change("b", 2)]))).toBe("FORBIDDEN");
    await setGroups(["default"]);
    expect(await stored()).toBe(before);
  });

  test("the same key and body give the same answer; another body under that key conflicts", async () => {
    const missionId = "keyed";
    const first = need(
      await proposeList("propose_update", [change("a", 2), change("b", 3)], { idempotencyKey: "k", missionId }),
    );
    const again = need(
      await proposeList("propose_update", [change("a", 2), change("b", 3)], { idempotencyKey: "k", missionId }),
    );
    expect(again).toEqual(first);
    const before = await stored();
    for (const other of [
      [change("a", 2)],
      [change("a", 2), change("b", 4)],
      [change("a", 2), change("b", 3), change("c", 4)],
    ]) {
      const refused = await proposeList("propose_update", other, { idempotencyKey: "k", missionId });
      expect(codeOf(refused)).toBe("IDEMPOTENCY_CONFLICT");
    }
    expect(await stored()).toBe(before);
  });

  test("what asks nobody runs, and its end is told in its place", async () => {
    const outcome = need(await proposeList("update", [change("a", 2), change("b", 3)]));
    expect(outcome).toMatchObject({ status: "executed", pendingActionId: null, proposalIds: [] });
    expect(outcome.items).toMatchObject([
      { index: 0, status: "executed", result: { id: "a" } },
      { index: 1, status: "executed", result: { id: "b" } },
    ]);
    expect(elements.ran).toHaveLength(2);
  });

  test("G1 a policy looks at each entry by itself", async () => {
    const { admin } = gate.people;
    need(
      await gate.engine.tools.change(admin, "propose_update", {
        approval: "when",
        approvalWhen: "args.fields.price > 10",
        confirm: true,
      }),
    );
    const outcome = need(await proposeList("propose_update", [change("a", 2), change("b", 300), change("c", 4)]));
    expect(outcome.status).toBe("queued");
    expect(idsOf(outcome)).toHaveLength(1);
    expect(await get(idsOf(outcome)[0]!)).toMatchObject({ toolInput: change("b", 300), status: "pending" });
    expect(outcome.items).toMatchObject([
      { index: 0, status: "executed" },
      { index: 2, status: "executed" },
    ]);
    need(await gate.engine.tools.change(admin, "propose_update", { approval: "required" }));
  });

  test("G16 a standing grant lets as many entries pass as it has uses left", async () => {
    const { admin } = gate.people;
    need(
      await gate.engine.grants.write(admin, {
        toolName: "propose_update",
        agentId: gate.agent.id,
        allowWhen: "args.fields.price < 10",
        maxUses: 2,
        expiresInSeconds: 3600,
        confirm: true,
      }),
    );
    const outcome = need(
      await proposeList("propose_update", [change("a", 2), change("b", 3), change("c", 4), change("d", 50)]),
    );
    expect(idsOf(outcome)).toHaveLength(2);
    expect(outcome.items?.map(({ status, index }) => [index, status])).toEqual([
      [0, "executed"],
      [1, "executed"],
    ]);
  });

  test("G15 an entry that a person rejected before is refused with the reason, and the others are queued", async () => {
    const missionId = "no";
    const first = need(await proposeList("propose_update", [change("a", 20), change("b", 30)], { missionId }));
    need(await gate.engine.decisions.reject(gate.people.approver, idsOf(first)[0]!, { channel: "api", comment: "too dear" }));
    const again = need(await proposeList("propose_update", [change("a", 20), change("c", 40)], { missionId }));
    expect(idsOf(again)).toHaveLength(1);
    expect(again.items).toMatchObject([{ index: 0, status: "rejected", reason: "too dear", repeated: { times: 1 } }]);
  });

  test("the quota counts each entry", async () => {
    const small = await openGate(kind, {
      database: gate.database,
      connectors: [elements.connector],
      started: false,
      settings: { maxPendingPerAgent: 3 },
    });
    const proposals = ["a", "b", "c", "d"].map((id) => change(id, 2));
    const toolInput = { proposals };
    expect(codeOf(await small.engine.proposals.propose(small.agent, { toolName: "propose_update", toolInput }))).toBe(
      "RATE_LIMITED",
    );
    expect(need(await small.engine.actions.counts(small.people.viewer)).byStatus["pending"] ?? 0).toBe(0);
    need(
      await small.engine.proposals.propose(small.agent, {
        toolName: "propose_update",
        toolInput: { proposals: proposals.slice(1) },
      }),
    );
    await small.close();
  });

  test("G17 a checkpoint collects the list's batch, expiry holds for each", async () => {
    const { id: checkpointId } = need(await gate.engine.checkpoints.open(gate.agent, { label: "prices", batchIds: [] }));
    const outcome = need(
      await proposeList("propose_update", [change("a", 21), change("b", 31)], { checkpointId, expiresInSeconds: 60 }),
    );
    const checkpoint = need(await gate.engine.checkpoints.get(gate.people.viewer, checkpointId));
    expect(JSON.stringify(checkpoint)).toContain(outcome.batchId);
    for (const id of idsOf(outcome)) expect((await get(id)).expiresAt).not.toBeNull();
  });

  test("G10 the same list asked again meets what is open, each entry by itself", async () => {
    const ask = async (...proposals: JsonObject[]) =>
      need(await gate.engine.heldCalls.ask(gate.agent, { toolName: "propose_update", toolInput: { proposals } }));
    const first = await ask(change("a", 61), change("b", 62));
    expect(idsOf(first)).toHaveLength(2);
    const again = await ask(change("b", 62), change("c", 63), change("a", 61));
    expect(idsOf(again)[0]).toBe(idsOf(first)[1]);
    expect(idsOf(again)[2]).toBe(idsOf(first)[0]);
    expect(await ask(change("a", 61), change("b", 62))).toEqual(first);
    const single = await ask(change("a", 61));
    expect(single.pendingActionId).toBe(idsOf(first)[0]);

    need(await gate.engine.decisions.reject(gate.people.approver, idsOf(first)[0]!, { channel: "api", comment: "no" }));
    const told = await ask(change("a", 61), change("b", 62));
    expect(idsOf(told)).toEqual([idsOf(first)[1]]);
    expect(told.items).toMatchObject([{ index: 0, status: "rejected", reason: "no", pendingActionId: idsOf(first)[0] }]);
    const before = await stored();
    const bad = await gate.engine.heldCalls.ask(gate.agent, {
      toolName: "propose_update",
      toolInput: { proposals: [change("b", 62), change("d", "dear")] },
    });
    expect(bad.ok ? [] : bad.refusal.errors?.map(({ path }) => path)).toEqual(["/toolInput/proposals/1/fields/price"]);
    expect(await stored()).toBe(before);
  });

  test("G10 equal lists at once, and equal entries within one, are asked once", async () => {
    const proposals = [change("a", 71), change("b", 72), change("a", 71)];
    const asked = await Promise.all(
      Array.from({ length: 8 }, () =>
        gate.engine.heldCalls.ask(gate.agent, { toolName: "propose_update", toolInput: { proposals } }),
      ),
    );
    const ids = asked.map((one) => idsOf(need(one)).join());
    expect(new Set(ids).size).toBe(1);
    expect(idsOf(need(asked[0]!))).toHaveLength(2);
  });

  test("an agent is shown the list form, people the unit; a worker's tool may have one", async () => {
    const ofAgent = need(await gate.engine.tools.list(gate.agent)).find(({ name }) => name === "propose_update")!;
    expect(ofAgent.inputSchema).toMatchObject({ required: ["proposals"], additionalProperties: false });
    const ofPeople = need(await gate.engine.tools.list(gate.people.admin)).find(({ name }) => name === "propose_update")!;
    expect(ofPeople).toMatchObject({ batchKey: "proposals", inputSchema: { required: ["id", "fields"] } });
    const tool = { name: "ship", description: "ships", inputSchema: { type: "object", properties: { to: {} } } };
    const refused = await gate.engine.declaredTools.register(gate.worker, [{ ...tool, batchKey: "to" }]);
    expect(refused.ok ? [] : refused.refusal.errors?.map(({ path }) => path)).toEqual(["/tools/0/batchKey"]);
    need(await gate.engine.declaredTools.register(gate.worker, [{ ...tool, batchKey: "parcels" }]));
    const outcome = await gate.engine.proposals.propose(gate.agent, {
      toolName: "ship",
      toolInput: { parcels: [{ to: "x" }, { to: "y" }] },
    });
    expect(idsOf(need(outcome))).toHaveLength(2);
  });
});
