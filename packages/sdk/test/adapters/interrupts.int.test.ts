import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { gateFunctions } from "../../src/adapters/functions.ts";
import { createInterrupts } from "../../src/adapters/interrupts/index.ts";
import { readEdits } from "../../src/adapters/interrupts/read-edits.ts";
import { gatedIn } from "../../src/index.ts";
import { openRealGate } from "../support/real-gate.ts";

let gate: Awaited<ReturnType<typeof openRealGate>>;
beforeAll(async () => {
  gate = await openRealGate();
}, 240_000);
afterAll(async () => {
  await gate?.close();
});

const inputSchema = {
  type: "object" as const,
  properties: { to: { type: "string" }, amount: { type: "number" } },
  required: ["to", "amount"],
  additionalProperties: false,
};

/** Gates a tool whose calls belong to the session. `runs` records the input of each start of the handler. */
async function gatePay(sessionId: string) {
  const runs: unknown[] = [];
  const pay = { description: "Pay", inputSchema, execute: (input: unknown) => void runs.push(input) };
  const tools = gateFunctions({ pay }, { countersign: gate.countersign(), sessionId, prefix: `${sessionId}_` });
  const worker = gate.countersign().work(gatedIn(tools));
  onTestFinished(() => worker.stop());
  await worker.ready;
  const propose = async (to: string, amount: number) => (await tools.pay({ to, amount })).pendingActionId!;
  const over = (id: string) => gate.countersign().wait(id, "100s");
  return { runs, propose, over, name: `${sessionId}_pay` };
}

const speak = () => createInterrupts({ url: gate.keys.url, token: gate.keys.userToken });

test("LangChain: what waits goes out as interrupts; approve, edit, reject and respond come in", async () => {
  const { runs, propose, over, name } = await gatePay("lc");
  const ids = [await propose("ada", 1), await propose("bob", 2), await propose("cid", 3), await propose("dan", 4)];
  const { langchain } = speak();
  const interrupts = await langchain.interrupts({ sessionId: "lc" });
  expect(interrupts).toHaveLength(4);
  expect(interrupts[0]!.value).toEqual({
    actionRequests: [{ name, args: { to: "ada", amount: 1 }, description: expect.any(String) as string }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ["approve", "edit", "reject", "respond"] }],
  });
  const [first, second, third, fourth] = interrupts.map(({ id }) => id) as [string, string, string, string];
  const answers = await langchain.resume({
    [first]: { decisions: [{ type: "approve" }] },
    // Some front ends send every edited value as text.
    [second]: { decisions: [{ type: "edit", editedAction: { name, args: { to: "bob", amount: "7" } } }] },
    [third]: { decisions: [{ type: "reject", message: "not Cid" }] },
    [fourth]: { decisions: [{ type: "respond", message: "half" }] },
  });
  expect(answers).toMatchObject({ approved: 2, rejected: 1, refined: 1, skipped: 0 });
  const statuses = await Promise.all(ids.map(async (id) => (await over(id)).status));
  expect(statuses).toEqual(["executed", "executed", "rejected", "refined"]);
  expect(runs).toHaveLength(2);
  expect(runs).toEqual(
    expect.arrayContaining([
      { to: "ada", amount: 1 },
      { to: "bob", amount: 7 },
    ]),
  );
  const again = await langchain.resume({ [first]: { decisions: [{ type: "approve" }] } });
  expect(again).toMatchObject({ approved: 0, skipped: 1, results: [{ code: "INVALID_STATE" }] });
  expect(await langchain.interrupts({ sessionId: "lc" })).toEqual([]);
});

test("LangChain: what is no decision decides nothing", async () => {
  const { runs, propose } = await gatePay("lcbad");
  const id = await propose("ada", 1);
  const { langchain } = speak();
  const [interrupt] = await langchain.interrupts({ sessionId: "lcbad" });
  const resume = (decisions: unknown, name = interrupt!.id) => langchain.resume({ [name]: { decisions } as never });
  await expect(resume([])).rejects.toThrow("asks for 1 decisions");
  await expect(resume([{ type: "accept" }])).rejects.toThrow("approve, edit, reject or respond");
  await expect(resume([{ type: "edit", editedAction: { name: "pay_all", args: { to: "a", amount: 1 } } }])).rejects.toThrow(
    "another tool",
  );
  await expect(resume([{ type: "approve" }], "made-up")).rejects.toThrow("was not created by Countersign");
  const other = interrupt!.id.replace(/[0-9a-f]{64}/, "0".repeat(64));
  expect(await resume([{ type: "approve" }], other)).toMatchObject({ skipped: 1, results: [{ code: "DIGEST_MISMATCH" }] });
  expect((await gate.countersign().get(id)).status).toBe("pending");
  expect(runs).toEqual([]);
});

