// A call that follows a call sent back is linked to it, on the real server.
import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { gateTools as gateAiSdk } from "../../src/adapters/ai-sdk.ts";
import { answerHook } from "../../src/adapters/claude-code/hook.ts";
import { gateFunctions } from "../../src/adapters/functions.ts";
import { gateTool as gateMastra } from "../../src/adapters/mastra.ts";
import { gateServer } from "../../src/adapters/mcp.ts";
import { gateTool as gateAgents } from "../../src/adapters/openai-agents.ts";
import { gatedIn } from "../../src/index.ts";
import { openRealGate } from "../support/real-gate.ts";

let gate: Awaited<ReturnType<typeof openRealGate>>;
beforeAll(async () => {
  gate = await openRealGate();
}, 240_000);
afterAll(() => gate?.close());

const input = z.object({ to: z.string(), amount: z.number() });
const described = { description: "Transfer money", input, execute: () => "paid" };
const parameters = { type: "object", properties: { to: { type: "string" }, amount: { type: "number" } } };
const ada = { to: "ada", amount: 5 };
const bob = { to: "bob", amount: 7 };
interface Told {
  pendingActionId: string | null;
}

/** A client whose tools are registered. Callers pass unique tool names, so that tests do not collide. */
async function open<T extends object>(make: (countersign: ReturnType<typeof gate.countersign>) => T) {
  const countersign = gate.countersign();
  const made = make(countersign);
  const worker = countersign.work(gatedIn(made));
  onTestFinished(() => worker.stop());
  await worker.ready;
  return { countersign, made };
}
const refine = (told: unknown, feedback = "less") =>
  gate.decide("refine", (told as Told).pendingActionId!, { feedback } as JsonObject);
const linkOf = async (told: unknown) => (await gate.countersign().get((told as Told).pendingActionId!)).supersedes ?? undefined;

test("the next call of the same tool in the same conversation answers what was sent back, once", async () => {
  const options = { prefix: "next_", sessionId: "s-1" };
  const { countersign, made } = await open((client) =>
    gateFunctions({ pay: described, other: described }, { countersign: client, ...options }),
  );
  const first = await made.pay(ada, { id: "c-1" });
  await refine(first);
  expect(await linkOf(await made.other({ ...ada, amount: 4 }, { id: "c-2" }))).toBeUndefined();
  const elsewhere = gateFunctions({ pay: described }, { countersign, ...options, sessionId: "s-2" });
  expect(await linkOf(await elsewhere.pay({ ...ada, amount: 4 }, { id: "c-3" }))).toBeUndefined();
  // A server may make its tools anew for each request.
  const again = gateFunctions({ pay: described }, { countersign, ...options });
  const second = await again.pay({ ...ada, amount: 4 }, { id: "c-4" });
  expect(await linkOf(second)).toBe(first.pendingActionId);
  expect(await countersign.get(first.pendingActionId!)).toMatchObject({ supersededBy: second.pendingActionId });
  expect(await linkOf(await again.pay({ ...ada, amount: 3 }, { id: "c-5" }))).toBeUndefined();
});

test("G10 a call that its framework repeats meets its action, whatever was sent back or answered since", async () => {
  const options = { prefix: "repeated_", missionId: "m-1" };
  const { countersign, made } = await open((client) => gateFunctions({ pay: described }, { countersign: client, ...options }));
  const pay = (call: typeof ada, id: string) =>
    // New tools remember nothing, as after a restart.
    gateFunctions({ pay: described }, { countersign, ...options }).pay(call, { id });
  const first = await made.pay(ada, { id: "c-1" });
  await refine(first, "less");
  expect(await pay(ada, "c-1")).toMatchObject({ pendingActionId: first.pendingActionId });
  const second = await pay({ ...ada, amount: 4 }, "c-2");
  expect(await linkOf(second)).toBe(first.pendingActionId);
  expect(await pay({ ...ada, amount: 4 }, "c-2")).toMatchObject({ pendingActionId: second.pendingActionId });
  await refine(second, "even less");
  expect(await pay({ ...ada, amount: 4 }, "c-2")).toMatchObject({ pendingActionId: second.pendingActionId });
  expect(await linkOf(await pay({ ...ada, amount: 3 }, "c-3"))).toBe(second.pendingActionId);
  const { items } = await countersign.list({ toolName: "repeated_pay" });
  expect(items).toHaveLength(3);
});

test("of two that were sent back each is answered by the call that is most like it, also by two calls at once", async () => {
  const options = { prefix: "two_", sessionId: "s-1" };
  const { made } = await open((client) => gateFunctions({ pay: described }, { countersign: client, ...options }));
  const [first, second] = [await made.pay(ada), await made.pay(bob)];
  await refine(first);
  await refine(second);
  const answers = await Promise.all([made.pay({ ...bob, amount: 6 }), made.pay({ ...ada, amount: 4 })]);
  expect(await Promise.all(answers.map(linkOf))).toEqual([second.pendingActionId, first.pendingActionId]);
  const alike = await Promise.all([made.pay({ to: "eve", amount: 1 }), made.pay({ to: "eve", amount: 2 })]);
  for (const one of alike) await refine(one);
  const links = await Promise.all(
    (await Promise.all([made.pay({ to: "dan", amount: 3 }), made.pay({ to: "dan", amount: 4 })])).map(linkOf),
  );
  expect(links.toSorted()).toEqual(alike.map(({ pendingActionId }) => pendingActionId).toSorted());
});

