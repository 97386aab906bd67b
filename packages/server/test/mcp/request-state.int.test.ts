import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { need } from "../support/gate.ts";
import { textAt } from "../../src/mcp/rpc-message.ts";
import { openGateway, type Gateway } from "./gateway-support.ts";
import { APPROVE, modernClient } from "./raw-client.ts";

let gateway: Gateway;
let key: string;
let client: ReturnType<typeof modernClient>;
beforeAll(async () => {
  gateway = await openGateway();
  key = await gateway.makeAgent({ inClient: true });
  client = modernClient(gateway, key);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.clear();
  await gateway.forget();
});

let amount = 0;
/** Makes a new call, up to the question to the person at the client. */
async function begin() {
  amount += 1;
  const params = { name: "bank_transfer", arguments: { amount, to: "b" } };
  const { result } = await client.ask("tools/call", params);
  return { params, asked: result, requestState: textAt(result, "requestState") };
}
const again = (params: JsonObject, requestState: string, inputResponses: JsonObject = APPROVE) =>
  client.ask("tools/call", { ...params, requestState, inputResponses });

const holdAtMost = async (waitSeconds: number | null) =>
  need(await gateway.gate.engine.tools.change(gateway.gate.people.admin, "bank_transfer", { waitSeconds }));

const expectNothing = async () => {
  expect(await gateway.received()).toEqual([]);
  expect(await gateway.pending()).toHaveLength(1);
};

test("the question shows the tool and every argument, and an approval runs exactly that, once, on the record", async () => {
  const { params, asked, requestState } = await begin();
  const [id = ""] = await gateway.pending();
  const { message } = (asked["inputRequests"] as { approval: { params: { message: string } } }).approval.params;
  expect(message).toContain("bank_transfer");
  expect(message).toContain(`"amount": ${amount}`);
  expect(await gateway.received()).toEqual([]);
  expect((await again(params, requestState)).result).toMatchObject({ structuredContent: { moved: amount } });
  expect(await gateway.received()).toHaveLength(1);
  const action = need(await gateway.gate.engine.actions.get(gateway.gate.people.viewer, id));
  expect(action.resolvedBy).toMatchObject({ kind: "user", name: expect.stringMatching(/^the person at agent/) });
  expect(action.resolvedBy?.id).toMatch(/^client:/);
});

test("G10 a state counts once: replayed, it runs nothing more", async () => {
  const { params, requestState } = await begin();
  await again(params, requestState);
  expect((await again(params, requestState)).error.message).toContain("was already used");
  expect(await gateway.received()).toHaveLength(1);
});

test("G10 of twenty copies of one state at once one counts", async () => {
  const { params, requestState } = await begin();
  const answers = await Promise.all(Array.from({ length: 20 }, () => again(params, requestState)));
  expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(1);
  expect(await gateway.received()).toHaveLength(1);
});

test("G6 an altered state is refused, whatever of it was altered", async () => {
  const { params, requestState } = await begin();
  const middle = Math.floor(requestState.length / 2);
  const flipped = requestState[middle] === "A" ? "B" : "A";
  for (const altered of [
    `${requestState}-TAMPERED`,
    requestState.slice(0, -1),
    requestState.slice(0, middle) + flipped + requestState.slice(middle + 1),
    requestState.replace("csn1.", ""),
    "",
    "csn1.",
  ]) {
    expect([altered, (await again(params, altered)).error.code]).toEqual([altered, -32602]);
  }
  await expectNothing();
});

test("G6 a state of a call does not carry over to other arguments, another tool, another agent or another method", async () => {
  const { params, requestState } = await begin();
  expect((await again({ ...params, arguments: { amount: 9_999, to: "b" } }, requestState)).error.code).toBe(-32602);
  expect((await again({ ...params, arguments: { amount, to: "b", note: "x" } }, requestState)).error.code).toBe(-32602);
  expect((await again({ name: "pay", arguments: params.arguments }, requestState)).error.code).toBe(-32602);
  const other = modernClient(gateway, await gateway.makeAgent({ inClient: true }));
  const stolen = await other.ask("tools/call", { ...params, requestState, inputResponses: APPROVE });
  expect(stolen.error.code).toBe(-32602);
  await expectNothing();
});