test("AG-UI: a run ends with an interrupt for each action; answers decide, a closed dialog does not", async () => {
  const { runs, propose, over } = await gatePay("ag");
  const ids = [await propose("ada", 1), await propose("bob", 2), await propose("cid", 3)] as const;
  const { agUi } = speak();
  const outcome = await agUi.outcome({ sessionId: "ag", toolCallIds: { [ids[0]]: "tc-1" } });
  if (outcome.type !== "interrupt") throw new Error("nothing waits");
  const [first, second, third] = outcome.interrupts;
  expect(first).toMatchObject({ reason: "tool_call", toolCallId: "tc-1", responseSchema: { required: ["approved"] } });
  expect(second).toMatchObject({
    reason: "countersign:approval",
    metadata: { countersign: { toolInput: { to: "bob", amount: 2 } } },
  });
  const answer = (interruptId: string, payload: unknown) => ({ interruptId, status: "resolved" as const, payload });
  await expect(agUi.resume([answer(first!.id, { approved: "true" })])).rejects.toThrow("approved: true | false");
  expect(await agUi.resume([{ interruptId: third!.id, status: "cancelled" }])).toBeUndefined();
  const decided = await agUi.resume([
    answer(first!.id, { approved: true, editedArgs: { to: "ada", amount: 5 } }),
    answer(second!.id, { approved: false, reason: "not Bob" }),
  ]);
  expect(decided).toMatchObject({ approved: 1, rejected: 1 });
  expect(await over(ids[0])).toMatchObject({ status: "executed", effectiveInput: { to: "ada", amount: 5 } });
  expect(await over(ids[1])).toMatchObject({ status: "rejected" });
  expect((await gate.countersign().get(ids[2])).status).toBe("pending");
  expect(runs).toEqual([{ to: "ada", amount: 5 }]);
});

test("G2 what is shown is what would run, not what was proposed before somebody edited it", async () => {
  const { propose, name } = await gatePay("edited");
  const id = await propose("ada", 5);
  await gate.ask(
    `tools/${name}`,
    { approvalRule: { needs: "any_of", of: [{ role: "approver" }], notLastEditor: true } },
    "PUT",
  );
  expect(await gate.decide("approve", id, { userEdits: { amount: 9999 } })).toMatchObject({ status: "pending" });
  const shown = { to: "ada", amount: 9999 };
  const [interrupt] = await speak().langchain.interrupts({ sessionId: "edited" });
  expect(interrupt?.value.actionRequests).toMatchObject([{ args: shown }]);
  expect(await speak().agUi.outcome({ sessionId: "edited" })).toMatchObject({
    interrupts: [{ metadata: { countersign: { toolInput: shown } } }],
  });
});

test("G7 the keys of agents and workers decide nothing here", () => {
  const { url, agentKey, workerKey } = gate.keys;
  for (const token of [agentKey, workerKey, "", "approved"])
    expect(() => createInterrupts({ url, token })).toThrow("must be the token of a person");
});

test("edits are what differs; a key cannot be taken away and `__proto__` is data", () => {
  const input = { to: "ada", amount: 1, tags: ["a", { b: 1 }], note: null, sure: true };
  expect(readEdits(input, { ...input, tags: ["a", { b: 1 }] })).toBeUndefined();
  expect(readEdits(input, { ...input, amount: "2", tags: '["c"]', sure: "maybe", more: 1 })).toEqual({
    amount: 2,
    tags: ["c"],
    sure: "maybe",
    more: 1,
  });
  expect(Object.keys(readEdits(input, JSON.parse(`{${JSON.stringify(input).slice(1, -1)},"__proto__":{"x":1}}`))!)).toEqual([
    "__proto__",
  ]);
  expect(() => readEdits(input, { to: "ada" })).toThrow("cannot omit amount, tags, note, sure");
  expect(() => readEdits(input, [1])).toThrow("must be an object");
});