test("AI SDK: a run without a session is known by the very outputs that its model was given, not by what looks the same", async () => {
  const tool = { description: "Transfer money", inputSchema: input, execute: () => "paid" };
  const { countersign, made } = await open((client) =>
    gateAiSdk({ pay: tool }, { countersign: client, prefix: "ai_", wait: "100s" }),
  );
  const { pay } = made as unknown as {
    pay: { execute: (given: object, options: object) => Promise<object>; toModelOutput: (given: object) => object };
  };
  /** Makes the call, sends it back, and returns its id, its `supersedes`, and the output shown to the model. */
  const call = async (amount: number, outputs: readonly object[]) => {
    const content = outputs.map((output) => ({ type: "tool-result", output }));
    const calling = pay.execute({ ...ada, amount }, { toolCallId: "c-1", messages: [{ role: "tool", content }] });
    const id = await untilPending("ai_pay");
    const { supersedes } = await countersign.get(id);
    await refine({ pendingActionId: id });
    const output = pay.toModelOutput({ toolCallId: "c-1", input: ada, output: await calling });
    return { id, supersedes, output };
  };
  const first = await call(5, []);
  expect(first.supersedes).toBeNull();
  expect((await call(4, [])).supersedes).toBeNull();
  const copied = structuredClone(first.output) as { value: object };
  const remade = pay.toModelOutput({ toolCallId: "c-1", input: ada, output: copied.value });
  expect((await call(4, [copied, remade])).supersedes).toBeNull();
  const second = await call(4, [first.output]);
  expect(second.supersedes).toBe(first.id);
  expect((await call(3, [first.output, second.output])).supersedes).toBe(second.id);
});

test("OpenAI Agents: a run is known by its context", async () => {
  const bare = {
    type: "function",
    name: "pay",
    description: "Pay",
    parameters,
    invoke: async (_run: object, _input: string, _details: object) => "paid",
  };
  const { countersign, made } = await open((client) =>
    gateAgents(bare, { countersign: client, prefix: "agents_", wait: "100s" }),
  );
  const run = { context: {} };
  const call = async (context: object, amount: number) => {
    const calling = made.invoke(context, JSON.stringify({ to: "ada", amount }), { toolCall: { callId: "c-1" } });
    const id = await untilPending("agents_pay");
    const { supersedes } = await countersign.get(id);
    await refine({ pendingActionId: id });
    await calling;
    return { id, supersedes };
  };
  const first = await call(run, 5);
  const other = await call({ context: {} }, 4);
  const second = await call(run, 3);
  expect([first.supersedes, other.supersedes, second.supersedes]).toEqual([null, null, first.id]);
  expect((await call(run, 2)).supersedes).toBe(second.id);
});

test("a thread that the framework knows is the session: Mastra's, and MCP's by a digest", async () => {
  const bare = { id: "pay", description: "Pay", inputSchema: input, execute: () => "paid" };
  const { countersign, made } = await open((client) => gateMastra(bare, { countersign: client, prefix: "mastra_" }));
  const execute = made.execute as unknown as (given: object, context: object) => Promise<Told>;
  const inThread = (threadId: string, amount: number) =>
    execute({ ...ada, amount }, { agent: { toolCallId: "c-1", threadId } });
  const first = await inThread("t-1", 5);
  expect(await countersign.get(first.pendingActionId!)).toMatchObject({ sessionId: "t-1" });
  await refine(first);
  expect(await linkOf(await inThread("t-2", 4))).toBeUndefined();
  expect(await linkOf(await inThread("t-1", 4))).toBe(first.pendingActionId);
  // A thread id that is not a valid label gives no session id.
  const long = await inThread("t".repeat(201), 4);
  expect(await countersign.get(long.pendingActionId!)).toMatchObject({ sessionId: null });

  type Callback = (...given: unknown[]) => Promise<{ structuredContent: Told }>;
  const callbacks = new Map<string, Callback>();
  const registering = {
    registerTool: (name: string, { inputSchema }: { inputSchema: unknown }, callback: Callback) => {
      callbacks.set(name, callback);
      return { inputSchema, update: () => {} };
    },
  };
  const { made: server } = await open((client) => {
    const gated = gateServer(registering, { countersign: client, prefix: "mcp_", wait: 0 });
    gated.registerTool("pay", { inputSchema: input }, (() => ({ content: [] })) as unknown as Callback);
    return gated;
  });
  expect(server).toBe(registering);
  const inSession = async (sessionId: string, amount: number) =>
    (await callbacks.get("pay")!({ ...ada, amount }, { sessionId })).structuredContent;
  const asked = await inSession("secret-session", 5);
  const { sessionId } = await countersign.get(asked.pendingActionId!);
  expect(sessionId).toMatch(/^mcp-[0-9a-f]{24}$/);
  await refine(asked);
  expect(await linkOf(await inSession("another", 4))).toBeUndefined();
  expect(await linkOf(await inSession("secret-session", 4))).toBe(asked.pendingActionId);
});

test("Claude Code: the next call of the tool in the session is linked", async () => {
  const countersign = gate.countersign();
  const passes = { takePass: async () => true, isTaken: async () => false };
  const options = { countersign, prefix: "hook_", waitSeconds: 0, passSeconds: 600, ...passes };
  const hook = { hook_event_name: "PreToolUse", session_id: "claude-1", tool_name: "Bash" };
  await answerHook({ ...hook, tool_input: { command: "rm -rf build" } }, options);
  const first = await untilPending("hook_Bash");
  await refine({ pendingActionId: first }, "only the cache");
  await answerHook({ ...hook, tool_input: { command: "rm -rf build/cache" } }, options);
  expect(await linkOf({ pendingActionId: await untilPending("hook_Bash") })).toBe(first);
});

/** Polls until exactly one action of the tool is pending; returns its id. */
async function untilPending(toolName: string): Promise<string> {
  for (;;) {
    const { items } = await gate.countersign().list({ toolName, status: ["pending"] });
    if (items.length === 1) return items[0]!.id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