test("G6 an answer that is no clear yes runs nothing", async () => {
  for (const approval of [
    { action: "cancel" },
    { action: "accept" },
    { action: "accept", content: {} },
    { action: "accept", content: { decision: true } },
    { action: "accept", content: { decision: "Approve" } },
    { action: "APPROVE", content: { decision: "approve" } },
    "approve",
    null,
  ]) {
    const { params, requestState } = await begin();
    // The stream opens after the answer has been evaluated.
    const held = await client.send("tools/call", { ...params, requestState, inputResponses: { approval } });
    const [id = ""] = await gateway.pending();
    expect([approval, await gateway.status(id)]).toEqual([approval, "pending"]);
    await gateway.decide("reject", id);
    expect(await held.text()).toContain('"status":"rejected"');
  }
  expect(await gateway.received()).toEqual([]);
});

test("G6 declined at the client is rejected, and the reason reaches the agent", async () => {
  const { params, requestState } = await begin();
  const said = { approval: { action: "accept", content: { decision: "reject", comment: "not on a Friday" } } };
  expect((await again(params, requestState, said)).result).toMatchObject({
    isError: true,
    structuredContent: { status: "rejected", reason: "not on a Friday" },
  });
  expect(await gateway.received()).toEqual([]);
});

test("G6 an approval at the client after a rejection in the inbox changes nothing", async () => {
  const { params, requestState } = await begin();
  const [id = ""] = await gateway.pending();
  await gateway.decide("reject", id);
  expect((await again(params, requestState)).result).toMatchObject({ structuredContent: { status: "rejected" } });
  expect(await gateway.received()).toEqual([]);
});

test("G7 where an administrator has not allowed it, nobody is asked at the client, and a made-up answer is none", async () => {
  const plain = modernClient(gateway, await gateway.makeAgent(), { elicitation: {} });
  amount += 1;
  const params = { name: "bank_transfer", arguments: { amount, to: "b" } };
  await holdAtMost(1);
  const first = plain.ask("tools/call", { ...params, inputResponses: APPROVE });
  const [id = ""] = await gateway.pending();
  expect(await gateway.received()).toEqual([]);
  const { result } = await first;
  await holdAtMost(null);
  // The agent may wait on by calling again, but gets no question to answer.
  expect(result["inputRequests"]).toBeUndefined();
  const waiting = plain.ask("tools/call", { ...params, requestState: textAt(result, "requestState"), inputResponses: APPROVE });
  expect(await gateway.status(id)).toBe("pending");
  await gateway.decide("reject", id);
  expect((await waiting).result).toMatchObject({ structuredContent: { status: "rejected" } });
  expect(await gateway.received()).toEqual([]);
});

test("G7 a permission that was taken away between question and answer does not count", async () => {
  const { id: keyId, key: shortKey } = await gateway.makeKey(gateway.gate, "agent");
  const { engine, people } = gateway.gate;
  need(await engine.agents.change(people.admin, keyId, { inClient: true, confirm: true }));
  const short = modernClient(gateway, shortKey);
  amount += 1;
  const params = { name: "bank_transfer", arguments: { amount, to: "b" } };
  const { result } = await short.ask("tools/call", params);
  need(await engine.agents.change(people.admin, keyId, { inClient: false }));
  const answer = short.ask("tools/call", { ...params, requestState: textAt(result, "requestState"), inputResponses: APPROVE });
  const [id = ""] = await gateway.pending();
  await gateway.decide("reject", id);
  expect((await answer).result).toMatchObject({ structuredContent: { status: "rejected" } });
  expect(await gateway.received()).toEqual([]);
});

test("a state outlives the process that gave it out, and still counts once", async () => {
  const { params, requestState } = await begin();
  await gateway.restart();
  expect(await gateway.received()).toEqual([]);
  expect((await again(params, requestState)).result).toMatchObject({ structuredContent: { moved: amount } });
  expect((await again(params, requestState)).error.code).toBe(-32602);
  expect(await gateway.received()).toHaveLength(1);
});
