import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { textAt } from "../../src/mcp/rpc-message.ts";
import { need } from "../support/gate.ts";
import { openGateway, type Gateway } from "./gateway-support.ts";
import { modernClient } from "./raw-client.ts";
import { call, ERAS, textOf } from "./support.ts";

const TASKS = { extensions: { "io.modelcontextprotocol/tasks": {} } };
const QUESTION = "Whose account is b?";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway({ holdSeconds: 60 });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.clear();
  await gateway.forget();
});

let amount = 0;
const transfer = (): JsonObject => {
  amount += 1;
  return { amount, to: "b" };
};
const settle = async (settings: object) =>
  need(await gateway.gate.engine.tools.change(gateway.gate.people.admin, "bank_transfer", settings as never));
const ask = async (id: string) =>
  need(await gateway.gate.engine.comments.add(gateway.gate.people.approver, id, { text: QUESTION, forAgent: true }));

describe.each(ERAS)("a question to the agent, whose client of %s", (era) => {
  test("G52 waits for a call that expires with the wait: the call is not ended by it", async () => {
    const client = await gateway.connect(await gateway.makeAgent(), era);
    await settle({ delivery: "wait", waitSeconds: 50, onWaitEnd: "expire" });
    const held = call(client, "bank_transfer", transfer());
    const [id = ""] = await gateway.pending();
    await ask(id);
    // Time in which the question would end the wait.
    await pause(300);
    await gateway.decide("reject", id, { reason: "Unknown account" });
    const answer = await held;
    await settle({ delivery: null, waitSeconds: null, onWaitEnd: null });
    expect(answer.structuredContent).toMatchObject({ status: "rejected" });
    expect(textOf(answer)).toContain(QUESTION);
  });

  test("can be asked in turn, is told, instead of waiting for another round", async () => {
    const capabilities = { elicitation: { form: {} } };
    const client = await gateway.connect(await gateway.makeAgent(), era, undefined, undefined, capabilities);
    const held = call(client, "bank_transfer", transfer());
    const [id = ""] = await gateway.pending();
    await ask(id);
    expect(textOf(await held)).toContain(QUESTION);
    expect(await gateway.status(id)).toBe("pending");
  });
});

test("a question to the agent does not close the form that is open at its client", async () => {
  let answer: (said: object) => void = () => {};
  const said = new Promise<object>((resolve) => (answer = resolve));
  const client = await gateway.connect(
    await gateway.makeAgent({ inClient: true }),
    "2025-11-25",
    undefined,
    (one) => one.setRequestHandler("elicitation/create", (() => said) as never),
    { elicitation: { form: {} } },
  );
  const held = call(client, "bank_transfer", transfer());
  const [id = ""] = await gateway.pending();
  await ask(id);
  await pause(300);
  answer({ action: "accept", content: { decision: "approve" } });
  const ended = await held;
  expect(ended.structuredContent).toMatchObject({ moved: amount });
  expect(textOf(ended)).toContain(QUESTION);
});

test("a client that takes tasks reads the question in the status of its task", async () => {
  const client = modernClient(gateway, await gateway.makeAgent(), TASKS);
  const asked = await client.ask("tools/call", { name: "bank_transfer", arguments: transfer() });
  const taskId = textAt(asked.result, "taskId");
  await ask(taskId);
  const { result } = await client.ask("tasks/get", { taskId });
  expect(result).toMatchObject({ status: "working", statusMessage: expect.stringContaining(QUESTION) });
});
