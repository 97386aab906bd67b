import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { ApprovalRule, JsonObject, QuestionForm } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { newId } from "../../src/engine/new-id.ts";
import { insertGrant } from "../../src/store/statements/standing-grants.ts";
import { findTool } from "../../src/store/statements/tools.ts";
import { questionsConnector } from "../../src/tools/connectors/questions/ask-person.ts";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

const kind = inject("database");
const channel = "inbox";

const SIZES: QuestionForm = {
  type: "object",
  properties: {
    size: {
      type: "string",
      title: "Size",
      oneOf: [
        { const: "S", title: "Small" },
        { const: "M", title: "Medium" },
      ],
    },
    count: { type: "integer", title: "How many", minimum: 1, maximum: 9 },
    extras: { type: "array", title: "Extras", items: { type: "string", enum: ["lid", "straw"] }, maxItems: 2 },
    gift: { type: "boolean", title: "As a gift" },
  },
  required: ["size", "count"],
};

describe(`questions of agents on ${kind}`, () => {
  let gate: Gate;
  let ada: Principal;
  let bob: Principal;
  let admin: Principal;
  let asked = 0;
  beforeAll(async () => {
    gate = await openGate(kind, { connectors: [questionsConnector] });
    ({ approver: ada, other: bob, admin } = gate.people);
  });
  afterAll(async () => gate?.close());

  /** Asks another question each time: the same one meets its existing action. */
  const ask = (more: JsonObject = {}): Promise<string> =>
    propose(gate, "ask_person", { question: `Which city? (${(asked += 1)})`, ...more }, { delivery: "queue", waitSeconds: 0 });
  const answer = (id: string, by: Principal, given?: JsonObject, how: { channel: string } = { channel }) =>
    gate.engine.decisions.approve(by, id, { ...how, ...(given && { userEdits: { answer: given } }) });
  const read = async (id: string) => need(await gate.engine.actions.get(admin, id));
  const faultsOf = (result: Awaited<ReturnType<typeof answer>>) =>
    result.ok ? "ok" : (result.refusal.errors ?? []).map(({ path, message }) => `${path} ${message}`);

  test("G45 a question is answered once, with its form, and the agent gets exactly that answer", async () => {
    const id = await ask({ context: "For the invoice", form: SIZES as unknown as JsonObject });
    expect(await read(id)).toMatchObject({
      isQuestion: true,
      status: "pending",
      preview: { title: `Question: Which city? (${asked})` },
    });
    const given = { size: "M", count: 2, extras: ["lid"], gift: false };
    expect(need(await answer(id, ada, given)).status).toBe("approved");
    expect(codeOf(await answer(id, bob, { size: "S", count: 1 }))).toBe("INVALID_STATE");
    const ended = await untilStatus(gate, id, "executed");
    expect(ended).toMatchObject({ result: given, effectiveInput: { answer: given }, resolvedBy: { id: ada.id } });
    expect(ended.toolInput).not.toHaveProperty("answer");
    const outcome = need(await gate.engine.actions.outcome(gate.agent, id));
    expect(outcome).toMatchObject({ status: "executed", result: given });
    expect(outcome.message).toMatch(/A person has answered/);
    expect(outcome).not.toHaveProperty("effectiveInput");
  });

  test("G45 a question without a form takes one text", async () => {
    const id = await ask();
    expect(faultsOf(await answer(id, ada, {}))).toEqual(["/userEdits/answer/answer is required"]);
    need(await answer(id, ada, { answer: "Lisbon" }));
    expect((await untilStatus(gate, id, "executed")).result).toEqual({ answer: "Lisbon" });
  });

  test("G45 without an answer nothing is approved, by whomever and wherever", async () => {
    const id = await ask();
    expect(faultsOf(await answer(id, ada))).toEqual(["/userEdits/answer is required"]);
    expect(faultsOf(await answer(id, admin, undefined, { channel: "api" }))).toEqual(["/userEdits/answer is required"]);
    const { digest } = await read(id);
    const item = { pendingActionId: id, verdict: "approve", digest, userEdits: { answer: { answer: "Rome" } } } as const;
    const many = need(await gate.engine.decisions.decideMany(ada, [item], "inbox"));
    expect(many.results).toMatchObject([{ outcome: "skipped", detail: expect.stringMatching(/answered separately/) }]);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const delayed = { channel, notBefore: later, userEdits: { answer: { answer: "Rome" } } };
    expect(codeOf(await gate.engine.decisions.approve(ada, id, delayed))).toBe("INVALID_INPUT");
    for (const place of ["message", "embed"]) {
      expect(codeOf(await answer(id, ada, { answer: "Rome" }, { channel: place }))).toBe("FORBIDDEN");
    }
    expect((await read(id)).status).toBe("pending");
  });

  test("G45 an answer is what the form allows, and changes nothing that was asked", async () => {
    const id = await ask({ form: SIZES as unknown as JsonObject });
    const wrong: [JsonObject, string][] = [
      [{ size: "XL", count: 1 }, "/userEdits/answer/size"],
      [{ size: "S", count: 0 }, "/userEdits/answer/count"],
      [{ size: "S", count: "2" }, "/userEdits/answer/count"],
      [{ size: "S", count: 1, extras: ["spoon"] }, "/userEdits/answer/extras/0"],
      [{ size: "S", count: 1, other: true }, "/userEdits/answer/other"],
      [{ size: "S", count: 1, extras: ["lid", "lid"] }, "/userEdits/answer/extras"],
      [{ count: 1 }, "/userEdits/answer/size"],
    ];
    for (const [given, path] of wrong) expect(faultsOf(await answer(id, ada, given))).toEqual([expect.stringContaining(path)]);
    for (const key of ["question", "form", "context", "topic", "other"]) {
      const userEdits = { answer: { size: "S", count: 1 }, [key]: "x" };
      const refused = await gate.engine.decisions.approve(ada, id, { channel, userEdits });
      expect(faultsOf(refused)).toEqual([expect.stringContaining(`/userEdits/${key} `)]);
    }
    expect((await read(id)).status).toBe("pending");
  });

  test("G45 an agent cannot answer: not with its question, not by deciding", async () => {
    const withAnswer = { question: "Sure?", answer: { answer: "yes" } };
    const refused = await gate.engine.proposals.propose(gate.agent, { toolName: "ask_person", toolInput: withAnswer });
    expect(codeOf(refused)).toBe("INVALID_INPUT");
    const id = await ask();
    expect(codeOf(await answer(id, gate.agent, { answer: "yes" }))).toBe("FORBIDDEN");
  });

  test("a form that could not be shown whole is refused, with the place", async () => {
    const faults = async (form: unknown) => {
      const toolInput = { question: "Which?", form: form as JsonObject };
      const refused = await gate.engine.proposals.propose(gate.agent, { toolName: "ask_person", toolInput });
      return refused.ok ? "ok" : (refused.refusal.errors ?? []).map(({ path }) => path);
    };
    const field = (one: JsonObject) => ({ type: "object", properties: { one } });
    expect(await faults(field({ type: "object" }))).toEqual(["/toolInput/form/properties/one/type"]);
    expect(await faults(field({ type: "string", pattern: "^(a+)+$" }))).toEqual(["/toolInput/form/properties/one"]);
    expect(await faults(field({ type: "string", enum: ["pay\u200b"] }))).toEqual(["/toolInput/form/properties/one/enum/0"]);
    expect(await faults(field({ type: "array", items: { type: "string" } }))).toEqual(["/toolInput/form/properties/one/items"]);
    expect(await faults({ type: "object", properties: {} })).toEqual(["/toolInput/form/properties"]);
    expect(await faults({ ...SIZES, required: ["colour"] })).toEqual(["/toolInput/form/required/0"]);
  });

  test("G45 no setting, group or grant lets a question pass without a person", async () => {
    const change = (settings: object) => gate.engine.tools.change(admin, "ask_person", { ...settings, confirm: true });
    expect(codeOf(await change({ approval: "never" }))).toBe("INVALID_INPUT");
    expect(codeOf(await change({ approval: "when", approvalWhen: "args.question == 'x'" }))).toBe("INVALID_INPUT");
    expect(codeOf(await change({ groups: [{ group: "default", approval: "never" }] }))).toBe("INVALID_INPUT");
    const grant = { toolName: "ask_person", agentId: gate.agent.id, allowWhen: "true", maxUses: 5, expiresInSeconds: 600 };
    expect(await gate.engine.grants.write(admin, { ...grant, confirm: true })).toMatchObject({
      refusal: { errors: [{ path: "/toolName", message: "asks a question, and only people answer questions" }] },
    });
    // Settings that an older version allowed count for nothing.
    await gate.database.kysely
      .updateTable("tool")
      .set({ approval: "never", neverIn: ["default"] })
      .where("name", "=", "ask_person")
      .execute();
    const id = await ask();
    expect((await read(id)).status).toBe("pending");
    await gate.database.kysely
      .updateTable("tool")
      .set({ approval: "required", neverIn: [] })
      .where("name", "=", "ask_person")
      .execute();
  });

  test("G45 a grant of an older version lets no question pass", async () => {
    const { kysely } = gate.database;
    const { workspaceId, id: agentId } = gate.agent;
    const tool = await findTool(kysely, workspaceId, "ask_person");
    await insertGrant(kysely, {
      workspaceId,
      id: newId(),
      toolName: "ask_person",
      toolHash: tool!.definitionHash,
      toolSource: "server",
      agentId,
      agentName: "agent",
      allowWhen: "true",
      note: null,
      maxUses: 5,
      expiresInSeconds: 600,
      writtenBy: admin.id,
      writtenName: "admin",
    });
    expect((await read(await ask())).status).toBe("pending");
  });

  test("G45 the person whom the agent acts for answers its questions", async () => {
    const setActsFor = (actsFor: string | null) => gate.engine.agents.change(admin, gate.agent.id, { actsFor, confirm: true });
    need(await setActsFor(ada.id));
    const id = await ask();
    need(await answer(id, ada, { answer: "mine" }));
    expect((await untilStatus(gate, id, "executed")).result).toEqual({ answer: "mine" });
    need(await setActsFor(null));
  });

  test("G45 where two people must approve, the second approves the first one's answer or gives another", async () => {
    const approvalRule: ApprovalRule = { needs: "n_of", n: 2, of: [{ role: "approver" }] };
    need(await gate.engine.tools.change(admin, "ask_person", { approvalRule, confirm: true }));
    const id = await ask();
    need(await answer(id, ada, { answer: "first" }));
    expect((await read(id)).status).toBe("pending");
    const rewritten = need(await answer(id, bob, { answer: "second" }));
    expect(rewritten).toMatchObject({ status: "pending", effectiveInput: { answer: { answer: "second" } } });
    need(await answer(id, ada));
    expect((await untilStatus(gate, id, "executed")).result).toEqual({ answer: "second" });
    need(await gate.engine.tools.change(admin, "ask_person", { approvalRule: null, confirm: true }));
  });

  test("G45 an agent reads no answer before it is given, nor one that was not given", async () => {
    const approvalRule: ApprovalRule = { needs: "n_of", n: 2, of: [{ role: "approver" }] };
    need(await gate.engine.tools.change(admin, "ask_person", { approvalRule, confirm: true }));
    const id = await ask();
    need(await answer(id, ada, { answer: "secret so far" }));
    const readings = async () => [
      need(await gate.engine.actions.get(gate.agent, id)),
      need(await gate.engine.actions.wait(gate.agent, id, 0)),
      need(await gate.engine.actions.list(gate.agent, { limit: 1 })).items[0],
    ];
    expect(JSON.stringify(await readings())).not.toContain("secret so far");
    expect(JSON.stringify(await read(id))).toContain("secret so far");
    need(await gate.engine.decisions.reject(bob, id, { channel }));
    expect(JSON.stringify(await readings())).not.toContain("secret so far");
    need(await gate.engine.tools.change(admin, "ask_person", { approvalRule: null, confirm: true }));
  });

  test("G45 a lost answer is not invented: the question is run again, not settled as answered", async () => {
    const id = await ask();
    need(await answer(id, ada, { answer: "Oslo" }));
    await untilStatus(gate, id, "executed");
    const { kysely } = gate.database;
    await kysely.updateTable("action").set({ status: "outcome_unknown", result: null }).where("id", "=", id).execute();
    expect(codeOf(await gate.engine.settlements.settle(admin, id, "executed", "looks fine"))).toBe("INVALID_STATE");
    need(await gate.engine.settlements.retry(admin, id));
    expect((await untilStatus(gate, id, "executed")).result).toEqual({ answer: "Oslo" });
  });

  test("G45 a checkpoint decides no question, and where the editor's approval does not count another person agrees", async () => {
    const opened = need(await gate.engine.checkpoints.open(gate.agent, { label: "All" }));
    const id = await propose(
      gate,
      "ask_person",
      { question: `In a checkpoint? (${(asked += 1)})` },
      { delivery: "queue", waitSeconds: 0, checkpointId: opened.id },
    );
    expect(need(await gate.engine.checkpoints.get(admin, opened.id)).items).toMatchObject([
      { pendingActionId: id, byItself: true },
    ]);
    const approvalRule: ApprovalRule = { needs: "any_of", of: [{ role: "approver" }], notLastEditor: true };
    need(await gate.engine.tools.change(admin, "ask_person", { approvalRule, confirm: true }));
    expect(need(await answer(id, ada, { answer: "mine" })).status).toBe("pending");
    expect(codeOf(await answer(id, ada))).toBe("FORBIDDEN");
    need(await answer(id, bob));
    expect((await untilStatus(gate, id, "executed")).result).toEqual({ answer: "mine" });
    need(await gate.engine.tools.change(admin, "ask_person", { approvalRule: null, confirm: true }));
  });

  test("declined, sent back and expired questions say so to the agent", async () => {
    const messageAfter = async (id: string) => need(await gate.engine.actions.outcome(gate.agent, id));
    const declined = await ask();
    need(await gate.engine.decisions.reject(ada, declined, { channel, comment: "Ask sales" }));
    expect(await messageAfter(declined)).toMatchObject({
      status: "rejected",
      reason: "Ask sales",
      message: expect.stringMatching(/declined/),
    });
    const expired = await propose(
      gate,
      "ask_person",
      { question: `Soon? (${(asked += 1)})` },
      { delivery: "queue", waitSeconds: 0, expiresInSeconds: 1 },
    );
    await untilStatus(gate, expired, "expired");
    expect((await messageAfter(expired)).message).toBe("Nobody answered in time.");
    const back = await ask();
    need(await gate.engine.decisions.refine(ada, back, { channel, comment: "Which year?" }));
    expect(await messageAfter(back)).toMatchObject({
      status: "refined",
      feedback: "Which year?",
      message: expect.stringMatching(/different question/),
    });
  });
});
