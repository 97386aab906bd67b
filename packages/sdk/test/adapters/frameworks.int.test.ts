// The workspace has no frameworks installed, so these tests use fakes of the same shape; integrations/frameworks tests the real
// ones. The MCP server is real.
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { gateMiddleware, gateTool as gateLangChain } from "../../src/adapters/langchain.ts";
import { gateTools as gateMastra } from "../../src/adapters/mastra.ts";
import { gateServer } from "../../src/adapters/mcp.ts";
import { gateTool as gateAgents, gateTools as gateAllAgents } from "../../src/adapters/openai-agents.ts";
import { gatedIn } from "../../src/index.ts";
import { openGate } from "../support/open-gate.ts";

const schema = z.object({ to: z.string() });
const plainSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: { to: { type: "string" } },
};

/** Every function that is reachable from an object through its own keys and its prototypes. */
function reachable(from: object): unknown[] {
  const found = new Set<unknown>();
  const look = (value: unknown): void => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || found.has(value)) return;
    found.add(value);
    if (value === Object.prototype || value === Function.prototype || value === schema) return;
    for (const key of Reflect.ownKeys(value)) if (key !== "caller" && key !== "arguments") look(Reflect.get(value, key));
    look(Object.getPrototypeOf(value));
  };
  look(from);
  return [...found].filter((value) => typeof value === "function");
}

test("OpenAI Agents: a tool's `invoke` only proposes; errors that the framework hides are failures", async () => {
  const { server, countersign, work } = await openGate();
  const given: string[] = [];
  const invoke = async (_context: unknown, input: string, _details?: unknown) => {
    given.push(input);
    return input.includes("eve") ? "An error occurred while running the tool. Please try again." : "sent";
  };
  const bare = {
    type: "function",
    name: "send",
    description: "Send",
    parameters: plainSchema,
    strict: true,
    invoke,
    timeoutMs: 1500,
  };
  const tool = gateAgents(bare, { countersign });
  expect(reachable(tool)).not.toContain(invoke);
  expect(tool).toMatchObject({ type: "function", name: "send", strict: true });
  expect(tool).not.toHaveProperty("timeoutMs");
  expect(gatedIn(tool)[0]!.definition.timeoutSeconds).toBe(2);
  await work(gatedIn(tool));
  const details = { toolCall: { callId: "c-1" } };
  expect(await tool.invoke({}, '{"to":"ada"}', details)).toMatchObject({ status: "queued" });
  expect(await tool.invoke({}, "no json", details)).toMatchObject({ status: "refused" });
  expect(given).toEqual([]);
  server.approve("a-1", { to: "bob" });
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "executed", result: "sent" });
  expect(given).toEqual(['{"to":"bob"}']);
  await tool.invoke({}, '{"to":"eve"}', details);
  const second = [...server.rows.keys()].at(-1)!;
  server.approve(second);
  expect(await countersign.wait(second, "100s")).toMatchObject({ status: "failed", error: { code: "handler" } });
  expect(() => gateAllAgents([{ type: "hosted_tool", name: "web_search" }], { countersign })).toThrow("cannot be gated");
});

/** What the adapter relies on in LangChain's class: `invoke` and `call` around `_call`, and the constructor's field copy. */
class StructuredTool {
  declare name: string;
  declare description: string;
  declare schema: unknown;
  lc_kwargs: object;
  constructor(fields: object) {
    this.lc_kwargs = fields;
    Object.assign(this, fields);
  }
  async invoke(input: { args?: unknown; id?: string }, config: object = {}): Promise<unknown> {
    return "args" in input ? this.call(input.args, { ...config, toolCall: input }) : this.call(input, config);
  }
  async call(input: unknown, config: object): Promise<unknown> {
    const parsed = schema.parse(input);
    return (this as unknown as { _call: (...given: unknown[]) => unknown })._call(parsed, undefined, config);
  }
}
class FunctionTool extends StructuredTool {
  declare func: (input: { to: string }) => unknown;
  _call(input: { to: string }): unknown {
    return this.func(input);
  }
}

test("LangChain: neither the tool nor what its class keeps leads to the function; the thread recognises a repeated call", async () => {
  const { server, countersign, work } = await openGate();
  const runs: unknown[] = [];
  const func = (input: { to: string }) => (runs.push(input), "sent");
  const bare = new FunctionTool({ name: "send", description: "Send", schema, func });
  const tool = gateLangChain(bare, { countersign });
  expect(reachable(tool)).not.toContain(func);
  expect(tool).toBeInstanceOf(StructuredTool);
  await work(gatedIn(tool));
  const call = async (thread_id?: string) => {
    const answer = await tool.invoke({ args: { to: "ada" }, id: "c-1" }, { configurable: { thread_id } });
    return JSON.parse(answer as string) as { status: string; pendingActionId: string };
  };
  const first = await call("t-1");
  expect(first).toMatchObject({ status: "queued", pendingActionId: "a-1" });
  expect((await call("t-1")).pendingActionId).toBe("a-1");
  expect((await call("t-2")).pendingActionId).not.toBe("a-1");
  expect((await call()).pendingActionId).not.toBe((await call()).pendingActionId);
  expect(runs).toEqual([]);
  server.approve("a-1", { to: "bob" });
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "executed", result: "sent" });
  expect(runs).toEqual([{ to: "bob" }]);
});

test("LangChain: in the same thread the next call is linked to the one that was sent back; the thread is the session", async () => {
  const { server, countersign, work } = await openGate();
  const tool = gateLangChain(new FunctionTool({ name: "send", description: "Send", schema, func: () => "sent" }), {
    countersign,
  });
  await work(gatedIn(tool));
  const call = async (to: string, id: string, thread_id: string) => {
    const answer = await tool.invoke({ args: { to }, id }, { configurable: { thread_id } });
    return server.action((JSON.parse(answer as string) as { pendingActionId: string }).pendingActionId);
  };
  const first = await call("ada", "c-1", "t-1");
  expect(first).toMatchObject({ sessionId: "t-1", supersedes: null });
  server.decide(first.id, "refine", "to bob");
  expect(await call("bob", "c-2", "t-2")).toMatchObject({ sessionId: "t-2", supersedes: null });
  expect(await call("bob", "c-2", "t-1")).toMatchObject({ sessionId: "t-1", supersedes: first.id });
  expect((await call("ada", "c-1", "t-1")).id).toBe(first.id);
});

test("LangChain: the middleware puts the gated tool where the bare one was, and leaves other calls alone", async () => {
  const { countersign } = await openGate();
  const bare = new FunctionTool({ name: "send", description: "Send", schema, func: () => "sent" });
  const middleware = gateMiddleware([bare], { countersign });
  const handled = (name: string) =>
    middleware.wrapToolCall({ toolCall: { name }, tool: bare }, (request: { tool: unknown }) => request.tool) as unknown;
  expect(handled("send")).toBe(middleware.tools[0]);
  expect(handled("send")).not.toBe(bare);
  expect(handled("other")).toBe(bare);
  expect(gatedIn(middleware)).toHaveLength(1);
  const odd = { name: "odd", description: "", schema, invoke: async () => 1 };
  expect(() => gateLangChain(odd, { countersign })).toThrow("not a StructuredTool");
});

test("Mastra: the tool asks once, runs by a claim, and what its own checks refuse is no result", async () => {
  const { server, countersign, work } = await openGate();
  const execute = async ({ to }: { to: string }, context: { idempotencyKey: string; tenant: string }) =>
    to === "eve"
      ? { error: true, message: "bad address", validationErrors: {} }
      : `${context.tenant} ${to} ${context.idempotencyKey}`;
  const bare = { id: "send", description: "Send", inputSchema: schema, requireApproval: true, execute };
  const tools = gateMastra({ mail: bare }, { countersign, context: { tenant: "t-1" }, details: { mail: { risk: 4 } } });
  expect(reachable(tools.mail)).not.toContain(execute);
  expect(tools.mail.requireApproval).toBe(false);
  expect(gatedIn(tools)[0]!.definition).toMatchObject({ name: "send", risk: 4 });
  await work(gatedIn(tools));
  const call = (to: string, threadId = "th-1") =>
    tools.mail.execute({ to }, { agent: { toolCallId: "c-1", threadId } } as never) as Promise<unknown>;
  expect(await call("ada")).toMatchObject({ status: "queued", pendingActionId: "a-1" });
  expect(await call("ada")).toMatchObject({ pendingActionId: "a-1" });
  server.approve("a-1");
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ result: "t-1 ada act_a-1" });
  await call("eve", "th-2");
  const second = [...server.rows.keys()].at(-1)!;
  server.approve(second);
  expect(await countersign.wait(second, "100s")).toMatchObject({
    status: "failed",
    error: { code: "invalid", message: "bad address" },
  });
});

test("MCP: every tool of a server is gated, an error result is a failure, and nothing opens it later", async () => {
  const { server: gate, countersign, work } = await openGate();
  const runs: unknown[] = [];
  const server = gateServer(new McpServer({ name: "mail", version: "1.0.0" }), { countersign, wait: "100s", except: ["read"] });
  const outputSchema = z.object({ sent: z.string() });
  const send = server.registerTool("send", { description: "Send", inputSchema: schema, outputSchema }, async ({ to }) => {
    runs.push(to);
    if (to === "eve") return { isError: true, content: [{ type: "text", text: "no such address" }] };
    return { content: [{ type: "text", text: `sent to ${to}` }], structuredContent: { sent: to } };
  });
  server.registerTool("purge", { description: "Purge" }, async () => ({ content: [] }));
  server.registerTool("read", { description: "Read" }, async () => ({ content: [{ type: "text", text: "mail" }] }));
  expect(gatedIn(server).map(({ definition }) => definition.name)).toEqual(["send", "purge"]);
  expect(() => send.update({ callback: async () => ({ content: [] }) })).toThrow("its callback cannot be changed");
  expect(() => gateServer(server, { countersign })).toThrow("has tools already (send, purge, read)");
  await work(gatedIn(server));

  const client = new Client({ name: "test", version: "1.0.0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await server.connect(here);
  await client.connect(there);
  onTestFinished(() => client.close());
  const call = async (name: string, input: object, decide: (id: string) => void) => {
    const before = gate.rows.size;
    const answer = client.callTool({ name, arguments: input as Record<string, unknown> }, { timeout: 110_000 });
    await gate.until(() => gate.rows.size > before);
    decide([...gate.rows.keys()].at(-1)!);
    return answer;
  };
  const edited = await call("send", { to: "ada" }, (id) => gate.approve(id, { to: "bob" }));
  expect(edited).toMatchObject({ structuredContent: { status: "executed", effectiveInput: { to: "bob" } } });
  expect(edited.content).toContainEqual({ type: "text", text: "sent to bob" });
  expect(edited.isError).toBeUndefined();
  const rejected = await call("send", { to: "ada" }, (id) => gate.decide(id, "reject", "not now"));
  expect(rejected).toMatchObject({ isError: true, structuredContent: { status: "rejected", reason: "not now" } });
  const failed = await call("send", { to: "eve" }, (id) => gate.approve(id));
  expect(failed).toMatchObject({
    isError: true,
    structuredContent: { status: "failed", error: { message: "no such address" } },
  });
  expect(await call("purge", {}, (id) => gate.approve(id))).toMatchObject({ structuredContent: { status: "executed" } });
  expect(await client.callTool({ name: "read" })).toMatchObject({ content: [{ text: "mail" }] });
  expect(runs).toEqual(["bob", "eve"]);
});
